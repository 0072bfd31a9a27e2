"""Games outside the large families: cribbage, cassino, scopa, escoba, mus, war, and spite and malice."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.games.game import (
    AnticlockwiseGame,
    Game,
    Players,
    VoidDeal,
    exactly,
    numbered_seats,
    round_table,
)

_KINGS = VoidDeal(
    sentence="Three or four kings on the table are no deal", where={"hand": "table", "points": {"K": 1}, "max": 2}
)
"""With so many kings no player could sweep the table."""

CLASSICS: Mapping[str, Game] = {
    "cribbage": Game(
        title="Cribbage",
        aliases=("crib", "crib board", "cribbage game", "noddy"),
        source="American Cribbage Congress, rules; of three and four Bicycle, Three-Hand Cribbage",
        second_source="Bicycle, Cribbage",
        ranking="cribbage",
        players=Players(2, 4, default=2),
        seats=lambda players: ("pone", "dealer") if players == 2 else round_table(players),
        counts={"cards": {2: 6, 3: 5}, "extra": {2: 0, 3: 1, 4: 0}},
        steps="hands: each 1×{cards}, crib {extra} down (and each hand discards into it); starter: starter 1 "
        "(1 card is the starter, turned up after these discards.), stock rest",
    ),
    "scopa": AnticlockwiseGame(
        title="Scopa",
        aliases=("broom", "scopa napoletana", "scopa a due", "scopa italiana", "escova"),
        source="pagat.com, Scopa: three each, one at a time; four to the table, here after the hands; with three or "
        "four kings there all are dealt again",
        second_source="siciliansintheworld.com, Scopa",
        deck="italian40",
        players=Players(2, 4, default=2),
        steps="each 1×3, table 4 (face up), stock rest",
        void_deal=_KINGS,
    ),
    "scopone": AnticlockwiseGame(
        title="Scopone, with four cards on the table",
        aliases=("scopa for four", "scopone non scientifico", "scopone a nove"),
        source="Federazione Italiana Gioco Scopone, Regolamento federale, articles 1 to 4: three each, two to the "
        "table, three, two to the table, three, anticlockwise",
        second_source="scoponescientifico.tripod.com, Regole",
        deck="italian40",
        players=exactly(4),
        steps="each 3, table 2, each 3, table 2, each 3",
        void_deal=_KINGS,
    ),
    "scopone_scientifico": AnticlockwiseGame(
        title="Scopone scientifico, with ten cards each",
        aliases=("scientific scopone", "ten-card scopone", "scopone a dieci"),
        source="it.wikipedia.org, Scopone scientifico: ten each, from the dealer's right; five at a time as commonly "
        "played",
        second_source="ideefesta.it, Scopone Scientifico",
        deck="italian40",
        players=exactly(4),
        steps="each 5×2",
    ),
    "cassino": Game(
        title="Cassino",
        aliases=("casino", "royal cassino", "cassino game", "Kasino", "кассино", "grand cassino"),
        source="Bicycle, Casino: two to the other hands, two to the table and two to the dealer, twice",
        second_source="Encyclopædia Britannica, Casino",
        players=Players(2, 4, default=2),
        steps="2×[others 2, table 2 (face up), dealer 2], stock rest (from which later hands come, two cards at once)",
    ),
    "escoba": AnticlockwiseGame(
        title="Escoba",
        aliases=("escoba de quince", "escoba del 15", "Spanish scopa", "escoba del quince", "la escoba"),
        source="es.wikipedia.org, Escoba de quince: three each, then four to the table; one at a time",
        second_source="studylib.es, Escoba de quince",
        deck="spanish40",
        players=Players(2, 4, default=2),
        steps="each 1×3, table 4 (face up), stock rest",
    ),
    "basra": AnticlockwiseGame(
        title="Basra",
        aliases=("bastra", "pastra", "pişti", "ashush", "basra card game", "بصرة"),
        source="pagat.com, Basra: four each and then four to the table, anticlockwise; jacks and the seven of diamonds "
        "are buried, here in the middle; of pişti three of the table's cards are covered",
        second_source="Parlett, The Penguin Book of Card Games, Basra; one at a time: Wikipedia, Bastra",
        players=Players(2, 4, default=2),
        steps="each 1×4, floor, stock rest",
    ),
    "mus": AnticlockwiseGame(
        title="Mus, for two to four",
        aliases=("Basque mus", "muslari", "mus vasco", "mus a cuatro reyes"),
        source="es.wikipedia.org, Mus: four each, one at a time, to the right",
        second_source="tomasito-space.de, Rules of the Mus",
        deck="spanish40",
        players=Players(2, 4, default=4),
        steps="each 1×4, stock rest",
    ),
    "war": Game(
        title="War",
        aliases=(
            "battle",
            "bataille",
            "guerra",
            "Krieg",
            "Tod und Leben",
            "card war",
            "beggar",
            "бой",
            "пьяница",
            "戦争",
            "전쟁",
        ),
        source="Bicycle, War",
        players=exactly(2),
        steps="each 1×rest",
    ),
    "spite_and_malice": Game(
        title="Spite and malice",
        aliases=("Skip-Bo", "cat and mouse", "spite & malice", "cat & mouse", "Screw your neighbour"),
        source="pagat.com, Spite and Malice: both packs shuffled together, twenty cards to each pay-off pile",
        second_source="Bicycle, Spite & Malice",
        packs=PackOptions(decks=2),
        players=exactly(2),
        seats=numbered_seats,
        direction=None,
        steps="payoff 1-2×20 down/up (The payoff pile of each hand gets 20 cards, one at a time, face down, and "
        "the last of each is turned.), each 1×5, stock rest",
    ),
    "number_piles": Game(
        title="A game of building piles from 1 to 12, with numbers and wild cards",
        aliases=("Skip-Bo", "skipbo"),
        source="Mattel, Skip-Bo instructions: thirty cards to each stock pile for two to four players, twenty for "
        "more, and the last is turned; the hands are drawn later",
        second_source="everything2.com, Skip-Bo; reference.com, Rules for Playing the Skip-Bo Card Game",
        deck="numbers162",
        players=Players(2, 6, default=4),
        counts={"covered": {2: 29, 5: 19}},
        steps="each/payoff 1×{covered} down (Each hand gets {covered} cards to its payoff, one at a time, face down.), "
        "each/payoff 1 up (The next card of each hand lies face up upon its payoff.), stock rest (from which each hand "
        "draws 5 cards at its turn)",
    ),
    "fireworks": Game(
        title="A cooperative game of fireworks, in which all see the cards of the others",
        aliases=("Hanabi", "花火"),
        source="google-deepmind/hanabi-learning-environment: five cards each for two or three, four for more",
        second_source="Wikipedia, Hanabi (card game)",
        deck="fireworks",
        players=Players(2, 5, default=4),
        counts={"cards": {2: 5, 4: 4}},
        steps="each 1×{cards} (seen by the other players alone), stock rest",
    ),
}
