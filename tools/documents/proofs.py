"""Write into docs/definitions/proofs.md which members a proof names, for each endpoint that has no row yet."""

import re
from collections.abc import Iterator

from service.blueprints import BLUEPRINTS
from service.core.draw_requests import Named, read_members
from service.http.schemas.request_schemas import PARAMETERS
from tools.files import ROOT

GUIDE = ROOT / "docs" / "definitions" / "proofs.md"
_TABLE = re.compile(
    r"(?<=\| of a response \| members of `request` \|\n\|---\|---\|\n)(?:\|.*\n)*"
)
_PATH = re.compile(r"^\| `(/v1/[^`]*)` \|", re.MULTILINE)


def read_rows(text: str) -> str:
    """Return the rows of the table of the members that proofs name."""
    rows = _TABLE.search(text)
    if rows is None:
        raise ValueError(f"{GUIDE.name} has no table of the members of `request`.")
    return rows[0]


def fill_requests(text: str) -> str:
    """Return docs/definitions/proofs.md with a row at the end of the table for each endpoint without one.

    A row that stands is a definition, and is never written anew.
    """
    return _TABLE.sub(lambda rows: rows[0] + "".join(_list_rows(rows[0])), text)


def _list_rows(rows: str) -> Iterator[str]:
    """Yield the rows that are missing, such as `/v1/dice`, with the members that no row for all endpoints has."""
    paths = _PATH.findall(rows)
    of_all = [row for row in rows.splitlines() if not _PATH.match(row)]
    said = set(re.findall(r"`(\w+)`", "\n".join(of_all))) | PARAMETERS.keys()
    for blueprint in BLUEPRINTS:
        for route in blueprint.draw_routes:
            path = re.sub("<(.*?)>", r"{\1}", route.rule)
            if path in paths:
                continue
            members = read_members(route.arguments.target)
            names = ["size", "items_sha256"] if "items" in members else []
            names += [
                member.name
                for member in members.values()
                if isinstance(member.proof, Named) and member.name not in said
            ]
            words = ", ".join(f"`{name}`" for name in names)
            yield f"| `{path}` | {f'also {words}' if words else 'nothing more'} |\n"
