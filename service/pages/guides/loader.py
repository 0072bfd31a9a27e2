"""A Jinja loader for the guides' templates, which are rendered from Markdown once per process."""

from collections.abc import Callable

from jinja2 import BaseLoader, Environment, TemplateNotFound

from service.pages.guides.catalogue import GUIDES


class GuideLoader(BaseLoader):
    """A loader of the templates that `Guide.template` names."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:  # noqa: ARG002
        """Return the source of a guide's template. Raise TemplateNotFound for any other name."""
        for guide in GUIDES.values():
            if guide.template == template:
                # Imported on demand: where guides were rendered in advance, no process loads Markdown and Pygments.
                from service.pages.guides.render import render_guide  # noqa: PLC0415

                return render_guide(guide), None, None
        raise TemplateNotFound(template)
