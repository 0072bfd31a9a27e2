"""Check a seeded response: recover the request from its members, draw again, and return the expected response."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

import orjson
from flask import current_app

from service.api.http.blueprint import Blueprint
from service.api.http.draw_response import DrawResponse, sort_excluded
from service.api.http.problems import InvalidValues
from service.api.http.request_parsing import validate
from service.api.http.response_replay import DrawEndpoint, Reasons, Response
from service.api.http.results import Json
from service.api.http.services import services
from service.api.schemas.fields import MAX_ERRORS
from service.core.conditions.condition_parsing import REFUSES_CONTRADICTIONS
from service.core.errors import Refused, UnknownName
from service.core.rng.streams import Randomness
from service.core.texts import escape_invisible
from service.core.verification import Difference, compare_values

_MAX_NAME = 60


def replay_response(response: Response, proved: Mapping[str, Any] | None = None) -> tuple[Response, Reasons]:
    """Return the response expected from a response's own parameters, and by member why it cannot be checked.

    `proved` are the `proved_parameters` of the response, if it has a proof.

    Raises `Refused`, which names a member of the response, if no request can be read from it. If a result alone is of
    another form than any, the expected response has what was expected in its place.
    """
    endpoint = _select_endpoint(response)
    try:
        with _name_members(endpoint):
            body = _draw_again(endpoint, response, proved)
    except Refused as refusal:
        if not _is_of_result(endpoint, refusal):
            raise
        return {**response, refusal.field: str(refusal)}, {}
    # A member that repeats a default, as responses once did, means the same as none.
    defaults = endpoint.single_schema.defaults
    body |= {name: defaults[name] for name in response if name in defaults and name not in body}
    answer = orjson.loads(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY))
    expected, reasons = endpoint.replay.reconcile(answer, response)
    unknown = dict.fromkeys(endpoint.adapt(expected, response, is_known))
    return expected, {**reasons, **dict.fromkeys(_show(unknown), _UNKNOWN)}


def _is_of_result(endpoint: DrawEndpoint, refusal: Refused) -> bool:
    """Return whether a refusal is about a result, which is compared, and not about the request of the response."""
    implied = {*endpoint.replay.recovered, *_OF_LISTS} - {"items"} | endpoint.result_fields.keys()
    return type(refusal) is Refused and refusal.field in implied


_OF_LISTS = frozenset({"size", "items_sha256"})
_UNKNOWN = "This version does not know the member; the one that made the response can check it."


def compare_request(where: str, request: Mapping[str, Any], response: Response) -> Difference | None:
    """Return the first difference between the request recovered from a response and the `request` in its proof.

    `where` is the path of `request`. Nothing is drawn. Raises `Refused` as `replay_response` does.
    """
    endpoint = _select_endpoint(response)
    try:
        with _name_members(endpoint):
            drawing, _, _ = _recover_request(endpoint, response, proved_parameters(request, response))
    except Refused as refusal:  # no request has this response, perhaps because a member differs from the proof's
        implied = {*endpoint.result_fields, *endpoint.replay.recovered}
        told = {*endpoint.single_schema.fields, *endpoint.path} - implied | _OF_LISTS
        repeated = [name for name in request if name in told]
        claim = {name: response[name] for name in repeated if name in response}
        proved = {name: request[name] for name in repeated}
        difference = compare_values(where, sort_excluded(claim), proved)
        if difference is None and not _is_of_result(endpoint, refusal):
            raise
        return difference or compare_values(refusal.field, str(refusal), response.get(refusal.field))
    return compare_values(where, drawing.named_request(response), request)


def proved_parameters(request: Mapping[str, Any], response: Response) -> Mapping[str, Any] | None:
    """Return the parameters that a response without any result does not tell, from the `request` in its proof.

    These are the number of hands, the first board and, of a caller's list, the piles; the list itself is the member
    `original_items`. Return None for a response with results: all parameters follow from these.
    """
    if response.get("matches") != []:
        return None
    proved = {name: request[name] for name in ("hands", "board", "piles") if name in request}
    if "items_sha256" in response:
        if "original_items" not in response:
            raise Refused("original_items", "A search that found no deal has no items: add the list of the request.")
        proved["items"] = response["original_items"]
    return {name: int(value) if isinstance(value, float) else value for name, value in proved.items()}


def _list_endpoints() -> Iterator[DrawEndpoint]:
    blueprints = (blueprint for blueprint in current_app.blueprints.values() if isinstance(blueprint, Blueprint))
    return (endpoint for blueprint in blueprints for endpoint in blueprint.draw_endpoints)


def _select_endpoint(response: Response) -> DrawEndpoint:
    """Return the endpoint that a response matches; of several, the endpoint with the most identifying members."""
    endpoints = [endpoint for endpoint in _list_endpoints() if endpoint.matches(response)]
    if not endpoints:
        raise Refused("result", "This is no seeded response of this service, complete and in JSON.")
    return max(endpoints, key=lambda endpoint: len(endpoint.identifying))


@contextmanager
def _name_members(endpoint: DrawEndpoint) -> Iterator[None]:
    """Raise an `InvalidValues` or `UnknownName` of the context as `Refused` with the name of a response's member."""
    token = REFUSES_CONTRADICTIONS.set(False)
    try:
        yield
    except InvalidValues as error:
        field, (sentence, *_) = next(iter(error.errors.items()))
        raise Refused(field, sentence) from None
    except UnknownName as error:
        raise Refused(next(iter(endpoint.path), "result"), str(error)) from None
    finally:
        REFUSES_CONTRADICTIONS.reset(token)


def _draw_again(endpoint: DrawEndpoint, response: Response, proved: Mapping[str, Any] | None) -> Json:
    """Return the body of the response to the recovered request. Raises `Busy` if it is large and no slot is free."""
    drawing, randomness, repeats = _recover_request(endpoint, response, proved)
    if repeats is not None:
        drawing.plan.check_batch(randomness, repeats, services().limits, is_streamed=False)
    drawing.hold_slots(repeats)
    return (drawing.single(randomness) if repeats is None else drawing.batch(randomness, repeats))[0]


def _recover_request(
    endpoint: DrawEndpoint, response: Response, proved: Mapping[str, Any] | None
) -> tuple[DrawResponse, Randomness, int | None]:
    """Recover a request; return what it draws, its seed and index, and its number of results (None for a single one).

    The parameters are the members of the response, and those that its first result implies or `proved` has.
    """
    is_batch = "repeats" in response
    schema = endpoint.batch_schema if is_batch else endpoint.single_schema
    repeated = {
        name: response[name] for name in schema.fields if name in response and name not in endpoint.result_fields
    }
    values = {name: value for name, value in repeated.items() if value is not None}
    values |= endpoint.replay.recover(endpoint.first_result(response), response) if proved is None else proved
    request = validate(schema, values)
    single = request.arguments if is_batch else request
    names = {name: str(response[name]) for name in endpoint.path}
    return endpoint.view(single, **names), single.randomness, request.repeats if is_batch else None


def list_unknown(response: Response) -> list[str]:
    """Return the first names of a response's members that this version does not have, in a printable form."""
    return _show(name for name in response if not is_known(name))


def is_known(name: str) -> bool:
    """Return whether this version has a member of responses, a parameter or an added member of this name."""
    return any(endpoint.is_known(name) for endpoint in _list_endpoints())


def _show(names: Iterable[str]) -> list[str]:
    """Return up to `MAX_ERRORS` names, each cut to `_MAX_NAME` characters, with invisible characters escaped."""
    return [escape_invisible(name[:_MAX_NAME]) for name in islice(names, MAX_ERRORS)]
