"""core, http and names know no card and no game: their code has no names from card play but a few that are listed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tools.files import ROOT

SERVICE = ROOT / "service"
OF_CARD_PLAY = re.compile(
    r"board|bridge|card|deal|dealer|deck|game|hand|joker|pack|pile|player|poker|seat|shoe|suit|trick"
)
KNOWN = {
    "core/shuffle_requests.py": {"card"},
    "http/schemas/request_schemas.py": {"deal"},
}
"""Names that callers give `count` and `repeats`."""


def list_names(module: Path) -> Iterator[str]:
    """Yield what a module names: variables, functions, classes and attributes, and texts of one word such as keys."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield text


def find_words(module: Path) -> set[str]:
    """Return the words of card play among the names of a module, without the s of a plural."""
    words = {
        word.removesuffix("s")
        for name in list_names(module)
        for word in name.lower().split("_")
    }
    return set(filter(OF_CARD_PLAY.fullmatch, words))


def test_core_http_and_names_name_nothing_of_card_play() -> None:
    found = {
        module.relative_to(SERVICE).as_posix(): words
        for folder in ("core", "http", "names")
        for module in (SERVICE / folder).rglob("*.py")
        if (words := find_words(module))
    }
    assert found == KNOWN
