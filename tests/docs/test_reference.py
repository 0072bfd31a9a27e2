"""The reference names every path, parameter, ranking and setting, and is the generated one."""

import re
from collections.abc import Iterable, Set
from dataclasses import fields
from typing import Any

from service.cards.options import PACK_FIELDS
from service.core.object_types import describe
from service.core.shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from service.core.shuffles.shuffle import Uniformity
from service.rankings.rankings import RANKINGS
from service.sealed.opening.terms import Terms
from service.settings import ServerSettings, Settings, variable_names
from tests.docs.examples import section
from tests.http.spec import SPEC, members, resolve
from tools.files import ROOT

REFERENCE = ROOT / "docs" / "reference.md"
DECKS_AND_HANDS = ROOT / "docs" / "reference/decks.md"


def test_the_reference_names_every_path_and_no_other() -> None:
    assert _named_paths(REFERENCE.read_text()) == set(SPEC["paths"])


def _named_paths(text: str) -> set[str]:
    return set(
        re.findall(
            r"`(/[^`]*)`", text.split("\n## Paths\n")[1].split("\n## ", maxsplit=1)[0]
        )
    )


def test_the_readme_can_be_read_in_three_minutes() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150


def fill_reference(text: str) -> str:
    """Return the reference with its generated rows, and with a row for each path and parameter that it lacks.

    A new row has the sentence of the OpenAPI document. An author may write a better sentence in its place.
    """
    terms = ", ".join(
        f"`{name}`" for name in describe(Terms) if name not in PACK_FIELDS
    )
    rows_by_pattern = {
        r"\| `algorithm` \|.*": _shuffles_row(),
        r"\| .*? (?=\| of a sealed shoe\. )": f"| {terms} ",
    }
    for pattern, row in rows_by_pattern.items():
        text, count = re.subn(
            rf"^{pattern}", row.replace("\\", r"\\"), text, flags=re.MULTILINE
        )
        assert count == 1
    text = _add_rows(
        text, "Paths", list_path_rows(SPEC["paths"].keys() - _named_paths(text))
    )
    names = re.findall(
        r"[`{](\w+)[`}]", text.split("\n## Paths\n")[1].split("\n## Responses\n")[0]
    )
    rows = [
        f"| `{name}` | {meaning} |"
        for name, meaning in list_parameters().items()
        if name not in names
    ]
    text = _add_rows(text, "Parameters", rows)
    return _SETTINGS.sub(
        lambda match: match[1] + "".join(f"{row}\n" for row in list_settings()), text
    )


_SETTINGS = re.compile(r"(\| variable \|.*\n\|---.*\n)(?:\|.*\n)*")


def _add_rows(text: str, title: str, rows: Iterable[str]) -> str:
    """Return the text with rows at the end of the first table of a section."""
    table = re.compile(rf"\n## {title}\n.*?\n\|.*?\n(?=\n)", re.DOTALL)
    return table.sub(
        lambda match: match[0] + "".join(f"{row}\n" for row in rows), text, count=1
    )


def list_path_rows(paths: Set[str]) -> list[str]:
    """Return a row for each path with its summary. A path and its batch share a row."""
    rows = []
    for path, item in SPEC["paths"].items():
        if path in paths and path.removesuffix("/batch") not in paths - {path}:
            batch = f", `{path}/batch`" if f"{path}/batch" in paths else ""
            summary = next(iter(item.values()))["summary"].removesuffix(".")
            rows.append(
                f"| `{path}`{batch} | {summary}{'' if 'get' in item else '. POST only'} |"
            )
    return rows


def list_parameters() -> dict[str, str]:
    """Return the description of each parameter of a query or a path, and of each member of a body, by its name."""
    descriptions: dict[str, str] = {}
    operations = (
        value
        for item in SPEC["paths"].values()
        for value in item.values()
        if isinstance(value, dict)
    )
    for operation in operations:
        for parameter in map(resolve, operation.get("parameters", ())):
            descriptions.setdefault(parameter["name"], parameter.get("description", ""))
        for content in operation.get("requestBody", {}).get("content", {}).values():
            for name, member in members(content["schema"]).items():
                descriptions.setdefault(name, resolve(member).get("description", ""))
    return descriptions


def _shuffles_row() -> str:
    """Return the row of the shuffles with their parameters."""
    groups: dict[str, list[str]] = {words: [] for words in _UNIFORMITIES.values()}
    for name, shuffle in SHUFFLES.items():
        default = " (default)" if name == DEFAULT_SHUFFLE else ""
        parameters = (
            f" ({', '.join(f'`{parameter}`' for parameter in shuffle.defaults)})"
            if shuffle.defaults
            else ""
        )
        groups[_UNIFORMITIES[shuffle.uniformity]].append(
            f"`{name}`{default}{parameters}"
        )
    cells = (f"{words}: {', '.join(names)}" for words, names in groups.items())
    return f"| `algorithm` | {'; '.join(cells)} |"


_UNIFORMITIES = {
    Uniformity.EXACT: "exactly uniform",
    Uniformity.NEAR: "uniform except for ties",
    Uniformity.BIASED: "biased",
    Uniformity.DETERMINISTIC: "without randomness",
}


def test_a_path_and_a_parameter_that_the_reference_lacks_get_their_rows() -> None:
    text = REFERENCE.read_text()
    text = re.sub(
        r"^\| `(?:/v1/bingo/strips|drums)`.*\n|`drums`", "", text, flags=re.MULTILINE
    )
    assert set(fill_reference(text).splitlines()) - set(text.splitlines()) == {
        "| `/v1/bingo/strips`, `/v1/bingo/strips/batch` | Draw a strip of six tickets for 90-ball bingo |",
        f"| `drums` | {list_parameters()['drums']} |",
    }


def test_every_ranked_game_has_its_row() -> None:
    cells = re.findall(
        r"^\| (.*?) \|", section(DECKS_AND_HANDS, "Ranked hands"), re.MULTILINE
    )
    assert set(re.findall(r"`(\w+)`", " ".join(cells))) - {"game"} == set(RANKINGS)


def list_settings() -> list[str]:
    """Return the rows of the table of settings."""
    rows = []
    for setting in (*fields(ServerSettings), *fields(Settings)):
        default: Any = setting.default
        text = ",".join(default) if isinstance(default, tuple) else str(default).lower()
        cell = f"`{text}`" if text else ""
        rows.append(
            f"| `{setting.name.upper()}` | {cell} | {setting.metadata['meaning']} |"
        )
    return rows


def test_the_reference_names_the_settings_that_a_file_may_have() -> None:
    files = re.findall(r"`([A-Z_]+_FILE)`", section(REFERENCE, "Settings"))
    assert files == sorted(name for name in variable_names() if name.endswith("_FILE"))
