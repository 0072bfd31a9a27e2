"""Check a reproducible response: send its `request` through the view that sent it, and compare the whole response."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import orjson
from flask import current_app
from werkzeug.exceptions import HTTPException

from ..core.draw_requests import list_order_parameters
from ..core.errors import LaterName, NotFound, OverLimit, Refused, UnknownName
from ..core.rng.streams import Randomness
from ..http.caller_lists.hashes import label_item
from ..http.draws.prepared_draw import PreparedDraw, check_choices
from ..http.problems import InvalidValues
from ..http.request_context import IS_REPLAY
from ..http.request_validation import validate
from ..http.results.result_types import Json
from ..http.schemas.fields import MAX_ERRORS
from ..http.schemas.request_schemas import RequestSchema, split_batch
from ..names.texts import escape_invisible
from ..verdicts.results_left import Labels, ResultsLeft
from ..verdicts.verdict import Difference, compare_values
from .draw_endpoints import (
    ORIGINAL_ITEMS,
    DrawEndpoint,
    Reasons,
    Response,
    list_draw_endpoints,
)
from .list_reader import ListReader, add_original_items, has_hash

_MAX_NAME = 60
_UNKNOWN = "This version does not know the member; the one that made the response can check it."
_NOT_KNOWN = "This version does not know {} in the request."
_NOT_IN_REQUEST = "It follows from a text that the response does not repeat."
_NO_REQUEST = (
    "The response is without its request; ask again with its seed for one that has it."
)
_NEEDS_LIST = f"Items that were not drawn decide as well. To check it, add the caller's list as {ORIGINAL_ITEMS}."
_NOT_SHOWN = f"This version cannot read the list from the results. To check it, add it as {ORIGINAL_ITEMS}."


class NotReplayed(Exception):
    """Raised for a response if this service cannot send its request again. The message is the reason."""


class NothingFound(NotReplayed):
    """Raised for a response if its draw finds nothing with its seed, whatever limits a service has."""


class WrongResult(Exception):
    """Raised for a response with malformed results or an altered list; `difference` names the member."""

    def __init__(self, member: str, expected: str, response: Response) -> None:
        super().__init__(expected)
        self.difference = compare_values(member, expected, response.get(member))


class SelectedEndpoint(NamedTuple):
    """The endpoint at the path of a request. `names` has the names in the path by parameter, such as `deck`."""

    endpoint: DrawEndpoint
    is_batch: bool
    names: Mapping[str, str]

    @property
    def schema(self) -> RequestSchema:
        """Return the schema of the request."""
        if self.is_batch:
            return self.endpoint.batch_schema
        return self.endpoint.single_schema


class RepeatedRequest(NamedTuple):
    """The `request` of a response: the endpoint of its path, and the parameters that it repeats."""

    selected: SelectedEndpoint
    parameters: dict[str, Any]


def parse_repeated_request(response: Response) -> RepeatedRequest:
    """Return the `request` of a response. Raises `NotReplayed`, or `Refused` if the `request` is malformed."""
    if "request" not in response:
        raise NotReplayed(_NO_REQUEST)
    request = response["request"]
    if not isinstance(request, dict) or not isinstance(request.get("path"), str):
        raise Refused(
            "request", "Must be an object with path, as in the original response."
        )
    selected = select_endpoint(request["path"])
    left_out = {"path", *selected.endpoint.route.added_parameters}
    parameters = {
        name: value for name, value in request.items() if name not in left_out
    }
    _check_known(selected, parameters)
    not_repeated = selected.endpoint.not_repeated & parameters.keys()
    if not_repeated:
        raise Refused(f"request.{min(not_repeated)}", "A response does not repeat it.")
    return RepeatedRequest(selected, parameters)


def _check_known(selected: SelectedEndpoint, parameters: Mapping[str, Any]) -> None:
    """Raise `NotReplayed` for parameters, members of objects and names that this version does not know."""
    known = selected.schema.fields
    unknown = _show(name for name in parameters if name not in known)
    if not unknown:
        unknown = _show(selected.endpoint.find_unknown(parameters))
    if unknown:
        raise NotReplayed(_NOT_KNOWN.format(", ".join(unknown)))


class ProvedRequest(NamedTuple):
    """The request of a response as the response's proof has it, and what the response has of the proof."""

    where: str
    """The path of `named` in the response."""
    named: Mapping[str, Any]
    """The request of one result."""
    name_request: Callable[[PreparedDraw], Json]
    """Returns the request of a draw as its proof would have it."""
    instead_of_seed: Json
    """What the `request` of the response has in place of the seed."""
    members: Json
    """The members that the response has beside its results and its `request`."""


@dataclass
class Replay:
    """A response that is drawn again by its `request`; `open_replay` makes a `Replay`.

    `proved` is what the response's proof says, if it has a proof. `randomness` has the seed and the index of the
    request, or of the proof. `known_items` is the caller's list with null for unknown items; it is empty if there is no
    list. `reader` reads the list from the results, and is None if the results do not say which items they show. After
    `compare`, `expected` is the response as it was drawn again.
    """

    response: Response
    proved: ProvedRequest | None
    endpoint: DrawEndpoint
    draw: PreparedDraw
    randomness: Randomness
    known_items: list[Any]
    reader: ListReader | None
    expected: Response = field(default_factory=dict)

    @property
    def has_list(self) -> bool:
        """Return whether the request has a caller's list."""
        return self.endpoint.has_list

    def compare_proved(self, proved: ProvedRequest) -> Difference | None:
        """Return the first difference between this request, as a proof names it, and the request in the proof."""
        named = proved.name_request(self.draw)
        if "items_sha256" in named and ORIGINAL_ITEMS not in self.response:
            named["items_sha256"] = self.response.get("items_sha256")
        expected = orjson.loads(orjson.dumps(named))
        return compare_values(proved.where, expected, proved.named)

    def compare(self) -> tuple[Difference | None, Reasons]:
        """Draw again; return the first difference, and, by member, the reason why a member cannot be checked.

        Raises `Busy` if the request is large and no slot is free.
        """
        unrepeated = [
            name
            for name in self.draw.draft.results.unrepeated
            if _is_list_of_texts(self.response.get(name))
        ]
        expected = self._draw_again(unrepeated)
        reasons: dict[str, str] = {}
        if self.has_list:
            with _name_results(self.response):
                expected, reasons_of_list = self._reconcile_items(expected)
            reasons.update(reasons_of_list)
        self.expected = expected
        unknown = dict.fromkeys(self.endpoint.adapt(expected, self.response))
        reasons.update(dict.fromkeys(unrepeated, _NOT_IN_REQUEST))
        reasons.update(dict.fromkeys(_show(unknown), _UNKNOWN))
        return compare_values("", expected, self.response), reasons

    def _draw_again(self, unrepeated: Iterable[str]) -> Response:
        """Return the expected response, as JSON reads it; take its `unrepeated` members and its proof as sent."""
        blame_other_list = _blame_other_list(
            self.reader, self.known_items, self.response
        )
        with blame_other_list, _name_members():
            body = self.draw.respond(self.randomness)
        instead_of_seed = self.proved.instead_of_seed if self.proved else None
        body |= self.draw.describe_request(self.randomness, instead_of_seed)
        if self.proved:
            body |= self.proved.members
        for name in unrepeated:
            body[name] = self.response[name]
        written = orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)
        expected: Response = orjson.loads(written)
        return expected

    def _reconcile_items(self, expected: Response) -> tuple[Response, Reasons]:
        """Return the expected response with the caller's list, and, by member, why a member cannot be checked."""
        if self.reader is None:
            return add_original_items(expected, self.response), {}
        return self.reader.reconcile_items(expected, self.response)

    def find_results_left(self, names: Sequence[Any] | None = None) -> ResultsLeft:
        """Return how many results the request leaves, perhaps with `names` for its items. Call `compare` before."""
        return self.draw.find_results_left(self._label_items(names), self.expected)

    @property
    def items(self) -> Sequence[Any] | None:
        """Return the list of the request after `compare`; None if there is no list, or a part of it is unknown."""
        if not self.has_list:
            return None
        if ORIGINAL_ITEMS in self.response:
            return self.known_items
        return (
            self.known_items
            if len(self._find_indices()) == len(self.known_items)
            else None
        )

    def name_items(self, names: Sequence[Any]) -> Any:
        """Return the results of the compared response, with `names` in place of its items; None if unknown."""
        if self.reader is None:
            return None
        return self.reader.name_items(self.response, names)

    def _find_indices(self) -> frozenset[int]:
        """Return the indices of the items that the compared response shows."""
        if self.reader is None:
            return frozenset()
        return frozenset(self.reader.find_indices(self.expected))

    def _label_items(self, names: Sequence[Any] | None) -> Labels:
        """Return the labels of the items, or of their names. Items that the response does not show have no label."""
        items = self.known_items
        if names is not None and len(names) == len(items):
            return Labels(lambda index: label_item(names[index]), are_items=False)
        known: Container[int] = range(len(items))
        if self.has_list and self.items is None:
            known = self._find_indices()
        return Labels(
            lambda index: label_item(items[index]) if index in known else None
        )


def open_replay(response: Response, proved: ProvedRequest | None = None) -> Replay:
    """Return the replay of a response; `proved` is what its proof says, if it has one.

    Raises `NotReplayed`, `WrongResult`, or `Refused`, which names a malformed member of the request.
    """
    selected, parameters = parse_repeated_request(response)
    endpoint = selected.endpoint
    if proved:
        parameters["seed"] = response.get("seed")
    results = endpoint.route.select_results(parameters)
    response = results.read_response(response)
    reader = ListReader.for_results(results, endpoint.members)
    items: list[Any] = []
    if endpoint.has_list:
        with _name_results(response):
            items = _recover_items(reader, response)
        parameters["items"] = items
    with _blame_other_list(reader, items, response), _name_members():
        draw = _prepare(selected, parameters, is_proved=proved is not None)
    if not isinstance(draw.draft.results, results):
        if endpoint.has_list:
            _require_list(response)
        reader = None
    randomness = draw.arguments.randomness
    if randomness.seed is None and draw.draft.sampler.is_random:
        raise Refused("request.seed", "Must be the seed, as in the original response.")
    return Replay(response, proved, endpoint, draw, randomness, items, reader)


def _prepare(
    selected: SelectedEndpoint, parameters: Mapping[str, Any], *, is_proved: bool
) -> PreparedDraw:
    """Return the draw of a request with these parameters.

    Raises what the schema and the view raise, and `SeedsOff` if ALLOW_SEEDS is off and a parameter that is no order
    chooses.
    """
    arguments, repeats = split_batch(validate(selected.schema, parameters))
    # A proved response has the seed of its proof, so its seed is not chosen here.
    if not is_proved:
        check_choices(arguments, allowed=list_order_parameters(type(arguments)))
    token = IS_REPLAY.set(True)
    try:
        return selected.endpoint.route.prepare(arguments, repeats, selected.names)
    finally:
        IS_REPLAY.reset(token)


def _recover_items(reader: ListReader | None, response: Response) -> list[Any]:
    """Return the list of the request, with null for items without influence.

    Raises `NotReplayed` if the results depend on items that the response lacks, and `Refused` for malformed results.
    """
    if reader is None:
        _require_list(response)
        items: list[Any] = response[ORIGINAL_ITEMS]
        return items
    items = reader.recover_items(response)
    if reader.needs_list(response):
        raise NotReplayed(_NEEDS_LIST)
    return items


def _require_list(response: Response) -> None:
    """Raise `NotReplayed` for a response without the caller's list."""
    if ORIGINAL_ITEMS not in response:
        raise NotReplayed(_NOT_SHOWN)


@contextmanager
def _name_results(response: Response) -> Iterator[None]:
    """Turn errors of the context, which reads the list from the results.

    A limit of this service becomes `NotReplayed`, any other refusal `WrongResult`.
    """
    try:
        yield
    except OverLimit as error:
        raise NotReplayed(str(error)) from None
    except Refused as error:
        raise WrongResult(error.field, str(error), response) from None


@contextmanager
def _blame_other_list(
    reader: ListReader | None, items: list[Any], response: Response
) -> Iterator[None]:
    """Turn errors of the context into `WrongResult` if the response no longer has the list that it was sent with.

    Rules may refuse an altered list, and so may the search for a result.
    """
    try:
        yield
    except (Refused, NotReplayed):
        shows_all = reader is not None and reader.shows_all
        if shows_all and not has_hash(items, response.get("items_sha256")):
            raise WrongResult(
                "items_sha256", "the hash of these items", response
            ) from None
        raise


def select_endpoint(path: str) -> SelectedEndpoint:
    """Return the endpoint of a path, such as "/v1/decks/tarot/shuffle/batch".

    Raises `NotReplayed` for a path where this version draws nothing.
    """
    url_map = current_app.url_map.bind("")
    endpoints = list_draw_endpoints(current_app.blueprints.values())
    try:
        url_rule, names = url_map.match(path, "POST", return_rule=True)
        rule = url_rule.rule
        endpoint = endpoints[rule.removesuffix("/batch")]
        return SelectedEndpoint(endpoint, rule.endswith("/batch"), names)
    except (HTTPException, KeyError):
        raise NotReplayed(
            f"This version does not know the path {_show([path])[0]}, or draws nothing there."
        ) from None


def takes_list(request: Mapping[str, Any]) -> bool:
    """Return whether a request has a caller's list, by its path; False for a path that is unknown here."""
    try:
        return select_endpoint(str(request.get("path"))).endpoint.has_list
    except NotReplayed:
        return False


@contextmanager
def _name_members() -> Iterator[None]:
    """Turn errors of the context, which prepares the draw of a `request` or makes it.

    A name or a limit that another service may know or allow becomes `NotReplayed`, a draw that finds nothing becomes
    `NothingFound`, and any other refusal names a member of `request`: "request.max" for "max".
    """
    try:
        yield
    except InvalidValues as error:
        field, (message, *_) = next(iter(error.messages.items()))
        raise Refused(f"request.{field}", *message) from None
    except NotFound as error:
        raise NothingFound(str(error)) from None
    except LaterName as error:
        raise NotReplayed(escape_invisible(str(error))) from None
    except (UnknownName, OverLimit) as error:
        raise NotReplayed(str(error)) from None
    except Refused as error:
        raise error.reword(f"request.{error.field}", str(error)) from None


def _is_list_of_texts(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(text, str) and text for text in value)
    )


def _show(names: Iterable[str]) -> list[str]:
    """Return up to `MAX_ERRORS` names, each cut to `_MAX_NAME` characters, with invisible characters escaped."""
    return [escape_invisible(name[:_MAX_NAME]) for name in islice(names, MAX_ERRORS)]
