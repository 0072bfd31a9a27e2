"""Rummy and its family, with a stock and discards that begin with a turned card."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, AnticlockwiseGame, Game, Players, exactly

_DISCARD = "discards 1 (Turn 1 card face up: it begins the discards.)"

RUMMIES: Mapping[str, Game] = {
    "gin_rummy": Game(
        title="Gin rummy",
        aliases=("gin", "knock rummy", "Oklahoma gin", "Hollywood gin"),
        source="Bicycle, Gin Rummy",
        second_source="pagat.com, Gin Rummy",
        players=exactly(2),
        steps=f"each 1×10, {_DISCARD}, stock rest",
    ),
    "rummy": Game(
        title="Rummy",
        aliases=("rum", "basic rummy", "straight rummy", "Rommé", "rami", "remi", "ramino"),
        source="Bicycle, Rummy",
        players=Players(2, 6, default=4),
        counts={"cards": {2: 10, 3: 7, 5: 6}},
        steps=f"each 1×{{cards}}, {_DISCARD}, stock rest",
    ),
    "canasta": Game(
        title="Canasta, classic",
        aliases=("classic canasta", "basket rummy"),
        source="Bicycle, Canasta: fifteen cards for two, thirteen for three, eleven for four; as commonly played "
        "eleven for five and six too, of whom other tables play canasta_six_players",
        second_source="pagat.com, Canasta",
        packs=PackOptions(decks=2, jokers=2),
        players=Players(2, 6, default=4),
        counts={"cards": {2: 15, 3: 13, 4: 11}},
        steps="each 1×{cards}, natural, stock rest",
    ),
    "canasta_six_players": Game(
        title="Canasta for six, with three packs",
        aliases=("six-handed canasta", "three-pack canasta", "canasta for six"),
        source="rummy-games.com, Canasta for Six Players: three packs with six jokers, thirteen each",
        packs=PackOptions(decks=3, jokers=2),
        players=exactly(6),
        steps="each 1×13, natural, stock rest",
    ),
    "rummy_500": Game(
        title="Rummy 500, with one pack",
        aliases=("500 rum", "five hundred rum", "five hundred rummy", "pinochle rummy"),
        source="Bicycle, 500 Rum: thirteen cards for two, seven for more",
        second_source="howstuffworks.com, 500 Rum",
        players=Players(2, 4, default=4),
        counts={"cards": {2: 13, 3: 7}},
        steps=f"each 1×{{cards}}, {_DISCARD}, stock rest",
    ),
    "rummy_500_two_packs": Game(
        title="Rummy 500, with two packs",
        aliases=("500 rum with two packs", "500 rummy with two decks"),
        source="Bicycle, 500 Rum: seven cards each; two packs for five players or more",
        second_source="howstuffworks.com, 500 Rum",
        packs=PackOptions(decks=2),
        players=Players(5, 8, default=5),
        steps=f"each 1×7, {_DISCARD}, stock rest",
    ),
    "indian_rummy": AnticlockwiseGame(
        title="Indian rummy, with 13 cards",
        aliases=("13-card rummy", "thirteen-card rummy", "rummy 13", "paplu"),
        source="Wikipedia, Indian rummy: thirteen each, one card begins the discards and one is the joker; "
        "counter-clockwise and with packs of 53, as commonly played",
        second_source="rummyculture.com, How to get started with rummy",
        packs=PackOptions(decks=2, jokers=1),
        players=Players(2, 6, default=6),
        steps=f"each 1×13, {_DISCARD}, joker 1 (Turn 1 card face up, under the stock: the joker of this deal.), "
        "stock rest",
    ),
    "pan": AnticlockwiseGame(
        title="Panguingue, or pan",
        aliases=("panguingue",),
        source="Encyclopædia Britannica, Pan: ten cards in two batches of five",
        second_source="denexa.com, Panguingue: the first card of the stock is turned",
        packs=PackOptions(decks=8, exclude=list_codes("89T")),
        players=Players(2, 15, default=6),
        parameters=(*FRENCH_OPTIONS, "decks"),
        steps=f"each 5×2, {_DISCARD}, stock rest",
    ),
}
