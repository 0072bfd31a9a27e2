"""Replay a seeded response: recover the request from its members, and draw it again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import orjson
from flask import current_app

from service.api.http.blueprint import Blueprint
from service.api.http.draw_response import DrawResponse, sort_excluded
from service.api.http.parsing import validate
from service.api.http.problems import InvalidValues
from service.api.http.replay import DrawEndpoint, Reasons, Response
from service.api.http.results import Json
from service.api.http.services import services
from service.core.errors import Refused, UnknownName
from service.core.rng.streams import Randomness
from service.core.verification import Difference, compare_values


def replay_response(response: Response, proved: Mapping[str, Any] | None = None) -> tuple[Response, Reasons]:
    """Return the response to the request that a response belongs, or claims to belong, to.

    Return also, by name, the reasons why members cannot be checked. A search that found no deal tells neither the
    number of hands nor the first board: `proved` has them from the proof, if there is one.

    Raises `Refused`, which names a member of the response, if no request has such a response.
    """
    endpoint = _select_endpoint(response)
    with _name_members(endpoint):
        body = _draw_again(endpoint, response, proved)
        if response.get("matches") == [] and body.get("matches") and "board" in body and proved is None:
            # Four boards deal differently.
            others = (_draw_again(endpoint, response, {"board": number}) for number in range(1, 5))
            body = next((other for other in others if not other["matches"]), body)
    # A member that repeats a default, as responses once did, means the same as none.
    defaults = endpoint.single_schema.defaults
    body |= {name: defaults[name] for name in response if name in defaults and name not in body}
    return endpoint.replay.reconcile(orjson.loads(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)), response)


def compare_request(where: str, request: Mapping[str, Any], response: Response) -> Difference | None:
    """Return the first difference between the request that a response claims to belong to and one in a proof.

    Nothing is drawn. Raises `Refused` as `replay_response` does.
    """
    endpoint = _select_endpoint(response)
    try:
        with _name_members(endpoint):
            drawing, _, _ = _recover_request(endpoint, response, proved_parameters(request, response))
    except Refused:  # no request has this response, perhaps because a member is not the one in the proof
        repeated = [name for name in request if name in response and name not in endpoint.result_fields]
        said, proved = ({name: members[name] for name in repeated} for members in (response, request))
        if difference := compare_values(where, sort_excluded(said), proved):
            return difference
        raise
    return compare_values(where, drawing.named_request(response), request)


def proved_parameters(request: Mapping[str, Any], response: Response) -> Mapping[str, Any] | None:
    """Return the number of hands and the first board from a proof, for a response to a search that found no deal."""
    if response.get("matches") != []:
        return None
    proved = {name: request[name] for name in ("hands", "board") if name in request}
    return {name: int(value) if isinstance(value, float) else value for name, value in proved.items()}


def _select_endpoint(response: Response) -> DrawEndpoint:
    """Return the endpoint of a response: the one with the most members that identify it."""
    blueprints = (blueprint for blueprint in current_app.blueprints.values() if isinstance(blueprint, Blueprint))
    endpoints = [one for blueprint in blueprints for one in blueprint.draw_endpoints if one.matches(response)]
    if not endpoints:
        raise Refused("answer", "This is no seeded response of this service, complete and in JSON.")
    return max(endpoints, key=lambda endpoint: len(endpoint.identifying))


@contextmanager
def _name_members(endpoint: DrawEndpoint) -> Iterator[None]:
    """Raise `Refused`, which names a member of the response, for errors that name a parameter of its request."""
    try:
        yield
    except InvalidValues as error:
        field, (sentence, *_) = next(iter(error.errors.items()))
        raise Refused(field, sentence) from None
    except UnknownName as error:
        raise Refused(next(iter(endpoint.path), "answer"), str(error)) from None


def _draw_again(endpoint: DrawEndpoint, response: Response, proved: Mapping[str, Any] | None) -> Json:
    """Return the response to the recovered request. Raises `Busy` if it is large and others are drawn."""
    drawing, randomness, repeats = _recover_request(endpoint, response, proved)
    if repeats is not None:
        drawing.plan.check_batch(randomness, repeats, services().limits, is_streamed=False)
    drawing.hold_slots(repeats)
    return (drawing.single(randomness) if repeats is None else drawing.batch(randomness, repeats))[0]


def _recover_request(
    endpoint: DrawEndpoint, response: Response, proved: Mapping[str, Any] | None
) -> tuple[DrawResponse, Randomness, int | None]:
    """Return what the request draws, under which randomness, and how often (None for a single result).

    The parameters are those that the response repeats, and those that its first result implies or its proof has.
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
