"""Check a reproducible response: send its `request` through the view that sent it, and compare the whole response."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import orjson
from flask import current_app
from werkzeug.exceptions import HTTPException

from ..core.draw_requests import IS_REPLAY
from ..core.errors import LaterName, NotFound, OverLimit, Refused, UnknownName
from ..core.results_left import Labels, ResultsLeft
from ..core.texts import escape_invisible
from ..core.verification import Difference, compare_values
from .draw_view import PreparedResponse, check_choices, prepare_response
from .list_hashes import label_item
from .problems import InvalidValues
from .replay_items import ListReader, add_original_items, has_hash
from .request_parsing import validate
from .response_replay import (
    ORIGINAL_ITEMS,
    DrawEndpoint,
    Reasons,
    Response,
    list_endpoints,
)
from .schemas.fields import MAX_ERRORS

_MAX_NAME = 60
_UNKNOWN = "This version does not know the member; the one that made the response can check it."
_NOT_KNOWN = "This version does not know {} in the request."
_NOT_IN_REQUEST = "It follows from a text that the response does not repeat."
_NO_REQUEST = (
    "The response is without its request; ask again with its seed for one that has it."
)
_NEEDS_LIST = f"Items that were not drawn decide as well. To check it, add the caller's list as {ORIGINAL_ITEMS}."
_NOT_SHOWN = f"This version cannot read the list from the results. To check it, add it as {ORIGINAL_ITEMS}."
_NOT_REPEATED = {
    "sign",
    "items",
}  # a signed response has no seed; the list is `original_items`


class NotReplayed(Exception):
    """Raised for a response whose request this service cannot send again; the text is the reason."""


class NothingFound(NotReplayed):
    """Raised for a response of a draw that finds nothing with its seed, whatever the limits of a service are."""


class WrongResult(Exception):
    """Raised for a response whose results are of another form than any; `difference` names the member."""

    def __init__(self, member: str, expected: str, response: Response) -> None:
        super().__init__(expected)
        self.difference = compare_values(member, expected, response.get(member))


class Replay:
    """A response that is drawn again by its `request`. `terms` are the terms of its proof, if it has one.

    Raises `NotReplayed`, `WrongResult`, and `Refused` naming the member of a request that is malformed.
    """

    def __init__(
        self, response: Response, terms: Mapping[str, Any] | None = None
    ) -> None:
        if "request" not in response:
            raise NotReplayed(_NO_REQUEST)
        asked = response["request"]
        if not isinstance(asked, dict) or not isinstance(
            path := asked.get("path"), str
        ):
            raise Refused(
                "request", "Must be an object with path, as in the original response."
            )
        self.response, self.terms = response, terms
        endpoint, is_batch, names = select_endpoint(path)
        schema = endpoint.batch_schema if is_batch else endpoint.single_schema
        self.endpoint, self.has_list = endpoint, "items" in schema.fields
        values = {
            name: value
            for name, value in asked.items()
            if name not in {"path", "prove"}
        }
        if unknown := [name for name in values if name not in schema.fields]:
            raise NotReplayed(_NOT_KNOWN.format(", ".join(_show(unknown))))
        if unknown := _show(endpoint.find_unknown(values)):
            raise NotReplayed(_NOT_KNOWN.format(", ".join(unknown)))
        if forbidden := _NOT_REPEATED & values.keys():
            raise Refused(f"request.{min(forbidden)}", "A response does not repeat it.")
        if terms is not None:
            values["seed"] = response.get("seed")
        self._items: list[Any] = []
        self._result: Response = {}
        results = endpoint.select_results(values)
        self.reader = ListReader.for_results(results, endpoint.members)
        if self.has_list:
            with self._name_results():
                values["items"] = self._items = self._recover_items()
        with self._blame_other_list(), _name_members():
            arguments = validate(schema, values)
            if (
                terms is None
            ):  # the seed of a proved response is that of its proof, and nobody chooses it here
                check_choices(arguments, allowed={"deal_number"})
            self.draw: PreparedResponse = prepare_response(
                endpoint.rule, endpoint.view, arguments, names
            )
        if not isinstance(self.draw.response.results, results):
            self._require_list()
            self.reader = None
        self.randomness = self.draw.arguments.randomness
        if self.randomness.seed is None and self.draw.response.sampler.is_random:
            raise Refused(
                "request.seed", "Must be the seed, as in the original response."
            )

    def _recover_items(self) -> list[Any]:
        """Return the list of the request, with null for items that decide nothing. Raises `NotReplayed`, `Refused`."""
        if self.reader is None:
            self._require_list()
            items: list[Any] = self.response[ORIGINAL_ITEMS]
            return items
        items = self.reader.recover_items(self.response)
        if self.reader.needs_list(self.response):
            raise NotReplayed(_NEEDS_LIST)
        return items

    def _require_list(self) -> None:
        """Raise `NotReplayed` for a response of a caller's list without the list."""
        if self.has_list and ORIGINAL_ITEMS not in self.response:
            raise NotReplayed(_NOT_SHOWN)

    @contextmanager
    def _name_results(self) -> Iterator[None]:
        """Raise an error of the context, which reads the list from the results, as `WrongResult` or `NotReplayed`."""
        try:
            yield
        except OverLimit as error:
            raise NotReplayed(str(error)) from None
        except Refused as error:
            raise WrongResult(error.field, str(error), self.response) from None

    @contextmanager
    def _blame_other_list(self) -> Iterator[None]:
        """Raise an error of the context as `WrongResult` if the response has not the list that it was sent with.

        Rules may refuse a list that was altered, and so may the search for a result.
        """
        try:
            yield
        except (Refused, NotReplayed):
            if self._has_other_list():
                raise WrongResult(
                    "items_sha256", "the hash of these items", self.response
                ) from None
            raise

    def _has_other_list(self) -> bool:
        """Return whether a response that shows the whole list shows another one than that of its hash."""
        if self.reader is None or not self.reader.shows_all:
            return False
        return not has_hash(self._items, self.response.get("items_sha256"))

    def compare_proved(
        self, where: str, proved: Mapping[str, Any]
    ) -> Difference | None:
        """Return the first difference between the request as a proof names it and the `request` in its proof."""
        named = self.draw.name_request()
        if "items_sha256" in named and ORIGINAL_ITEMS not in self.response:
            named["items_sha256"] = self.response.get("items_sha256")
        return compare_values(where, orjson.loads(orjson.dumps(named)), proved)

    def compare(self) -> tuple[Difference | None, Reasons]:
        """Draw again; return the first difference, and by member the reason why it cannot be checked.

        Raises `Busy` if the request is large and no slot is free.
        """
        with self._blame_other_list(), _name_members():
            body = self.draw.respond(self.randomness)
        body |= self.draw.describe_request(self.randomness, self.terms)
        if self.terms is not None:
            body["proof"] = self.response["proof"]
        unrepeated = {
            name
            for name in self.draw.response.unrepeated
            if _is_list_of_texts(self.response.get(name))
        }
        body |= {name: self.response[name] for name in unrepeated}
        expected = orjson.loads(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY))
        reasons: Reasons = {}
        if self.has_list:
            with self._name_results():
                expected, reasons = self._reconcile_items(expected)
        self._result = expected
        unknown = dict.fromkeys(self.endpoint.adapt(expected, self.response))
        reasons = {
            **reasons,
            **dict.fromkeys(unrepeated, _NOT_IN_REQUEST),
            **dict.fromkeys(_show(unknown), _UNKNOWN),
        }
        return compare_values("", expected, self.response), reasons

    def _reconcile_items(self, expected: Response) -> tuple[Response, Reasons]:
        """Return the expected response with the list of the caller, and by member why it cannot be checked."""
        if self.reader is None:
            return add_original_items(expected, self.response), {}
        return self.reader.reconcile_items(expected, self.response)

    def count_results(self, names: Sequence[Any] | None = None) -> ResultsLeft:
        """Return how many results the request of a response that was compared leaves, perhaps as names of its items."""
        return self.draw.count_results(self._label_items(names), self._result)

    @property
    def items(self) -> Sequence[Any] | None:
        """Return the list of a request whose response was compared, None if it has none or a part is not known."""
        if not self.has_list:
            return None
        if ORIGINAL_ITEMS in self.response:
            return self._items
        return self._items if len(self._find_indices()) == len(self._items) else None

    def name_items(self, names: Sequence[Any]) -> Any:
        """Return the results of a response that was compared, with the names for its items; None if unknown."""
        if self.reader is None:
            return None
        return self.reader.name_items(self.response, names)

    def _find_indices(self) -> frozenset[int]:
        """Return the indices of the items that a response that was compared shows."""
        if self.reader is None:
            return frozenset()
        return frozenset(self.reader.find_indices(self._result))

    def _label_items(self, names: Sequence[Any] | None) -> Labels:
        """Return the labels of the items, or of their names; items that the response does not have have none."""
        items = self._items
        if names is not None and len(names) == len(items):
            return Labels(lambda index: label_item(names[index]), are_items=False)
        known = (
            self._find_indices()
            if self.has_list and self.items is None
            else range(len(items))
        )
        return Labels(
            lambda index: label_item(items[index]) if index in known else None
        )


def select_endpoint(path: str) -> tuple[DrawEndpoint, bool, Mapping[str, str]]:
    """Return the endpoint of a path, whether it is for a batch, and the names in it. Raises `NotReplayed`."""
    try:
        rule, names = current_app.url_map.bind("").match(path, "POST", return_rule=True)
        return (
            list_endpoints(current_app.blueprints.values())[
                rule.rule.removesuffix("/batch")
            ],
            rule.rule.endswith("/batch"),
            names,
        )
    except (HTTPException, KeyError):
        raise NotReplayed(
            f"This version does not know the path {_show([path])[0]}, or draws nothing there."
        ) from None


@contextmanager
def _name_members() -> Iterator[None]:
    """Raise an error of the context as `Refused` with the name of a member of `request`, or as `NotReplayed`."""
    token = IS_REPLAY.set(True)
    try:
        yield
    except InvalidValues as error:
        field, (sentence, *_) = next(iter(error.errors.items()))
        raise Refused(f"request.{field}", sentence) from None
    except NotFound as error:
        raise NothingFound(str(error)) from None
    except LaterName as error:
        raise NotReplayed(escape_invisible(str(error))) from None
    except (UnknownName, OverLimit) as error:
        raise NotReplayed(str(error)) from None
    except Refused as error:
        raise Refused(f"request.{error.field}", str(error)) from None
    finally:
        IS_REPLAY.reset(token)


def _is_list_of_texts(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(text, str) and text for text in value)
    )


def _show(names: Iterable[str]) -> list[str]:
    """Return up to `MAX_ERRORS` names, each cut to `_MAX_NAME` characters, with invisible characters escaped."""
    return [escape_invisible(name[:_MAX_NAME]) for name in islice(names, MAX_ERRORS)]
