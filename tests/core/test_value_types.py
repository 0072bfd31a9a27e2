"""The kinds of values, and the documents that are parsed by them."""

import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, field, make_dataclass, replace
from enum import StrEnum
from typing import Annotated, Any

import pytest

from service.core.errors import Refused
from service.core.object_types import (
    ByName,
    DescribedField,
    ObjectOf,
    describe,
    parse_members,
)
from service.core.seeded_request import SeedText
from service.core.value_types import (
    REQUEST,
    Choice,
    Document,
    Flag,
    Hex,
    Integer,
    ListOf,
    Number,
    Sha256,
    Text,
    ValueType,
)
from tests.tables import for_each, read_table

TABLES = read_table("core/value_types.yaml")


class Suit(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"


@dataclass(frozen=True, kw_only=True)
class Bid:
    tricks: Annotated[int, Integer("Tricks.", 1, 7, example=3)]
    suit: Annotated[Suit | None, Choice("The suit.", tuple(Suit))] = None
    label: Annotated[
        str | None, Text("A label.", max_length=4, response_text="The label, if any.")
    ] = None
    cards: Annotated[tuple[str, ...], ListOf("Cards.", Text(max_length=2), 2)] = ()
    digest: Annotated[str | None, Sha256()] = None
    undescribed: int = 0


def parse_bid(
    document: object,
    required: Collection[str] = ("tricks",),
    optional: Collection[str] = ("suit", "label", "cards", "digest"),
) -> Bid:
    """Return the bid of a document, which must have the required members."""
    kinds = {name: kind for name, (kind, _) in describe(Bid).items()}
    members = parse_members("bid", kinds, document, required, optional)
    return Bid(**members)


@dataclass(frozen=True, kw_only=True)
class Contract:
    bids: Annotated[
        Mapping[str, int],
        ByName(
            item=Integer("", 1, 7),
            name=Text(max_length=2),
            owner="seat",
            noun="bid",
            max_length=2,
        ),
    ]
    level: Annotated[int, Integer("", 1, 7)] = 1


DIGEST = "0f" * 32

UP_TO_3 = Integer("", 1, 3)
THREE_OR_SIX = Integer("", only=(3, 6))
SHARE = Number("", 0, 1)
FLAG = Flag()
ANY_TEXT = Text()
TWO_CHARACTERS = Text("", 2)
LONG_TEXT = Text("", 2000)
SUIT = Choice("", tuple(Suit))
BYTE_OR_TWO = Hex("", (2, 4))
SHA256 = Sha256()
DOCUMENT = Document()
TWO_INTEGERS = ListOf("", UP_TO_3, 2)
INTEGERS = ListOf("", UP_TO_3, 5)
THREE_FLAGS = ListOf("", FLAG, 3)
THREE_TEXTS = ListOf("", ANY_TEXT, 3)
SUIT_BY_NAME = ByName(item=SUIT, max_length=2)
TEXTS_BY_NAME = ByName(item=ListOf())
CONTRACT = ObjectOf("", members=Contract)


@for_each(
    ("kind", "value", "python"),
    [
        (Integer("", -1, 3), -1, -1),
        (Integer("", -1, 3), 3, 3),
        (THREE_OR_SIX, 6, 6),
        (SHARE, 1, 1.0),
        (SHARE, 0.5, 0.5),
        (FLAG, False, False),
        (TWO_CHARACTERS, "é♠", "é♠"),
        (SUIT, "hearts", Suit.HEARTS),
        (Choice("", {"bridge": 1}), "bridge", "bridge"),
        (BYTE_OR_TWO, "0fa1", "0fa1"),
        (SHA256, DIGEST, DIGEST),
        (DOCUMENT, {"a": []}, {"a": []}),
        (TWO_INTEGERS, [], ()),
        (ListOf("", ListOf("", SUIT, 2), 2), [["spades"]], ((Suit.SPADES,),)),
        (SUIT_BY_NAME, {"é": "hearts"}, {"é": Suit.HEARTS}),
        (CONTRACT, {"bids": {"N": 3}, "level": 2}, Contract(bids={"N": 3}, level=2)),
    ],
)
def test_a_value_that_fits_becomes_its_python_value(
    kind: ValueType, value: Any, python: Any
) -> None:
    assert kind.fits(value)
    sent = kind.read(REQUEST, value)
    assert sent == python
    assert type(sent) is type(python)
    member = kind.read_member("receipt.member", value)
    assert member == python
    assert type(member) is type(python)


@for_each(
    ("kind", "value", "accepted"),
    [
        (UP_TO_3, 4, "an integer from 1 to 3"),
        (UP_TO_3, 0, "an integer from 1 to 3"),
        (UP_TO_3, True, "an integer from 1 to 3"),
        (UP_TO_3, 1.0, "an integer from 1 to 3"),
        (THREE_OR_SIX, 4, "one of: 3, 6"),
        (Number("", 0, 0.5), 0.6, "a number from 0 to 0.5"),
        (SHARE, True, "a number from 0 to 1"),
        (SHARE, "1", "a number from 0 to 1"),
        (FLAG, 1, "true or false"),
        (TWO_CHARACTERS, "", "a text of 1 to 2 characters"),
        (TWO_CHARACTERS, "abc", "a text of 1 to 2 characters"),
        (TWO_CHARACTERS, "\ud800", "a text of 1 to 2 characters"),
        (LONG_TEXT, 3, "a text of 1 to 2000 characters"),
        (SUIT, "heart", "one of: spades, hearts"),
        (SUIT, ["hearts"], "one of: spades, hearts"),
        (BYTE_OR_TWO, "0fa", "2 or 4 lower-case hexadecimal digits"),
        (Hex("", (2,)), "0f\n", "2 lower-case hexadecimal digits"),
        (SHA256, DIGEST.upper(), "64 lower-case hexadecimal digits"),
        (SHA256, DIGEST + "0", "64 hexadecimal digits"),
        (DOCUMENT, [], "a JSON object"),
        (TWO_INTEGERS, [1, 1, 1], "a list of up to 2 values"),
        (ListOf("", TWO_CHARACTERS, 2), "a", "a list of up to 2 texts"),
        (
            ByName(max_length=1),
            {"N": "a", "E": "b"},
            "an object of up to 1 names, each with its value",
        ),
        (CONTRACT, [], "an object with the members bids, level"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_what_is_accepted(
    kind: ValueType, value: Any, accepted: str
) -> None:
    assert not kind.fits(value)
    with pytest.raises(Refused) as refusal:
        kind.read_member("receipt.member", value)
    assert str(refusal.value) == f"receipt.member must be {accepted}."
    assert refusal.value.field == "receipt"


def test_an_item_that_does_not_fit_is_named() -> None:
    with pytest.raises(Refused) as refusal:
        parse_bid({"tricks": 1, "cards": ["AS", "ace"]})
    assert str(refusal.value) == "bid.cards[1] must be a text of 1 to 2 characters."


@for_each(
    ("kind", "accepted"),
    [
        (UP_TO_3, "an integer from 1 to 3, in digits and without quotes"),
        (THREE_OR_SIX, "one of 3, 6, in digits and without quotes"),
        (SHARE, "a number from 0 to 1, in digits and without quotes"),
        (LONG_TEXT, "a text of 1 to 2,000 characters"),
        (FLAG, "true or false"),
        (
            ListOf("", FLAG, 5, 1, example=[True]),
            "an array of 1 to 5 items, such as [true]",
        ),
        (
            ListOf("Flags.", FLAG, 5, 1),
            "1 to 5 items: in a query separated by commas, in JSON an array",
        ),
    ],
)
def test_a_request_says_how_a_value_is_written(kind: ValueType, accepted: str) -> None:
    assert kind.accepted_in_requests == accepted


@for_each(
    ("kind", "text", "value"),
    [
        (UP_TO_3, "-12", -12),
        (UP_TO_3, "01", "01"),
        (UP_TO_3, "٣", "٣"),
        (SHARE, "1e-2", 0.01),
        (SHARE, "nan", "nan"),
        (FLAG, "true", True),
        (FLAG, "yes", "yes"),
        (ANY_TEXT, "1", "1"),
        (INTEGERS, "1,x", [1, "x"]),
        (INTEGERS, "", []),
    ],
)
def test_a_query_has_the_value_that_its_text_stands_for(
    kind: ValueType, text: str, value: object
) -> None:
    assert kind.parse_query_text(text) == value


@for_each(
    ("kind", "schema"),
    [
        (UP_TO_3, {"type": "integer", "minimum": 1, "maximum": 3}),
        (THREE_OR_SIX, {"type": "integer", "enum": [3, 6]}),
        (SHARE, {"type": "number", "format": "double", "minimum": 0, "maximum": 1}),
        (TWO_CHARACTERS, {"type": "string", "minLength": 1, "maxLength": 2}),
        (SUIT, {"type": "string", "enum": ["spades", "hearts"]}),
        (BYTE_OR_TWO, {"type": "string", "pattern": "^([0-9a-f]{2}|[0-9a-f]{4})$"}),
        (
            ListOf("", FLAG, 3, 1),
            {
                "type": "array",
                "items": {"type": "boolean"},
                "minItems": 1,
                "maxItems": 3,
            },
        ),
        (
            ByName(item=ListOf("", FLAG, 3), max_length=2),
            {
                "type": "object",
                "propertyNames": ANY_TEXT.schema,
                "additionalProperties": THREE_FLAGS.schema,
                "maxProperties": 2,
            },
        ),
    ],
)
def test_a_kind_has_a_json_schema(kind: ValueType, schema: dict[str, Any]) -> None:
    assert kind.schema == schema


def test_a_choice_suggests_a_name() -> None:
    refusal = SUIT.refuse("heart")
    assert refusal == "Must be one of: spades, hearts. Did you mean 'hearts'?"
    assert SUIT.refuse(3) == "Must be one of: spades, hearts."
    clubs = replace(SUIT, names=["clubs"])
    assert clubs.fits("clubs")


def test_the_fields_that_have_a_kind_are_described() -> None:
    descriptions = describe(Bid)
    assert list(descriptions) == ["tricks", "suit", "label", "cards", "digest"]
    tricks = descriptions["tricks"]
    assert repr(tricks.value_type) == repr(Integer("Tricks.", 1, 7, example=3))
    assert tricks.default is MISSING
    assert descriptions["cards"].default == ()


def describe_member(annotation: Any, kind: ValueType) -> DescribedField:
    """Return the kind and the default of the member of a dataclass that has one."""
    members = [("value", Annotated[annotation, kind])]
    return describe(make_dataclass("Example", members))["value"]


@for_each(
    ("annotation", "kind"),
    [
        (int, ANY_TEXT),
        (bool, UP_TO_3),
        (int | str, UP_TO_3),
        (str | None, FLAG),
        (tuple[int, ...], THREE_TEXTS),
        (list[str], THREE_TEXTS),
        (tuple[str, str], THREE_TEXTS),
        (dict[str, Any], DOCUMENT),
        (Mapping[str, Any], TEXTS_BY_NAME),
    ],
)
def test_a_kind_that_does_not_fit_its_annotation_stops_the_start(
    annotation: Any, kind: ValueType
) -> None:
    with pytest.raises(TypeError, match=r"^Example\.value is .*, which \w+ is not\.$"):
        describe_member(annotation, kind)


@for_each(
    ("annotation", "kind"),
    [
        (int | None, UP_TO_3),
        (Suit | None, SUIT),
        (str, Choice("", ("a", "b"))),
        (Mapping[str, Any] | None, DOCUMENT),
        (Mapping[str, tuple[str, ...]] | None, TEXTS_BY_NAME),
        (tuple[tuple[int, ...], ...] | None, ListOf("", INTEGERS, 3)),
    ],
)
def test_a_kind_may_be_that_of_an_optional_value(
    annotation: Any, kind: ValueType
) -> None:
    assert describe_member(annotation, kind).value_type is kind


def test_a_default_may_come_from_a_factory() -> None:
    @dataclass(frozen=True)
    class Note:
        members: Annotated[Mapping[str, Any], Document()] = field(default_factory=dict)

    assert describe(Note)["members"].default == {}


def test_a_document_becomes_its_dataclass() -> None:
    document = {"tricks": 3, "suit": "hearts", "cards": ["AS"], "digest": DIGEST}
    bid = Bid(tricks=3, suit=Suit.HEARTS, cards=("AS",), digest=DIGEST)
    assert parse_bid(document) == bid


@for_each(("document", "sentence"), TABLES["documents"])
def test_a_document_that_is_no_such_dataclass_is_refused(
    document: Any, sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        parse_bid(document)
    assert str(refusal.value) == sentence


SEED = SeedText()


@for_each(
    ("kind", "value", "python"),
    [
        (SEED, "42", "42"),
        (SEED, 42, "42"),
        (SEED, -7, "-7"),
        (SEED, "s" * 256, "s" * 256),
    ],
)
def test_a_seed_is_a_text_or_an_integer(
    kind: ValueType, value: Any, python: str
) -> None:
    assert kind.fits(value)
    assert kind.convert(value) == python


@for_each(
    ("kind", "value"),
    [
        (SEED, ""),
        (SEED, "s" * 257),
        (SEED, "a\0b"),
        (SEED, True),
        (SEED, 4.0),
        (SEED, None),
        (SEED, ["a"]),
        (SEED, 10**300),
    ],
)
def test_other_values_are_no_seeds(kind: ValueType, value: Any) -> None:
    assert not kind.fits(value)
    assert kind.refuse(value) == f"Must be {kind.accepted_in_requests}."


def test_the_members_of_a_document_are_checked_in_the_order_that_is_given() -> None:
    with pytest.raises(Refused, match=r"^bid lacks the member label\.$"):
        parse_bid({"tricks": 1}, ("tricks", "label"), ())
    with pytest.raises(Refused, match=r"^bid\.label must"):
        parse_bid({"tricks": 0, "label": ""}, ("label", "tricks"), ())
    with pytest.raises(Refused, match=r"^bid has no member 'suit'\."):
        parse_bid({"tricks": 1, "suit": "hearts"}, ("tricks",), ("label",))


def test_members_that_no_dataclass_has_may_be_parsed() -> None:
    kinds = {"game": Choice("", ("bridge",)), "tricks": UP_TO_3}
    document = {"game": "bridge", "tricks": 2}
    members = parse_members("bid", kinds, document, ("game",), ("tricks",))
    assert members == document


def test_only_a_dataclass_is_described() -> None:
    with pytest.raises(TypeError, match="int is no dataclass"):
        describe(int)


@for_each(("value", "sentence", "path"), TABLES["members"])
def test_a_member_of_an_object_is_refused_by_its_name(
    value: Any, sentence: str, path: str
) -> None:
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}"):
        CONTRACT.read(REQUEST, value)
    with pytest.raises(Refused, match=f"^{re.escape(path)}"):
        CONTRACT.read_member("bid", value)


def test_a_request_may_omit_a_member_with_a_default_and_a_document_may_not() -> None:
    assert CONTRACT.read(REQUEST, {"bids": {}}) == Contract(bids={})
    with pytest.raises(Refused, match=r"^bid lacks the member level\.$"):
        CONTRACT.read_member("bid", {"bids": {}})
