"""Files with members that are not known, and with values that are malformed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from service.app import create_app
from service.settings import Settings
from tests.http.spec import post
from tests.sealed.vector_files import set_value
from tests.tables import read_table

Json = dict[str, Any]

CLIENT = create_app(Settings()).test_client()
TABLES = read_table("verification/unknown.yaml")
PEOPLE: list[Json] = TABLES["people"]


class UnknownFile(NamedTuple):
    """A file, and the name under which something in it is unchecked."""

    name: str
    file: Json
    unchecked: str


def draw(request_name: str) -> Json:
    """Return the seeded or numbered response to a request of the table, of the people if it is one of items."""
    request = TABLES["requests"][request_name]
    body = dict(request["body"])
    if "deal_number" not in body:
        body["seed"] = "9"
    if request["path"].startswith("/v1/items/"):
        body["items"] = PEOPLE
    return post(CLIENT, request["path"], **body)


def list_unknown() -> Iterator[UnknownFile]:
    """Yield the files with something unknown, those of items without their list and with it."""
    for name, entry in TABLES["unknown"].items():
        file = set_value(draw(entry["request"]), entry["place"], entry["value"])
        unchecked = entry["unchecked"]
        yield UnknownFile(name, file, unchecked)
        if "items_sha256" in file:
            whole = file | {"original_items": PEOPLE}
            yield UnknownFile(f"{name}, with the list", whole, unchecked)
    for name, entry in TABLES["later"].items():
        yield UnknownFile(name, entry["file"], entry["unchecked"])


def list_malformed() -> dict[str, Json]:
    """Return the files with a value that no version can have, by name."""
    files = {}
    for name, entry in TABLES["malformed"].items():
        response = draw(entry["request"])
        files[name] = set_value(response, entry["place"], entry["value"])
    return files
