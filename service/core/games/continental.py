"""More trick-taking games of continental Europe, and truco of Brazil."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.europe import german_codes
from service.core.games.game import AnticlockwiseGame, Game, Players, exactly
from service.core.games.tricks import LAST_CARD, LAST_TRUMP

CONTINENTAL: Mapping[str, Game] = {
    "preferans": Game(
        title="Preferans",
        aliases=(
            "preference",
            "преферанс",
            "pref",
        ),
        source="Кодекс преферанса: two at a time, and two to the talon, here after the first round, neither first nor "
        "last",
        second_source="pagat.com, Preferans",
        deck="piquet",
        players=exactly(3),
        steps="each 2, widow 2 down (the talon, face down), each 2×4",
    ),
    "thousand_two_players": Game(
        title="Thousand for two, with two widows",
        aliases=(
            "tysiąc for two",
            "1000 for two",
            "two-handed thousand",
        ),
        source="pl.wikipedia.org, Tysiąc (gra karciana): ten each, and two widows of two; one at a time, as commonly "
        "played",
        second_source="pagat.com, 1000, two players",
        deck="euchre",
        players=exactly(2),
        steps="each 1×10, widows/first 2 down (face down), widows/second 2 down (face down)",
    ),
    "marias": Game(
        title="Mariáš, for three",
        aliases=("volený mariáš", "licitovaný mariáš"),
        source="pagat.com, Mariáš: seven to forehand and five to the others, then five to each",
        second_source="cs.wikipedia.org, Mariáš",
        deck="german32",
        players=exactly(3),
        seats=lambda _: ("forehand", "middlehand", "rearhand"),
        steps="turns 7 5 5 5 5 5",
    ),
    "bauernschnapsen": Game(
        title="Bauernschnapsen, for four",
        aliases=(
            "Viererschnapsen",
            "schnapsen for four",
        ),
        source="de.wikipedia.org, Bauernschnapsen: three each, trumps are called, and two more",
        second_source="pagat.com, Bauernschnapsen",
        deck="euchre",
        packs=PackOptions(exclude=list_codes("9")),
        players=exactly(4),
        steps="first_cards: each 3; last_cards: each 2",
    ),
    "binokel": AnticlockwiseGame(
        title="Binokel, with 40 cards",
        aliases=(
            "binocle",
            "benogl",
            "Kreuzbinokel",
            "Württemberg binokel",
        ),
        source="binokel-palast.de, Steckbrief: of three 4-2-4-2-4, of four 3-2-3-2-3, the twos to the dabb",
        second_source="de.wikibooks.org, Kartenspiele: Binokel: to the right",
        deck="german32",
        packs=PackOptions(decks=2, exclude=german_codes("789")),
        players=Players(3, 4, default=3),
        steps={
            3: "each 4, dabb 2 down (face down), each 4, dabb 2 down (face down), each 4",
            4: "each 3, dabb 2 down (face down), each 3, dabb 2 down (face down), each 3",
        },
    ),
    "binokel_with_sevens": AnticlockwiseGame(
        title="Binokel, with 48 cards",
        aliases=("Binokel mit Siebenern",),
        source="binokel-palast.de, Steckbrief: of three 5-1-5-2-5, of four 4-2-3-2-4, the smaller ones to the dabb",
        second_source="de.wikipedia.org, Binokel: to the right",
        deck="german32",
        packs=PackOptions(decks=2, exclude=german_codes("89")),
        players=Players(3, 4, default=3),
        steps={
            3: "each 5, dabb 1 down (face down), each 5, dabb 2 down (face down), each 5",
            4: "each 4, dabb 2 down (face down), each 3, dabb 2 down (face down), each 4",
        },
    ),
    "schafkopf_short": Game(
        title="Schafkopf, Bavarian, with the short pack",
        aliases=(
            "short schafkopf",
            "Schafkopf kurzes Blatt",
            "Schafkopf with 24 cards",
        ),
        source="de.wikipedia.org, Schafkopf, kurzes Blatt: without sevens and eights, six each; twice three",
        second_source="Bayerischer Schafkopf-Verein, rules, short pack",
        deck="german32",
        packs=PackOptions(exclude=german_codes("78")),
        players=exactly(4),
        steps="each 3×2",
    ),
    "jass_french": AnticlockwiseGame(
        title="Jass with French-suited cards, as for Schieber",
        aliases=(
            "Schieber with French cards",
            "jass romand",
            "chibre",
        ),
        source="de.wikipedia.org, Jass: west of the Brünig-Napf-Reuss line with French-suited cards; three times three",
        second_source="pagat.com, Schieber",
        packs=PackOptions(exclude=list_codes("2345")),
        players=exactly(4),
        steps="each 3×3",
    ),
    "klaberjass": Game(
        title="Klaberjass, or clob, for two",
        aliases=(
            "clobyosh",
            "clob",
            "klabberjass",
            "clabber",
            "Belle for two",
            "Klobiosh",
        ),
        source="Wikipedia, Klaberjass: six each, three at a time, the next is turned; three more after the bidding",
        second_source="pagat.com, Klaberjass",
        deck="piquet",
        players=exactly(2),
        steps="first_cards: each 3×2, upcard 1 (Turn 1 card face up: the upcard.); last_cards: each 3, stock rest",
    ),
    "tute": AnticlockwiseGame(
        title="Tute, for four",
        aliases=(
            "Spanish tute",
            "tute por parejas",
            "tute de parejas",
        ),
        source="es.wikipedia.org, Tute: all the cards, ten each, one at a time; the dealer's last is the trump",
        second_source="Fournier, El tute",
        deck="spanish40",
        players=exactly(4),
        steps=f"each 1×9, others 1, {LAST_CARD}",
    ),
    "guinote": AnticlockwiseGame(
        title="Guiñote",
        aliases=(
            "guiñote aragonés",
            "guinyote",
        ),
        source="es.wikipedia.org, Guiñote: six each, three at a time, and the next is turned",
        second_source="pagat.com, Guiñote",
        deck="spanish40",
        players=Players(2, 4, default=4),
        steps=f"each 3×2, {LAST_TRUMP}, stock rest",
    ),
    "botifarra": AnticlockwiseGame(
        title="Botifarra",
        aliases=(
            "butifarra",
            "Catalan botifarra",
        ),
        source="pagat.com, Botifarra: twelve each, four at a time, counter-clockwise",
        second_source="ca.wikipedia.org, Botifarra (joc)",
        deck="spanish48",
        players=exactly(4),
        steps="each 4×3",
    ),
    "truco_paulista": AnticlockwiseGame(
        title="Truco paulista, with the vira",
        aliases=(
            "Brazilian truco",
            "truco brasileiro",
            "truco com vira",
        ),
        source="pt.wikipedia.org, Truco: 40 French-suited cards, three each, and one turned, the vira",
        second_source="pagat.com, Truco (Brazil)",
        packs=PackOptions(exclude=list_codes("89T")),
        players=Players(2, 6, default=4),
        steps="each 1×3, vira 1 (Turn 1 card face up: the vira, whose successor is the highest.), stock rest",
    ),
    "truco_mineiro": AnticlockwiseGame(
        title="Truco mineiro, without a vira",
        aliases=(
            "truco de Minas",
            "truco with fixed manilhas",
        ),
        source="pt.wikipedia.org, Truco: 40 French-suited cards, three each; the highest cards are fixed",
        second_source="pagat.com, Truco (Brazil)",
        packs=PackOptions(exclude=list_codes("89T")),
        players=Players(2, 6, default=4),
        steps="each 1×3, stock rest",
    ),
    "tressette_two_players": AnticlockwiseGame(
        title="Tressette for two",
        aliases=(
            "tressette in due",
            "two-handed tressette",
            "pizzichino",
        ),
        source="pagat.com, Tressette, for two: ten each, packets of five, and a stock",
        second_source="it.wikipedia.org, Tressette",
        deck="italian40",
        players=exactly(2),
        steps="each 5×2, stock rest",
    ),
}
