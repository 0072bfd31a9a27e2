"""Trick-taking games with tarock cards, with packs that are made for them, and with two packs drawn card by card."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.games.game import AnticlockwiseGame, Game, Players, exactly

_LOWEST_OF_BIRDS = tuple(f"{number}{colour}" for colour in "RYGK" for number in range(1, 5))

TAROCKS: Mapping[str, Game] = {
    "konigrufen": AnticlockwiseGame(
        title="Königrufen",
        aliases=("Königsrufen", "tarock", "Tarockieren", "Austrian tarock", "calling the king"),
        source="aicher.club, Sitzenberger Königrufen: six each, twice three to the talon, six each, anticlockwise",
        second_source="domnanovits.at, Tarock, Regeln",
        deck="tarock54",
        players=exactly(4),
        steps="each 6, talon/first_half 3 down (face down), talon/second_half 3 down (face down), each 6",
    ),
    "cego": AnticlockwiseGame(
        title="Cego, for four",
        aliases=("Zego", "Badisches Tarock", "Caeco"),
        source="de.wikipedia.org, Cego: eleven each, and ten to the blind, anticlockwise",
        second_source="schwaerzehof.de, Cego: anticlockwise",
        deck="tarock54",
        players=exactly(4),
        steps="each 11, blind 10 down (face down)",
    ),
    "slovenian_tarok": AnticlockwiseGame(
        title="Tarok, Slovenian",
        aliases=("tarok", "tarokk", "Slovenian tarock", "škis", "Valat"),
        source="sl.wikipedia.org, Tarok: six to the talon, then twice eight each for three, twelve for four, here "
        "twice six",
        second_source="valat.si, Pravila: the sense is as the players agree; anticlockwise: gambiter.com, Slovenian "
        "Tarok",
        deck="tarock54",
        players=Players(3, 4, default=4),
        counts={"cards": {3: 8, 4: 6}},
        steps="talon 6 down (face down), each {cards}×2",
    ),
    "bird_colours": Game(
        title="A trick-taking game with the bird: Kentucky discard, for two pairs of partners",
        aliases=("Rook", "Kentucky discard", "tournament Rook", "missionary poker", "Christian cards"),
        source="Wikipedia, Rook, Official rules for Tournament Rook: without 1 to 4; one each and one to the nest, "
        "five times, and then the rest",
        second_source="ourpastimes.com, Instructions for Rook Card Game: nine each and five in the nest",
        deck="bird_colours",
        packs=PackOptions(exclude=_LOWEST_OF_BIRDS),
        players=exactly(4),
        steps="5×[each 1, nest 1 down] (Five times each hand gets 1 card, and then the nest 1 card, face down.), "
        "each 1×4",
    ),
    "wizards": Game(
        title="A trick-taking game with wizards and jesters: its first round, or that of another number of cards",
        aliases=("predict the tricks",),
        source="wizardcards.com, Getting Started: one card more in each round, and the next is turned",
        second_source="en.doc.boardgamearena.com, Wizard; of the last round, in which all are dealt out, one card less",
        deck="wizards",
        players=Players(3, 6, default=4),
        parameters=("cards", "exclude"),
        max_cards=lambda players: 59 // players,
        counts={"cards": {3: 1}},
        steps="each 1×{cards}, trump 1 (Turn 1 card face up: its colour is the trump; with a jester there is none, and "
        "with a wizard the dealer names it.), stock rest",
    ),
    "sheng_ji": AnticlockwiseGame(
        title="Sheng ji, or tractor, with two packs",
        aliases=("tractor", "tuo la ji", "bashi fen", "80 points", "升级", "拖拉机", "八十分"),
        source="Wikipedia, Sheng ji: drawn one at a time, counter-clockwise, until eight cards are left",
        second_source="pagat.com, Tractor",
        packs=PackOptions(decks=2, jokers=2),
        players=exactly(4),
        steps="each 1×25, kitty 8 down (face down)",
    ),
}
