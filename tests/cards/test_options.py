"""The table of pack options."""

from typing import Any

from service.cards.deck import DECKS, Deck
from service.cards.endpoint import PackParameters, ShoeFields
from service.cards.options import OPTIONS, PACK_FIELDS, SHOE_FIELDS, PackOptions
from service.cards.shoe import build_shoe
from tests.options import list_values
from tests.tables import for_each

every_option = for_each("name", OPTIONS)
every_value = for_each(
    ("name", "value"),
    [(name, value) for name in OPTIONS for value in list_values(name)],
)


def owners(name: str) -> list[Deck]:
    return [deck for deck in DECKS.values() if name in deck.options]


@every_option
def test_an_option_is_described_and_belongs_to_a_deck(name: str) -> None:
    kind = OPTIONS[name]
    assert kind.request_text.endswith("."), (
        f"the option {name} has no meaning that is a sentence"
    )
    assert kind.response_text, f"the option {name} has no description in responses"
    assert kind.default in list_values(name), (
        f"the default of {name} is not one of its values"
    )
    assert owners(name), f"no deck in DECKS accepts the option {name}"


@for_each("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_the_options_of_a_deck_are_in_the_table(deck: Deck) -> None:
    unknown = [name for name in deck.options if name not in OPTIONS]
    assert not unknown, (
        f"the deck {deck.name} has options without a field in PackOptions: {unknown}"
    )


@every_value
def test_every_value_of_an_option_makes_another_pack_than_the_default(
    name: str, value: Any
) -> None:
    for deck in owners(name):
        pack = build_shoe(deck, PackOptions(**{name: value})).pack
        assert (pack == build_shoe(deck, PackOptions()).pack) == (
            value == OPTIONS[name].default
        )


def test_requests_and_responses_have_every_option() -> None:
    assert tuple(PackParameters().fields) == PACK_FIELDS
    assert set(ShoeFields().fields) == {"deck", "size", *SHOE_FIELDS}
