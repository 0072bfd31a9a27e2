"""The service with a mark around each text of its pages, so that a test finds texts that are in no table."""

from typing import Any

from service.pages.languages import TEXTS

OPEN = "⟦"
CLOSE = "⟧"


def mark(texts: Any) -> Any:
    """Return texts with a mark around each."""
    if isinstance(texts, str):
        return f"{OPEN}{texts}{CLOSE}"
    return (
        list(map(mark, texts))
        if isinstance(texts, list)
        else {name: mark(text) for name, text in texts.items()}
    )


for sections in TEXTS.values():
    for section in sections.values():
        section.update(mark(section))

from service.wsgi import app  # noqa: E402

__all__ = ["app"]
