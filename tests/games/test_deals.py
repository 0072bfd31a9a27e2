"""The deal of each game compared with its rule in tests/games/rules, for an unshuffled order."""

from collections.abc import Mapping
from itertools import chain

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from service.cards.options import PackOptions
from service.core.errors import Refused
from service.games.catalogue import GAMES
from service.games.game import Game, set_up
from service.games.procedures import Deal, PileCards, all_cards
from tests.examples import tries_many
from tests.games.rules import RULES, Piles, Rule
from tests.games.tables import set_up_table
from tests.tables import for_each, read_table

TABLES = read_table("games/refused.yaml")


def normalize(piles: Mapping[str, PileCards]) -> Piles:
    """Return the cards of each part of each pile as lists."""
    return {
        name: {part: list(cards) for part, cards in pile.items()}
        for name, pile in piles.items()
    }


def dealt_cards(deal: Deal) -> list[int]:
    """Return the cards of all hands and piles."""
    piles = [*deal.hands.values(), *deal.piles.values()]
    return list(chain.from_iterable(map(all_cards, piles)))


@for_each("rule", RULES, ids=str)
def test_the_cards_go_where_the_rule_says(rule: Rule) -> None:
    table = set_up_table(rule.game, rule.players)
    deal = table.deal(range(len(table.shoe)), rule.board)
    assert normalize(deal.hands) == rule.hands
    assert normalize(deal.piles) == rule.piles
    assert list(deal.piles) == table.procedure.piles


@for_each("rule", RULES, ids=str)
def test_the_rules_here_deal_every_card(rule: Rule) -> None:
    table = set_up_table(rule.game, rule.players)
    piles = [*rule.hands.values(), *rule.piles.values()]
    cards = sorted(card for pile in piles for part in pile.values() for card in part)
    assert cards == list(range(len(table.shoe)))


def test_every_game_has_a_rule_for_the_fewest_the_usual_and_the_most_players() -> None:
    required = set()
    for name, game in GAMES.items():
        players = game.players
        required |= {(name, n) for n in (players.min, players.default, players.max)}
    missing = required - {(rule.game, rule.players) for rule in RULES}
    assert not missing, f"add rules for these games and players: {sorted(missing)}"
    assert {rule.game for rule in RULES} == set(GAMES)


@for_each(
    "game",
    [game for game in GAMES.values() if "exclude" in game.options],
    ids=lambda game: game.name,
    share=3,
)
@settings(max_examples=40 if tries_many() else 3)
@given(data=st.data())
def test_a_shoe_with_cards_taken_out_is_dealt_whole_or_refused(
    game: Game, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(list(game.players)))
    codes = sorted({card.code for card in set_up_table(game.name, players).shoe})
    some_codes = st.lists(
        st.sampled_from(codes), min_size=1, max_size=len(codes) - 1, unique=True
    )
    excluded = tuple(data.draw(some_codes))
    try:
        table = set_up_table(game.name, players, exclude=excluded)
    except Refused as refusal:
        event(f"refused on account of {refusal.field}")
        return
    assert not {card.code for card in table.shoe} & set(excluded)
    cards = list(range(len(table.shoe)))
    order = cards.copy()
    data.draw(st.randoms(use_true_random=False)).shuffle(order)
    dealt = dealt_cards(table.deal(order))
    assert sorted(dealt) == cards


def can_deal(game: Game, players: int, excluded: int) -> bool:
    """Return whether a game can be dealt to that number of players without the first `excluded` codes of its shoe."""
    shoe = set_up_table(game.name, players).shoe
    codes = list(dict.fromkeys(card.code for card in shoe))
    removed = game.removed_by_players.get(players, ())
    try:
        set_up_table(game.name, players, exclude=(*removed, *codes[:excluded]))
    except Refused:
        return False
    return True


@for_each("game", GAMES.values(), ids=lambda game: game.name)
def test_exclude_is_an_option_where_a_deal_can_do_without_some_cards(
    game: Game,
) -> None:
    """Exclude one code for some number of players; in hearts and war, which deal out all cards, one for each player."""
    if "exclude" not in game.options:
        first = next(iter(set_up_table(game.name).shoe))
        sentence = f"^{game.name} does not take exclude(; it takes |.$)"
        with pytest.raises(Refused, match=sentence):
            set_up_table(game.name, exclude=(first.code,))
    elif game.name in {"hearts", "war"}:
        assert any(can_deal(game, players, players) for players in game.players)
    else:
        assert any(can_deal(game, players, 1) for players in game.players)


@for_each("game", GAMES.values(), ids=lambda game: game.name)
def test_a_number_of_players_out_of_range_is_refused(game: Game) -> None:
    below = game.players.min - 1
    above = game.players.max + 1
    sentence = f"^{game.name} deals (to {game.players} player|no hands)"
    for players in (below, above, 100, *game.players.without):
        with pytest.raises(Refused, match=sentence) as refusal:
            set_up(game, players, PackOptions())
        assert refusal.value.field == "players"
        for words in (game.seating, *game.other_numbers):
            assert words in str(refusal.value)
    for other in game.other_numbers:
        assert game.name in GAMES[other].other_numbers


@for_each(("players", "sentence"), TABLES["players"])
def test_a_refused_number_of_players_says_who_plays_and_which_entry_is_for_it(
    players: int, sentence: str
) -> None:
    game = sentence.split(maxsplit=1)[0]
    with pytest.raises(Refused) as refusal:
        set_up(GAMES[game], players, PackOptions())
    assert str(refusal.value) == sentence


@for_each(("cards", "sentence"), TABLES["cards"])
def test_a_refused_number_of_cards_names_the_entry_that_is_for_it(
    cards: int, sentence: str
) -> None:
    game = sentence.split(maxsplit=1)[0]
    with pytest.raises(Refused) as refusal:
        set_up(GAMES[game], None, PackOptions(), cards)
    assert str(refusal.value) == sentence


def test_entries_for_other_numbers_of_cards_name_each_other() -> None:
    for game in GAMES.values():
        for other in game.other_cards:
            assert game.name in GAMES[other].other_cards


@for_each(("game", "players", "excluded", "sentence"), TABLES["excluded"])
def test_a_shoe_that_does_not_go_round_is_refused_with_the_arithmetic(
    game: str, players: int | None, excluded: int, sentence: str
) -> None:
    codes = [card.code for card in set_up_table(game, players).shoe]
    with pytest.raises(Refused, match=sentence) as refusal:
        set_up_table(game, players, exclude=tuple(codes[:excluded]))
    assert refusal.value.field == "exclude"


def test_jokers_of_the_games_own_packs_can_be_taken_out() -> None:
    assert len(set_up_table("canasta", exclude=("X2",)).shoe) == 106


def test_an_option_may_be_requested_with_the_value_that_the_game_has_anyway() -> None:
    hearts = set_up_table("hearts", 3, exclude=("2d",))
    canasta = set_up_table("canasta", decks=2, jokers=2)
    assert hearts.shoe.excluded_codes == ("2D",)
    assert len(canasta.shoe) == 108
    with pytest.raises(Refused, match="canasta does not take decks"):
        set_up_table("canasta", decks=3)
