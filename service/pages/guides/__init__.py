"""The guides: files of docs/ and its folders as HTML pages, of the table in catalogue.py."""

import json
from collections.abc import Mapping, Sequence

from .catalogue import CHAPTERS, GUIDES, RENDERED


def read_chapters() -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the chapters of each guide by the guide's name; a chapter is its anchor, its heading and its words."""
    if RENDERED.is_dir():
        chapters: Mapping[str, Sequence[Sequence[str]]] = json.loads(
            (RENDERED / CHAPTERS).read_text()
        )
        return chapters
    from .render import index_chapters  # noqa: PLC0415 (as below)

    return index_chapters()


def load_guide(template: str) -> str | None:
    """Return the template that `Guide.template` names, rendered from Markdown; None for any other name.

    Jinja keeps what it loaded, so that a guide is rendered once per process.
    """
    for guide in GUIDES.values():
        if guide.template == template:
            # Imported on demand: where guides were rendered in advance, no process loads Markdown and Pygments.
            from .render import render_guide  # noqa: PLC0415

            return render_guide(guide)
    return None
