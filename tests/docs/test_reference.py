"""README.md and docs/ are complete: every path, parameter, setting, deck, game, shuffle and ranked game is in them."""

import re
from dataclasses import fields
from typing import Any

from service.core.cards.options import PACK_FIELDS
from service.core.games.catalogue import FAMILIES
from service.core.hands.rankings import RANKINGS
from service.core.kinds import describe
from service.core.sealed.terms import Terms
from service.core.shuffles.algorithms import SHUFFLES
from service.settings import ServerSettings, Settings, variable_names
from tests.api.spec import SPEC, member_names, resolve
from tests.conftest import ROOT
from tests.docs.examples import section

README = ROOT / "README.md"
REFERENCE = ROOT / "docs" / "reference.md"
DECKS_AND_HANDS = ROOT / "docs" / "decks-and-hands.md"


def test_the_readme_can_be_read_in_three_minutes() -> None:
    assert len(README.read_text().splitlines()) <= 150


def test_the_reference_names_every_path() -> None:
    assert set(re.findall(r"`(/[^`]*)`", section(REFERENCE, "Paths"))) == set(SPEC["paths"])


def test_every_path_in_the_readme_exists() -> None:
    named = set(re.findall(r"`(/[^`]*)`", section(README, "The API at a glance")))
    assert named <= set(SPEC["paths"])


def parameters() -> set[str]:
    """Return the names of all parameters of queries and paths, and of all members of bodies."""
    operations = [
        operation for item in SPEC["paths"].values() for operation in item.values() if isinstance(operation, dict)
    ]
    names = {resolve(parameter)["name"] for operation in operations for parameter in operation.get("parameters", [])}
    bodies = [
        content["schema"]
        for item in SPEC["paths"].values()
        if "post" in item
        for content in item["post"]["requestBody"]["content"].values()
    ]
    return names.union(*map(member_names, bodies))


def test_the_reference_names_every_parameter_and_shuffle() -> None:
    named = set(re.findall(r"[`{](\w+)[`}]", section(REFERENCE, "Paths") + section(REFERENCE, "Parameters")))
    assert {*parameters(), *SHUFFLES} <= named


def fill_terms(text: str) -> str:
    """Return the reference with the names of all terms of a sealed shoe in the row about them."""
    names = ", ".join(f"`{name}`" for name in describe(Terms) if name not in PACK_FIELDS)
    filled, count = re.subn(r"^\| .*? (?=\| of a sealed shoe\. )", f"| {names} ", text, flags=re.MULTILINE)
    assert count == 1
    return filled


def test_the_reference_names_the_terms_of_a_shoe() -> None:
    assert fill_terms(REFERENCE.read_text()) == REFERENCE.read_text(), "run: make generate"


def test_every_ranked_game_has_its_row() -> None:
    hands = re.findall(r"`(\w+)`", " ".join(_first_cells(section(DECKS_AND_HANDS, "Ranked hands"))))
    assert set(hands) - {"game"} == set(RANKINGS)


def _first_cells(text: str) -> list[str]:
    return re.findall(r"^\| (.*?) \|", text, re.MULTILINE)


def test_the_readme_names_every_family_of_games() -> None:
    _, games = section(README, "Decks and games").strip().split("\n\n")
    assert set(re.findall(r"`(\w+)`", games)) == set(FAMILIES)


def settings_table() -> list[str]:
    """Return the rows of the table of settings."""
    rows = []
    for setting in (*fields(ServerSettings), *fields(Settings)):
        default: Any = setting.default
        text = ",".join(default) if isinstance(default, tuple) else str(default).lower()
        shown = f"`{text}`" if text else ""
        rows.append(f"| `{setting.name.upper()}` | {shown} | {setting.metadata['meaning']} |")
    return rows


def test_the_table_of_settings_is_complete() -> None:
    text = section(REFERENCE, "Settings")
    assert re.findall(r"^\| `[A-Z_]+`.*", text, re.MULTILINE) == settings_table(), "run: make generate"
    files = re.findall(r"`([A-Z_]+_FILE)`", text)
    assert files == sorted(name for name in variable_names() if name.endswith("_FILE"))
