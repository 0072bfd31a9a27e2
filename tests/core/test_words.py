"""The core knows no card and no game: its code has no names from card play but those that a definition has frozen."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tools.files import ROOT

CORE = ROOT / "service/core"
OF_CARD_PLAY = re.compile(
    r"board|bridge|card|dealer|deck|game|hand|joker|pack|pile|player|poker|seat|shoe|suit|trick"
)
FROZEN = {"draw_requests.py": {"deck", "game"}, "proof_terms.py": {"game", "player"}}
"""Members that a proof by vrf1 names, which the core has to write."""


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


def test_the_core_names_nothing_of_card_play() -> None:
    found = {
        module.relative_to(CORE).as_posix(): words
        for module in CORE.rglob("*.py")
        if (words := find_words(module))
    }
    assert found == FROZEN
