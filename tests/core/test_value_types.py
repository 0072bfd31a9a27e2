"""The kinds of values, and the documents that are parsed by them."""

import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

import pytest

from service.cards.spellings import MAX_SPELLING, CardSpelling
from service.core.errors import Refused
from service.core.rng.streams import SeedText
from service.core.value_types import (
    REQUEST,
    BySeat,
    Choice,
    Document,
    Flag,
    Hex,
    Integer,
    ListOf,
    Number,
    ObjectOf,
    PlaceName,
    SeatList,
    SeatName,
    Sha256,
    Text,
    ValueType,
    describe,
    parse_members,
)
from tests.tables import for_each


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
    kinds = {name: kind for name, (kind, _) in describe(Bid).items()}
    return Bid(**parse_members("bid", kinds, document, required, optional))


@dataclass(frozen=True, kw_only=True)
class Contract:
    bids: Annotated[
        Mapping[str, int],
        BySeat("", item=Integer("", 1, 7), seat=SeatName(), noun="bid", max_length=2),
    ]
    level: Annotated[int, Integer("", 1, 7)] = 1


CONTRACT = ObjectOf("", members=Contract)
DIGEST = "0f" * 32
FITTING: list[tuple[ValueType, Any, Any]] = [
    (Integer("", -1, 3), -1, -1),
    (Integer("", -1, 3), 3, 3),
    (Integer("", only=(3, 6)), 6, 6),
    (Number("", 0, 1), 1, 1.0),
    (Number("", 0, 1), 0.5, 0.5),
    (Flag(), False, False),
    (Text("", 2), "é♠", "é♠"),
    (Choice("", tuple(Suit)), "hearts", Suit.HEARTS),
    (Choice("", {"bridge": 1}), "bridge", "bridge"),
    (Hex("", (2, 4)), "0fa1", "0fa1"),
    (Sha256(), DIGEST, DIGEST),
    (Document(), {"a": []}, {"a": []}),
    (ListOf("", Integer("", 1, 2), 2), [], ()),
    (
        ListOf("", ListOf("", Choice("", tuple(Suit)), 2), 2),
        [["spades"]],
        ((Suit.SPADES,),),
    ),
    (SeatName(), "North_1-a", "North_1-a"),
    (
        BySeat("", item=Choice("", tuple(Suit)), max_length=2),
        {"é": "hearts"},
        {"é": Suit.HEARTS},
    ),
    (CONTRACT, {"bids": {"N": 3}, "level": 2}, Contract(bids={"N": 3}, level=2)),
]
UNFIT: list[tuple[ValueType, Any, str]] = [
    *(
        (Integer("", 1, 3), value, "an integer from 1 to 3")
        for value in (4, 0, True, 1.0)
    ),
    (Integer("", only=(3, 6)), 4, "one of: 3, 6"),
    (Number("", 0, 0.5), 0.6, "a number from 0 to 0.5"),
    (Number("", 0, 1), True, "a number from 0 to 1"),
    (Number("", 0, 1), "1", "a number from 0 to 1"),
    (Flag(), 1, "true or false"),
    *(
        (Text("", 2), text, "a text of 1 to 2 characters")
        for text in ("", "abc", "\ud800")
    ),
    (Text("", 2000), 3, "a text of 1 to 2000 characters"),
    (Choice("", tuple(Suit)), "heart", "one of: spades, hearts"),
    (Choice("", tuple(Suit)), ["hearts"], "one of: spades, hearts"),
    (Hex("", (2, 4)), "0fa", "2 or 4 lower-case hexadecimal digits"),
    (Hex("", (2,)), "0f\n", "2 lower-case hexadecimal digits"),
    (Sha256(), DIGEST.upper(), "64 lower-case hexadecimal digits"),
    (Sha256(), DIGEST + "0", "64 hexadecimal digits"),
    (Document(), [], "a JSON object"),
    (ListOf("", Integer("", 1, 2), 2), [1, 1, 1], "a list of up to 2 values"),
    (ListOf("", Text("", 2), 2), "a", "a list of up to 2 texts"),
    *(
        (SeatName(), name, "1 to 32 of A-Z, a-z, 0-9, _ and -")
        for name in ("é", "N\n", "x" * 33)
    ),
    (
        BySeat("", max_length=1),
        {"N": "a", "E": "b"},
        "an object of up to 1 seats, each with its value",
    ),
    (CONTRACT, [], "an object with the members bids, level"),
]


@for_each("kind, value, python", FITTING)
def test_a_value_that_fits_becomes_its_python_value(
    kind: ValueType, value: Any, python: Any
) -> None:
    assert kind.fits(value)
    for result in (
        kind.read(REQUEST, value),
        kind.read_member("receipt.member", value),
    ):
        assert (result, type(result)) == (python, type(python))


@for_each("kind, value, accepted", UNFIT)
def test_a_value_that_does_not_fit_is_refused_with_what_is_accepted(
    kind: ValueType, value: Any, accepted: str
) -> None:
    assert not kind.fits(value)
    with pytest.raises(Refused) as refusal:
        kind.read_member("receipt.member", value)
    assert str(refusal.value) == f"receipt.member must be {accepted}."
    assert refusal.value.field == "receipt"


def test_an_item_that_does_not_fit_is_named() -> None:
    with pytest.raises(
        Refused, match=r"^bid\.cards\[1\] must be a text of 1 to 2 characters\.$"
    ):
        parse_bid({"tricks": 1, "cards": ["AS", "ace"]})


@for_each(
    "kind, accepted",
    [
        (Integer("", 1, 3), "an integer from 1 to 3, in digits and without quotes"),
        (Integer("", only=(3, 6)), "one of 3, 6, in digits and without quotes"),
        (Number("", 0, 1), "a number from 0 to 1, in digits and without quotes"),
        (Text("", 2000), "a text of 1 to 2,000 characters"),
        (Flag(), "true or false"),
        (
            ListOf("", Flag(), 5, 1, example=[True]),
            "an array of 1 to 5 items, such as [true]",
        ),
        (
            ListOf("Flags.", Flag(), 5, 1),
            "1 to 5 items: in a query separated by commas, in JSON an array",
        ),
    ],
)
def test_a_request_says_how_a_value_is_written(kind: ValueType, accepted: str) -> None:
    assert kind.accepted_in_requests == accepted


@for_each(
    "kind, text, value",
    [
        (Integer("", 1, 3), "-12", -12),
        (Integer("", 1, 3), "01", "01"),
        (Integer("", 1, 3), "٣", "٣"),
        (Number("", 0, 1), "1e-2", 0.01),
        (Number("", 0, 1), "nan", "nan"),
        (Flag(), "true", True),
        (Flag(), "yes", "yes"),
        (Text(), "1", "1"),
        (ListOf("", Integer("", 1, 3), 5), "1,x", [1, "x"]),
        (ListOf("", Integer("", 1, 3), 5), "", []),
    ],
)
def test_a_query_has_the_value_that_its_text_stands_for(
    kind: ValueType, text: str, value: object
) -> None:
    assert kind.parse_query_text(text) == value


@for_each(
    "kind, schema",
    [
        (Integer("", 1, 3), {"type": "integer", "minimum": 1, "maximum": 3}),
        (Integer("", only=(3, 6)), {"type": "integer", "enum": [3, 6]}),
        (
            Number("", 0, 1),
            {"type": "number", "format": "double", "minimum": 0, "maximum": 1},
        ),
        (Text("", 3), {"type": "string", "minLength": 1, "maxLength": 3}),
        (Choice("", tuple(Suit)), {"type": "string", "enum": ["spades", "hearts"]}),
        (Hex("", (2, 4)), {"type": "string", "pattern": "^([0-9a-f]{2}|[0-9a-f]{4})$"}),
        (
            ListOf("", Flag(), 3, 1),
            {
                "type": "array",
                "items": {"type": "boolean"},
                "minItems": 1,
                "maxItems": 3,
            },
        ),
        (
            BySeat("", item=SeatList("", Flag(), 3), max_length=2),
            {
                "type": "object",
                "propertyNames": Text().schema,
                "additionalProperties": ListOf("", Flag(), 3).schema,
                "maxProperties": 2,
            },
        ),
    ],
)
def test_a_kind_has_a_json_schema(kind: ValueType, schema: dict[str, Any]) -> None:
    assert kind.schema == schema


def test_a_choice_suggests_a_name() -> None:
    choice = Choice("", ("spades", "hearts"))
    assert (
        choice.refuse("heart")
        == "Must be one of: spades, hearts. Did you mean 'hearts'?"
    )
    assert choice.refuse(3) == "Must be one of: spades, hearts."
    assert replace(choice, names=["clubs"]).fits("clubs")


@for_each(
    "value, sentence",
    [
        ([], "Must be an object of up to 2 seats, each with its list."),
        (
            {"1": [], "2": [], "3": []},
            "Must be an object of up to 2 seats, each with its list.",
        ),
        ({"": [1]}, "The name of a seat must be a text of 1 to 256 characters."),
        ({"1": [1], "a": 1}, "Seat 'a': Must be an array of 1 to 2 items."),
        (
            {"1": [1], "a": [1, 7]},
            "Seat 'a', item 2: Must be an integer from 0 to 3, in digits and without quotes.",
        ),
    ],
)
def test_lists_by_seat_are_refused_by_their_seat(value: Any, sentence: str) -> None:
    kind = BySeat(
        "", item=SeatList("", Integer("", 0, 3), 2, 1), noun="list", max_length=2
    )
    assert kind.read(REQUEST, {"N": [1], "1": [2, 3]}) == {"N": (1,), "1": (2, 3)}
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}$"):
        kind.read(REQUEST, value)


def test_the_fields_that_have_a_kind_are_described() -> None:
    descriptions = describe(Bid)
    assert list(descriptions) == ["tricks", "suit", "label", "cards", "digest"]
    tricks = descriptions["tricks"]
    assert repr(tricks.value_type) == repr(Integer("Tricks.", 1, 7, example=3))
    assert tricks.default is MISSING
    assert descriptions["cards"].default == ()


@for_each(
    "annotation, kind",
    [
        (int, Text()),
        (bool, Integer("", 0, 1)),
        (int | str, Integer("", 0, 1)),
        (str | None, Flag()),
        (tuple[int, ...], ListOf("", Text(), 3)),
        (list[str], ListOf("", Text(), 3)),
        (tuple[str, str], ListOf("", Text(), 3)),
        (dict[str, Any], Document()),
        (Mapping[str, Any], BySeat(item=SeatList())),
    ],
)
def test_a_kind_that_does_not_fit_its_annotation_stops_the_start(
    annotation: Any, kind: ValueType
) -> None:
    members = {"__annotations__": {"value": Annotated[annotation, kind]}}
    with pytest.raises(TypeError, match=r"^Wrong\.value is .*, which \w+ is not\.$"):
        describe(dataclass(type("Wrong", (), members)))  # type: ignore[arg-type]


@for_each(
    "annotation, kind",
    [
        (int | None, Integer("", 0, 1)),
        (Suit | None, Choice("", tuple(Suit))),
        (str, Choice("", ("a", "b"))),
        (Mapping[str, Any] | None, Document()),
        (Mapping[str, tuple[str, ...]] | None, BySeat(item=SeatList())),
        (
            tuple[tuple[int, ...], ...] | None,
            ListOf("", ListOf("", Integer("", 0, 1), 3), 3),
        ),
    ],
)
def test_a_kind_may_be_that_of_an_optional_value(
    annotation: Any, kind: ValueType
) -> None:
    members = {"__annotations__": {"value": Annotated[annotation, kind]}}
    assert describe(dataclass(type("Right", (), members)))["value"][0] is kind  # type: ignore[arg-type]


def test_a_default_may_come_from_a_factory() -> None:
    @dataclass(frozen=True)
    class Note:
        members: Annotated[Mapping[str, Any], Document()] = field(default_factory=dict)

    assert describe(Note)["members"][1] == {}


def test_a_document_becomes_its_dataclass() -> None:
    document = {"tricks": 3, "suit": "hearts", "cards": ["AS"], "digest": DIGEST}
    assert parse_bid(document) == Bid(
        tricks=3, suit=Suit.HEARTS, cards=("AS",), digest=DIGEST
    )


@for_each(
    "document, sentence",
    [
        ([], "bid must be an object with the members tricks."),
        (
            {"trick": 1},
            "bid has no member 'trick'. Did you mean 'tricks'? It has tricks, suit, label, cards, digest.",
        ),
        ({"suit": "x"}, "bid lacks the member tricks."),
        ({"tricks": 8, "suit": "x"}, "bid.tricks must be an integer from 1 to 7."),
        (
            {"tricks": 1, "undescribed": 1},
            "bid has no member 'undescribed'. It has tricks, suit, label, cards, digest.",
        ),
    ],
)
def test_a_document_that_is_no_such_dataclass_is_refused(
    document: Any, sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        parse_bid(document)
    assert str(refusal.value) == sentence


@for_each(
    "kind, value, python",
    [
        (SeedText(), "42", "42"),
        (SeedText(), 42, "42"),
        (SeedText(), -7, "-7"),
        (SeedText(), "s" * 256, "s" * 256),
        (PlaceName(), "dealer", "dealer"),
        (PlaceName(), 1, "1"),
        (CardSpelling(), "ace of spades", "ace of spades"),
        (CardSpelling(), "10H", "10H"),
    ],
)
def test_seeds_places_and_cards_have_kinds_of_their_own(
    kind: ValueType, value: Any, python: str
) -> None:
    assert kind.fits(value)
    assert kind.convert(value) == python


@for_each(
    "kind, value",
    [
        *(
            (SeedText(), value)
            for value in ("", "s" * 257, "a\0b", True, 4.0, None, ["a"], 10**300)
        ),
        *((PlaceName(), value) for value in ("", "s" * 257, True, 1.0, None)),
        *(
            (CardSpelling(), value)
            for value in ("", "A" * (MAX_SPELLING + 1), "AS,KS", 10, None)
        ),
    ],
)
def test_other_values_are_no_seeds_places_or_cards(kind: ValueType, value: Any) -> None:
    assert not kind.fits(value)
    assert kind.refuse(value) == f"Must be {kind.accepted_in_requests}."


def test_a_document_may_name_a_card_by_any_text() -> None:
    assert CardSpelling().read_member("terms.exclude[0]", "AS,KS") == "AS,KS"
    with pytest.raises(
        Refused, match=r"^terms\.exclude\[0\] must be a text of 1 to 40 characters\.$"
    ):
        CardSpelling().read_member("terms.exclude[0]", "A" * 41)


def test_the_members_of_a_document_are_checked_in_the_order_that_is_given() -> None:
    with pytest.raises(Refused, match=r"^bid lacks the member label\.$"):
        parse_bid({"tricks": 1}, ("tricks", "label"), ())
    with pytest.raises(Refused, match=r"^bid\.label must"):
        parse_bid({"tricks": 0, "label": ""}, ("label", "tricks"), ())
    with pytest.raises(Refused, match=r"^bid has no member 'suit'\."):
        parse_bid({"tricks": 1, "suit": "hearts"}, ("tricks",), ("label",))


def test_members_that_no_dataclass_has_may_be_parsed() -> None:
    kinds = {name: kind for name, (kind, _) in describe(Bid).items()} | {
        "game": Choice("", ("bridge",))
    }
    members = parse_members(
        "bid", kinds, {"game": "bridge", "tricks": 2}, ("game",), ("tricks",)
    )
    assert members == {"game": "bridge", "tricks": 2}


def test_only_a_dataclass_is_described() -> None:
    with pytest.raises(TypeError, match="int is no dataclass"):
        describe(int)


@for_each(
    "value, sentence, path",
    [
        (
            {"bids": {}, "lovel": 1},
            "Must be an object with bids, and perhaps level.",
            "bid has no member 'lovel'",
        ),
        (
            {"level": 1},
            "Must be an object with bids, and perhaps level.",
            "bid lacks the member bids",
        ),
        (
            {"bids": {}, "level": 8},
            "level: Must be an integer from 1 to 7",
            "bid.level must be an integer from 1 to 7",
        ),
        (
            {"bids": {"N": 0}, "level": 8},
            "bids: Seat 'N': Must be an integer from 1 to 7",
            "bid.bids.N must be",
        ),
        (
            {"bids": {"": 1}, "level": 8},
            "bids: The name of a seat must be 1 to 32 of",
            "bid.bids: the name of a seat",
        ),
    ],
)
def test_a_member_of_an_object_is_refused_by_its_name(
    value: Any, sentence: str, path: str
) -> None:
    for text, read in (
        (sentence, partial(CONTRACT.read, REQUEST)),
        (path, partial(CONTRACT.read_member, "bid")),
    ):
        with pytest.raises(Refused, match=f"^{re.escape(text)}"):
            read(value)


def test_a_request_may_leave_out_a_member_with_a_default_and_a_document_may_not() -> (
    None
):
    assert CONTRACT.read(REQUEST, {"bids": {}}) == Contract(bids={})
    with pytest.raises(Refused, match=r"^bid lacks the member level\.$"):
        CONTRACT.read_member("bid", {"bids": {}})
