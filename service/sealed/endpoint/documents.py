"""Schemas and checks for the records of sealed shoes at /v1/verify: receipts, shown cards and signed states."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

import marshmallow as ma

from ...cards.deck import DECKS
from ...core.object_types import ObjectOf
from ...core.rng.streams import MAX_INDEX, STREAM
from ...core.shuffles.registry import SHUFFLES
from ...core.value_types import Document, Integer, ListOf, Sha256, ValueType
from ...games.catalogue import GAMES
from ...http.caller_lists.hashes import hash_list
from ...http.schemas.fields import JsonValues, parameter
from ...http.schemas.request_schemas import RequestSchema, errors, nested
from ...http.services import hold_large, services
from ...http.versions import find_other_version, get_member
from ...proofs.drand import compare_client_seed, derive_round_due
from ...proofs.endpoint.keys import get_keys
from ...proofs.endpoint.prove import BeaconRequest
from ...replay.draw_endpoints import Response
from ...replay.submitted import CONFIRMED, SubmittedResult
from ...verdicts.confirmed import Confirmed
from ...verdicts.verdict import Check, VerificationResult
from ..opening.contents import SCHEME
from ..opening.own_items import ItemValue
from ..opening.terms import VALUE_TYPES
from ..receipts.observations import MAX_OBSERVED, ObservedCards
from ..receipts.partials import open_check
from ..receipts.receipt_checks import OriginalItems
from ..shoe.shown import check_shown_alone
from ..shoe.state_signatures import StateSignature, check_state

_MAX_RUNS = 10_000
_DEFINITIONS: Mapping[str, str] = {
    "receipt": SCHEME,
    "receipt.receipt": SCHEME,
    "receipt.terms.scheme": SCHEME,
    "receipt.terms.stream": STREAM,
    "terms.scheme": SCHEME,
    "terms.stream": STREAM,
}
"""The name of each definition, by the path of the member with the name. The file is a receipt or has it as a member."""
_TERMS = ("terms", "receipt.terms")
"""The paths of the terms of a sealed shoe."""
_ENTRIES: Mapping[str, Collection[str]] = {
    "game": GAMES,
    "deck": DECKS,
    "algorithm": SHUFFLES,
}
"""The names that a member of the terms can have."""


class CardValue(ItemValue):
    """A value type: a card in any spelling, or an item. The terms of the shoe say which of the two it is."""

    accepted_in_requests = (
        "a card, such as AS, 10H or ace of spades, or an item of the shoe"
    )


class SeenList(ListOf):
    """A value type: what a caller observed of a shoe. The refusal of a long list names a check without a limit."""

    @property
    def accepted_in_requests(self) -> str:
        return f"{self.accepted_in_bodies}; table.check of the clients checks a shoe of any length"


def _observed_field(
    item: ValueType, meaning: str, example: list[Any]
) -> ma.fields.Field[Any]:
    """Return the field of a list of cards or integers that a player saw; null stands for a card not seen."""
    value_type = ListOf(
        meaning, item, MAX_OBSERVED, is_empty_default=False, example=example
    )
    return parameter(
        value_type, default=None, item=parameter(item, None, allow_none=True)
    )


class ObservedCardsRequest(RequestSchema):
    """Cards or integers of a sealed shoe that the caller observed: an entry of a response, or consecutive cards."""

    target = ObservedCards
    error_messages = errors(
        "an object with cards or integers, such as seen in a response"
    )

    cards = _observed_field(
        CardValue(), "In any spelling; null if it was not told.", ["AS", None]
    )
    integers = _observed_field(
        Integer("", -MAX_INDEX, MAX_INDEX), "In place of cards.", [617]
    )


class ShoeReceiptRequest(SubmittedResult):
    """The receipt of a sealed shoe, and what the caller observed."""

    description = "the receipt of a sealed shoe, identified by its receipt"
    is_named = True

    receipt = parameter(Document("As in the response."))
    seen = parameter(
        SeenList(
            "The `seen` of every response, or whole responses, or consecutive cards.",
            Document(),
            _MAX_RUNS,
        ),
        default=None,
        item=ma.fields.Nested(ObservedCardsRequest),
        allow_none=True,
    )
    shown = parameter(
        ListOf("Cards that players show, each with its proof.", Document(), _MAX_RUNS),
        default=None,
        allow_none=True,
    )
    original_items = parameter(
        JsonValues("The list that the integers of the shoe stand for."),
        default=None,
        allow_none=True,
    )
    beacon = nested(BeaconRequest, "The round of drand that its label ends with.")

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body is the receipt of a shoe, or has a `receipt` that is an object."""
        return isinstance(body.get("receipt"), dict) or body.get("receipt") == SCHEME

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the body with a member `receipt`. The body may be the receipt itself, or the response of a reveal.

        Each response in the list `seen` is replaced by its own member `seen`, and its `shown` cards are added.
        """
        sent = dict(body)
        if not isinstance(body["receipt"], dict):
            receipt = sent | {CONFIRMED: None}
            sent = {"receipt": receipt, CONFIRMED: body.get(CONFIRMED)}
        members = {
            name: value if name == "original_items" else _drop_nulls(value)
            for name, value in sent.items()
            if value is not None and name not in {"shoe", "audit"}
        }
        inner_receipt = members["receipt"].get("receipt")
        if isinstance(inner_receipt, dict):
            members["receipt"] = inner_receipt
        shown = list(_list_shown(members.get("shown", [])))
        seen = members.get("seen")
        if isinstance(seen, list):
            turns = [turn for entry in seen for turn in _list_stages(entry)]
            members["seen"] = [_read_seen(turn) for turn in turns]
            for turn in filter(_is_response, turns):
                shown.extend(_list_shown(turn.get("shown", [])))
        members["shown"] = shown
        return members

    def open_check(
        self, values: dict[str, Any], _: Response, confirmed: Confirmed
    ) -> Check:
        """Return a function that checks the receipt, after restoring the null members that generated clients drop."""
        receipt = _restore_nulls(values.pop("receipt"))
        return partial(_check_receipt, receipt, values, confirmed)


def _check_receipt(
    receipt: Mapping[str, Any], values: Mapping[str, Any], confirmed: Confirmed
) -> VerificationResult:
    """Check a receipt against the other members of a `ShoeReceiptRequest`, and return the result."""
    seen = values.get("seen", ())
    shown = list(values.get("shown", ()))
    check = open_check(receipt, seen, services().allowed.limits, shown)
    hold_large(check.held_items)
    items = values.get("original_items")
    original_items = None
    if items is not None:
        original_items = OriginalItems(len(items), hash_list(items))
    beacon = values.get("beacon")
    if beacon is None:
        return check.run(original_items, confirmed)
    outcome = compare_client_seed(
        beacon, receipt["terms"].get("label"), receipt["client_seed"]
    )
    result = check.run(original_items, confirmed, {"beacon": outcome})
    derived = dict(result.derived) | derive_round_due(beacon)
    return result._replace(derived=derived)


def _list_stages(entry: Any) -> list[Any]:
    """Return the responses in `dealt_stages` if the entry is a deal of several stages, or else the entry alone."""
    stages = entry.get("dealt_stages") if isinstance(entry, dict) else None
    return stages if isinstance(stages, list) else [entry]


def _is_response(entry: Any) -> bool:
    """Return whether an entry of `seen` is a whole response, which has its own `seen`."""
    return isinstance(entry, dict) and isinstance(entry.get("seen"), dict)


def _read_seen(entry: Any) -> Any:
    """Return the member `seen` of a response, or the unchanged entry if it is no response."""
    return entry["seen"] if _is_response(entry) else entry


def _drop_nulls(value: Any) -> Any:
    """Return a JSON value without null members, at any depth: some clients add them."""
    if isinstance(value, dict):
        return {
            name: _drop_nulls(member)
            for name, member in value.items()
            if member is not None
        }
    if isinstance(value, list):
        return [_drop_nulls(item) for item in value]
    return value


def _list_shown(shown: Any) -> list[Any]:
    """Return `shown` as a list; it may be a single shown card."""
    return shown if isinstance(shown, list) else [shown]


def _restore_nulls(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a receipt with its null and empty members, which `_drop_nulls` and some clients leave out.

    An empty `shown` is removed from a full receipt: only partial receipts have the member, but some clients add it.
    """
    is_full = "server_seed" in receipt or "seed_hash" not in receipt
    members: dict[str, Any] = {"client_seed": None}
    if not is_full:
        members |= {"root": None, "shown": []}
    members |= receipt
    if "shown" in members:
        members["shown"] = _list_shown(members["shown"])
    if is_full and members.get("shown") == []:
        del members["shown"]
    drawn = members.get("drawn")
    if isinstance(drawn, dict):
        members["drawn"] = {"in_play": None} | drawn
    if "terms" in members:
        members["terms"] = _restore_terms(members["terms"])
    return members


def _restore_terms(terms: Any) -> Any:
    """Return terms without empty members, which clients add: only the `exclude` of a deck may be empty in terms."""
    if not isinstance(terms, dict):
        return terms
    deck_member = "exclude" if "deck" in terms else None
    return {
        name: value
        for name, value in terms.items()
        if name == deck_member or value not in ([], {})
    }


class ShownCardsRequest(SubmittedResult):
    """Shown cards of a sealed shoe."""

    description = "shown cards, identified by shown"

    shown = parameter(
        ListOf(
            "Cards of one round, as responses of the shoe have them.",
            Document(),
            _MAX_RUNS,
            1,
        )
    )
    root = parameter(
        Sha256("The root of their round, as a response of the shoe has it.")
    )
    terms = parameter(Document("The terms of the shoe."))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        return body.get("shown") is not None

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        members: dict[str, Any] = _drop_nulls(body)
        return members | {"shown": _list_shown(members.get("shown"))}

    def open_check(self, values: dict[str, Any], _: Response, __: Confirmed) -> Check:
        shown = list(values["shown"])
        terms = _restore_terms(values["terms"])
        return partial(check_shown_alone, shown, values["root"], terms)


class SignedStateRequest(SubmittedResult):
    """The digest of a response of a sealed shoe, with its signature."""

    identified_by = "signed"
    description = "the state of a sealed shoe, identified by signed"

    digest = parameter(Sha256("As in the response."))
    signed = parameter(ObjectOf("As in the response.", members=StateSignature))

    def open_check(self, values: dict[str, Any], _: Response, __: Confirmed) -> Check:
        return lambda: check_state(
            values["digest"], values["signed"], get_keys().signing
        )


def find_later(body: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the path of the first member of a shoe's record that this version does not know, and the name there.

    For example, return ("receipt", "sealed9"), ("terms.game", "quodlibet9") or ("terms.colour", "colour").
    """
    if isinstance(get_member(body, "receipt.receipt"), Mapping):
        body = body["receipt"]  # the whole response to /v1/shoes/reveal
    return find_other_version(body, _DEFINITIONS) or _find_unknown_term(body)


def _find_unknown_term(body: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the path and the name of the first unknown member of the terms, or of the first unknown name in one."""
    for path in _TERMS:
        terms = get_member(body, path)
        if not isinstance(terms, Mapping):
            continue
        for name, value in terms.items():
            if name not in VALUE_TYPES:
                return f"{path}.{name}", name
            if _is_unknown_entry(name, value):
                return f"{path}.{name}", value
    return None


def _is_unknown_entry(name: str, value: Any) -> bool:
    """Return whether a member of the terms has a name as its value that is not listed here."""
    if name not in _ENTRIES or not isinstance(value, str):
        return False
    return value != "" and value not in _ENTRIES[name]
