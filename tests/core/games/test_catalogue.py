"""The table of games: whatever is missing from an entry is named."""

from service.core.cards.decks import DECKS
from service.core.cards.options import PACK_FIELDS
from service.core.games.catalogue import FAMILIES, GAMES
from service.core.games.game import Game
from tests.tables import for_each

GAME_PARAMETERS = {"board", "cards", "deal_number", "format", "event", "site", "date", "include_seed"}
every_game = for_each("game", GAMES.values(), ids=lambda game: game.name)


@every_game
def test_a_game_has_a_title_a_source_and_a_known_deck(game: Game) -> None:
    assert game.title, f"the game {game.name} has no title"
    assert game.source, f"the game {game.name} has no source"
    assert game.deck in DECKS, f"the deck of the game {game.name} is not in DECKS: {game.deck}"


@every_game
def test_the_numbers_of_players_are_in_order(game: Game) -> None:
    players = game.players
    assert players.min <= players.default <= players.max, f"the default of {game.name} is out of range"


@every_game
def test_the_options_of_a_game_are_known(game: Game) -> None:
    unknown = set(game.options) - {*PACK_FIELDS} - GAME_PARAMETERS
    assert not unknown, f"the game {game.name} has options that no request can have: {unknown}"


@every_game
def test_the_options_of_a_game_are_those_that_its_entry_supports(game: Game) -> None:
    supported = {
        "format": bool(game.files),
        "deal_number": game.numbered_order is not None,
        "cards": game.max_cards is not None,
    }
    for name, is_supported in supported.items():
        assert (name in game.options) == is_supported, f"{game.name}: the option {name} and its entry disagree"


@every_game
def test_the_own_options_of_a_deck_fit_the_deck_of_the_game(game: Game) -> None:
    deck = DECKS[game.deck]
    unfit = set(game.options) & {*PACK_FIELDS} - {"decks", "exclude", *deck.options}
    assert not unfit, f"the game {game.name} offers options that its deck does not accept: {unfit}"


def test_every_game_is_in_one_family_and_knows_it() -> None:
    listed = [(game.name, family) for family, games in FAMILIES.items() for game in games]
    assert listed == [(game.name, game.family) for game in GAMES.values()]
