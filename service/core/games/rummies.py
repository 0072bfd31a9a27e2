"""Rummy and its family, with a stock and discards that begin with a turned card."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, AnticlockwiseGame, Game, Players, exactly

_DISCARD = "discards 1 (Turn 1 card face up: it begins the discards.)"

_BURRACO = (
    "each 1×11, pozzetti 1-2×11 down (11 cards to each of the two pozzetti, one at a time, face down.), "
    f"{_DISCARD}, stock rest"
)

RUMMIES: Mapping[str, Game] = {
    "gin_rummy": Game(
        title="Gin rummy",
        aliases=(
            "gin",
            "knock rummy",
            "Oklahoma gin",
            "Hollywood gin",
            "gin rumy",
            "djin",
            "джин",
            "ジンラミー",
            "진러미",
        ),
        source="Bicycle, Gin Rummy",
        second_source="pagat.com, Gin Rummy",
        players=exactly(2),
        steps=f"each 1×10, {_DISCARD}, stock rest",
    ),
    "rummy": Game(
        title="Rummy",
        aliases=(
            "rum",
            "basic rummy",
            "straight rummy",
            "rami",
            "remi",
            "ramino",
            "rummi",
            "rummy 7 cards",
            "рамми",
            "ラミー",
            "루미",
        ),
        source="Bicycle, Rummy",
        players=Players(2, 6, default=4),
        counts={"cards": {2: 10, 3: 7, 5: 6}},
        steps=f"each 1×{{cards}}, {_DISCARD}, stock rest",
    ),
    "canasta": Game(
        title="Canasta, classic",
        aliases=("classic canasta", "basket rummy", "kanasta", "canasta for four", "канаста", "カナスタ"),
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
        source="as commonly played, and rummy-games.com, Canasta for Six Players: three packs with six jokers, "
        "thirteen each",
        packs=PackOptions(decks=3, jokers=2),
        players=exactly(6),
        steps="each 1×13, natural, stock rest",
    ),
    "rummy_500": Game(
        title="Rummy 500, with one pack",
        aliases=(
            "500 rum",
            "five hundred rum",
            "five hundred rummy",
            "pinochle rummy",
            "500 rummy",
            "Persian rummy",
            "Michigan rum",
        ),
        source="Bicycle, 500 Rum: thirteen cards for two, seven for more",
        second_source="howstuffworks.com, 500 Rum",
        players=Players(2, 4, default=4),
        counts={"cards": {2: 13, 3: 7}},
        steps=f"each 1×{{cards}}, {_DISCARD}, stock rest",
    ),
    "rummy_500_two_packs": Game(
        title="Rummy 500, with two packs",
        aliases=("500 rum with two packs", "500 rummy with two decks", "500 rummy for six"),
        source="Bicycle, 500 Rum: seven cards each; two packs for five players or more",
        second_source="howstuffworks.com, 500 Rum",
        packs=PackOptions(decks=2),
        players=Players(5, 8, default=5),
        steps=f"each 1×7, {_DISCARD}, stock rest",
    ),
    "indian_rummy": AnticlockwiseGame(
        title="Indian rummy, with 13 cards",
        aliases=(
            "13-card rummy",
            "thirteen-card rummy",
            "rummy 13",
            "paplu",
            "Indian 13 card rummy",
            "rummy circle",
            "points rummy",
            "papplu",
        ),
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
        aliases=("panguingue", "panguinge"),
        source="Encyclopædia Britannica, Pan: ten cards in two batches of five",
        second_source="denexa.com, Panguingue: the first card of the stock is turned",
        packs=PackOptions(decks=8, exclude=list_codes("89T")),
        players=Players(2, 15, default=6),
        parameters=(*FRENCH_OPTIONS, "decks"),
        steps=f"each 5×2, {_DISCARD}, stock rest",
    ),
    "twenty_one_card_rummy": AnticlockwiseGame(
        title="Indian rummy, with 21 cards (marriage)",
        aliases=("21-card rummy", "rummy 21", "marriage rummy", "Indian marriage", "marriage", "myarij"),
        source="as commonly played: three packs of 53, 21 each, one card begins the discards and one is the joker",
        second_source="rummy.com, 21 Cards Rummy; dealt as indian_rummy",
        packs=PackOptions(decks=3, jokers=1),
        players=Players(2, 6, default=4),
        steps=f"each 1×21, {_DISCARD}, joker 1 (Turn 1 card face up, under the stock: the joker of this deal.), "
        "stock rest",
    ),
    "burraco": Game(
        title="Burraco, for two pairs of partners",
        aliases=("Italian burraco", "buraco", "burraco a coppie"),
        source="eburraco.com, Distribuire le carte: eleven each, one at a time; two pozzetti of eleven, in turn (from "
        "the bottom of the pack, here after the hands); one is turned",
        second_source="it.wikipedia.org, Burraco",
        packs=PackOptions(decks=2, jokers=2),
        players=exactly(4),
        steps=_BURRACO,
    ),
    "burraco_two_players": Game(
        title="Burraco, for two",
        aliases=("burraco a due", "burraco for two"),
        source="as commonly played: for two as for four",
        second_source="eburraco.com, Distribuire le carte",
        packs=PackOptions(decks=2, jokers=2),
        players=exactly(2),
        steps=_BURRACO,
    ),
    "conquian": AnticlockwiseGame(
        title="Conquian, Mexican",
        aliases=("coon can", "cooncan", "tercerilla"),
        source="pagat.com, Conquian: eight cards each, one at a time, anticlockwise",
        second_source="gamevelvet.com, Conquian",
        deck="spanish40",
        players=Players(2, 3, default=2),
        steps="each 1×8, stock rest",
    ),
    "chinchon": AnticlockwiseGame(
        title="Chinchón",
        aliases=("conga", "golpeado", "txintxon"),
        source="Fournier, Chinchón: seven each, one at a time, and the next is turned; with 40 or 48 cards, here 40",
        second_source="cccj.es, Chinchón: anticlockwise",
        deck="spanish40",
        players=Players(2, 4, default=4),
        steps=f"each 1×7, {_DISCARD}, stock rest",
    ),
    "scala_40": Game(
        title="Scala quaranta",
        aliases=("scala quaranta", "ramino quaranta"),
        source="Federazione Italiana Scala 40, at it.wikipedia.org: thirteen each, one at a time; the next is turned, "
        "and goes back if it is a joker",
        second_source="iogames.studenti.it, Regole per giocare a scala quaranta",
        packs=PackOptions(decks=2, jokers=2),
        players=Players(2, 6, default=4),
        steps="each 1×13, no_joker, stock rest",
    ),
    "german_rummy": Game(
        title="Rommé, German",
        aliases=("Rommé", "Rommee", "Deutsches Rommé", "Rommé mit Auslegen", "Jolly", "rummy with six jokers"),
        source="rummy.ch, Deutsches Rommé: two packs with six jokers; thirteen each for two to four, one at a time, "
        "and the next is turned",
        second_source="Wikipedia, Rommé: 110 cards, thirteen each; at other tables in packets",
        packs=PackOptions(decks=2, jokers=3),
        players=Players(2, 4, default=4),
        steps=f"each 1×13, {_DISCARD}, stock rest",
    ),
    "contract_rummy": Game(
        title="Contract rummy, with two packs: its first deal, or that of another number of cards",
        aliases=("combination rummy", "joker rummy", "Liverpool rummy", "progressive rummy", "Shanghai rummy"),
        source="Wikipedia, Contract rummy: packs of 54; ten each in the first four deals, twelve in the last three",
        second_source="Bicycle, Contract Rummy: ten, then twelve, two packs for three or four; with one joker",
        packs=PackOptions(decks=2, jokers=2),
        players=Players(3, 4, default=4),
        parameters=(*FRENCH_OPTIONS, "jokers", "cards"),
        max_cards=lambda _: 12,
        counts={"cards": {3: 10}},
        steps=f"each 1×{{cards}}, {_DISCARD}, stock rest",
    ),
    "hand_and_foot": Game(
        title="Hand and foot, for two pairs of partners",
        aliases=("hand & foot", "American canasta with a foot"),
        source="Bill Whitnack, Our Rules for Hand and Foot: five packs with their jokers; thirteen cards to the hand "
        "and thirteen to the foot, and the next is turned; at other tables eleven",
        second_source="reference.com, What Is the Hand and Foot Card Game",
        packs=PackOptions(decks=5, jokers=2),
        players=exactly(4),
        steps=f"each 13, each/foot 13 down (Each hand gets 13 cards at once, face down: the foot.), {_DISCARD}, stock "
        "rest",
    ),
}
