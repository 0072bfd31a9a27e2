"""The saved responses, with more members or fewer, and the verdict of the service on them."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from service.app import create_app
from tools.contract.files import RESPONSES
from tools.contract.saved import SETTINGS, read_saved

Json = dict[str, Any]

SAVED = read_saved(RESPONSES)
DERIVED = {
    name: file
    for name, file in SAVED.items()
    if not {"file", "scheme", "receipt"} & file.keys()
}
CLIENT = create_app(SETTINGS).test_client()


def may_lack(response: Json) -> set[str]:
    """Return the members without which a response is another valid one, or which its proof has as well."""
    return {"original_items"} | ({"proof"} if "proof" in response else set())


def check(file: Json) -> Json:
    """Return the verdict of the service; without `valid` for a response that it refuses."""
    response = CLIENT.post("/v1/verify", json=file)
    assert response.status_code in {200, 422}
    verdict: Json = response.get_json()
    return verdict


def list_places(response: Json) -> Iterator[Json]:
    """Yield the hands and piles of a response, single or batch, with their parts."""
    pending = [response.get("hands"), response.get("piles"), response.get("dealt")]
    for place in pending:
        pending += place if isinstance(place, list) else (place or {}).get("parts", ())
        if isinstance(place, dict):
            yield place


def add_members(response: Json, value: str) -> Json:
    """Return a response with the additional member `colour` in itself, and in each of its hands, piles and parts."""
    added = deepcopy(response) | {"colour": value}
    for place in list_places(added):
        place["colour"] = value
    return added


def strip_members(response: Json) -> Iterator[tuple[str, Json]]:
    """Yield the response without each member, and without each one of its first and of its last place."""
    for name in response.keys() - may_lack(response):
        yield name, {other: value for other, value in response.items() if other != name}
    places = list(list_places(response))
    if not any(places):
        return
    for position in (0, -1):
        for name in places[position]:
            stripped = deepcopy(response)
            place = list(list_places(stripped))[position]
            del place[name]
            yield f"place {position}, {name}", stripped
