"""Write into docs/definitions/proofs.md which members a proof names, for each endpoint that has no row yet.

A row that stands must name them too: a new parameter of its endpoint is added by hand.
"""

import re
from collections.abc import Iterator, Sequence, Set

from service.blueprints import BLUEPRINTS
from service.core.draw_requests import Named, read_members
from service.http.schemas.request_schemas import PARAMETERS
from tools.files import ROOT

GUIDE = ROOT / "docs" / "definitions" / "proofs.md"
_TABLE = re.compile(
    r"(?<=\| of a response \| members of `request` \|\n\|---\|---\|\n)(?:\|.*\n)*"
)
_PATH = re.compile(r"^\| `(/v1/[^`]*)` \|", re.MULTILINE)
_MEMBER = re.compile(r"`(\w+)`")


def read_rows(text: str) -> str:
    """Return the rows of the table of the members that proofs name."""
    rows = _TABLE.search(text)
    if rows is None:
        raise ValueError(f"{GUIDE.name} has no table of the members of `request`.")
    return rows[0]


def fill_requests(text: str) -> str:
    """Return docs/definitions/proofs.md with a row at the end of the table for each endpoint without one.

    A row that stands is a definition, and is never written anew. Raises `ValueError` if it lacks a member that a proof
    names.
    """
    rows = read_rows(text)
    written = {
        match[1]: row for row in rows.splitlines() if (match := _PATH.match(row))
    }
    missing = []
    for path, names in _list_named(rows):
        if path in written:
            _check_row(path, written[path], names)
        else:
            missing.append(_format_row(path, names))
    return _TABLE.sub(lambda found: found[0] + "".join(missing), text)


def _list_named(rows: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each endpoint that draws, and the members that proofs name and no row for all endpoints has."""
    said = _find_members_of_all(rows)
    for blueprint in BLUEPRINTS:
        for route in blueprint.draw_routes:
            members = read_members(route.arguments.target)
            names = ["size", "items_sha256"] if "items" in members else []
            names += [
                member.name
                for member in members.values()
                if isinstance(member.proof, Named) and member.name not in said
            ]
            yield re.sub("<(.*?)>", r"{\1}", route.rule), names


def _find_members_of_all(rows: str) -> Set[str]:
    """Return the members in the rows without a path, such as `deck`. Words behind a colon only explain a member."""
    of_all = [row.split(":")[0] for row in rows.splitlines() if not _PATH.match(row)]
    return set(_MEMBER.findall("\n".join(of_all))) | PARAMETERS.keys()


def _check_row(path: str, row: str, names: Sequence[str]) -> None:
    """Raise `ValueError` unless the row of an endpoint has each of these members."""
    missing = [name for name in names if name not in _MEMBER.findall(row)]
    if missing:
        raise ValueError(
            f"docs/definitions/{GUIDE.name}: the row of `{path}` lacks {_write_names(missing)}. A proof names what is "
            "marked as `Named`, and a row that stands is written by hand: add it there."
        )


def _format_row(path: str, names: Sequence[str]) -> str:
    """Return the row of an endpoint, such as `/v1/dice`, that has these members."""
    also = f"also {_write_names(names)}" if names else "nothing more"
    return f"| `{path}` | {also} |\n"


def _write_names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
