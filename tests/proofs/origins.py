"""Requests for which a signature or a proof tells who chose the answer."""

from typing import Any, NamedTuple

from tests.tables import read_table

Json = dict[str, Any]


class Origin(NamedTuple):
    """A request, and who chose its answer, "" for nobody."""

    path: str
    body: Json
    chosen_by: str


REQUESTS = {
    name: Origin(path, body, chosen_by or "")
    for name, (path, body, chosen_by) in read_table("proofs/origins.yaml").items()
}
"""The requests, by what they are for."""
