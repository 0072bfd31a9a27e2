"""Trick-taking games of continental Europe: Doppelkopf, belote, jass, piquet, Schnapsen, Watten and their like."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import AnticlockwiseGame, Game, Players, exactly
from service.core.games.tricks import LAST_TRUMP, TRUMP


def german_codes(ranks: str) -> tuple[str, ...]:
    """Return the codes of ranks in every suit of a German pack."""
    return list_codes(ranks, "ALHB")


EUROPE: Mapping[str, Game] = {
    "doppelkopf": Game(
        title="Doppelkopf, with the nines",
        aliases=("Doko", "double head", "Doppelkopf mit Neunen", "double-headed"),
        source="Deutscher Doppelkopf-Verband, Turnierspielregeln: four times three cards",
        second_source="lodige.com, Doppelkopf; other tables deal three and then four (bulletscards.de)",
        deck="pinochle",
        players=exactly(4),
        steps="each 3×4",
    ),
    "doppelkopf_without_nines": Game(
        title="Doppelkopf without the nines",
        aliases=(
            "Doko ohne Neunen",
            "scharfes Doppelkopf",
            "Doppelkopf with 40 cards",
            "double head",
            "Doppelkopf ohne Neunen",
        ),
        source="de.wikipedia.org, Doppelkopf, Varianten: 40 cards, ten each; packets as commonly played: three, four, "
        "three",
        second_source="hanne.schliedermann.eu, Doppelkopf",
        deck="pinochle",
        packs=PackOptions(exclude=list_codes("9")),
        players=exactly(4),
        steps="each 3 4 3",
    ),
    "doppelkopf_german": Game(
        title="Doppelkopf with German-suited cards, with the nines",
        aliases=("Doppelkopf with German cards", "Doppelkopf deutsches Blatt"),
        source="doppelkopf-regeln.com: with French or German cards; dealt as doppelkopf, doppelkopf-spiel.de, "
        "Turnierregeln: four times three cards",
        second_source="de.wikipedia.org, Doppelkopf, Doppelkopfblatt",
        deck="german32",
        packs=PackOptions(decks=2, exclude=german_codes("78")),
        players=exactly(4),
        steps="each 3×4",
    ),
    "schafkopf": Game(
        title="Schafkopf, Bavarian",
        aliases=("Bavarian schafkopf", "Schafkopfen", "Schafkopf langes Blatt", "sheephead Bavarian", "Schafkopf game"),
        source="de.wikipedia.org, Schafkopf: twice four cards",
        second_source="online-schafkopf-lernen.de, Der Spielverlauf",
        deck="german32",
        players=exactly(4),
        steps="each 4×2",
    ),
    "sheepshead": Game(
        title="Sheepshead, American",
        aliases=("American schafkopf", "sheephead", "Wisconsin sheepshead", "shepshead"),
        source="sheepshead.org, Sheepshead Basic Rules (of five players) and Variations (of three)",
        second_source="sheepshead101.com, Four Handed; of three playsheepshead.org: three, four and three, as commonly "
        "with the blind after the first packet",
        deck="piquet",
        players=Players(3, 5, default=5),
        steps={
            3: "each 3, blind 2 down (face down), each 4, each 3",
            4: "each 2, blind 2 down (face down), each 3, blind 2 down (face down), each 2",
            5: "each 3, blind 2 down (face down), each 3",
        },
    ),
    "belote": AnticlockwiseGame(
        title="Belote, up to the choice of trumps",
        aliases=("belot", "bela", "blot", "French belote", "belote classique"),
        source="fr.wikipedia.org, Belote: three, two, one turned up, anticlockwise, and the stock completes the hands; "
        "at other tables clockwise",
        second_source="belotejeu.fr, Règle de la belote",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2, upcard 1 (Turn 1 card face up: the upcard.), stock rest",
    ),
    "coinche": AnticlockwiseGame(
        title="Coinche, or belote contrée",
        aliases=("belote coinchée", "belote contrée", "contrée", "belote coinche"),
        source="fr.wikipedia.org, Coinche: three, two, three",
        second_source="coinche-en-ligne.com, Règles du jeu",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2 3",
    ),
    "jass": AnticlockwiseGame(
        title="Jass, as for Schieber",
        aliases=(
            "Schieber",
            "Swiss jass",
            "yass",
            "Schweizer Jass",
            "jassen",
            "Schieber Jass",
            "Coiffeur",
            "differenzler",
        ),
        source="de.wikipedia.org, Jass: three times three",
        second_source="jassclubkilchberg.jimdo.com, Regeln Einzelschieber",
        deck="swiss36",
        players=exactly(4),
        steps="each 3×3",
    ),
    "klaverjas": Game(
        title="Klaverjas",
        aliases=("klaverjassen", "klaverjas kaartspel", "Dutch jass", "klaverjasse"),
        source="Nederlandse Klaverjas Unie, Het spel: three, two, three",
        second_source="nl.wikipedia.org, Klaverjassen; at other tables four, four",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2 3",
    ),
    "thousand": Game(
        title="Thousand, or tysiacha",
        aliases=(
            "1000",
            "tysiąc",
            "tysiacha",
            "тысяча",
            "Tausend",
            "tysiacha 3 players",
            "mille polonais",
            "russian schnapsen",
        ),
        source="pagat.com, 1000: one at a time, in each of the first three rounds one to the widow, here before the "
        "third hand",
        second_source="lodige.com, Tysiąc",
        deck="euchre",
        players=exactly(3),
        steps="3×[others 1, widow 1 down, dealer 1] (Each hand gets 7 cards, one at a time; in each of the "
        "first 3 rounds 1 card goes to the widow, face down, before the dealer's.), each 1×4 ()",
    ),
    "sueca": AnticlockwiseGame(
        title="Sueca",
        aliases=("Portuguese sueca", "bisca sueca", "sueca portuguesa", "sueca de quatro"),
        source="pagat.com, Sueca: ten each to the right, the bottom card is the trump; a dealer may begin with the own "
        "hand instead",
        second_source="infokontak.com, Sueca",
        packs=PackOptions(exclude=list_codes("89T")),
        players=exactly(4),
        steps="others 10, dealer 9, dealer/trump 1 up (The dealer gets the bottom card, which was turned face "
        "up: the trump.)",
    ),
    "french_tarot": AnticlockwiseGame(
        title="French tarot",
        aliases=(
            "tarot",
            "jeu de tarot",
            "tarock",
            "tarocchi",
            "tarot français",
            "tarot à 4",
            "tarot à 5",
            "tarot à 3",
        ),
        source="Fédération Française de Tarot, Règlement: three at once; to the dog one by one when the dealer likes, "
        "neither first nor last, here one in a round; of three players four at once (normandie-tarot.org)",
        second_source="larousse.fr, Tarot",
        deck="tarot",
        players=Players(3, 5, default=4),
        steps={
            3: "6×[others 4, dog 1 down, dealer 4] (Each hand gets 4 cards at once, 6 times; in every round "
            "1 card goes to the dog, face down, before the dealer's.)",
            4: "6×[others 3, dog 1 down, dealer 3] (Each hand gets 3 cards at once, 6 times; in every round "
            "1 card goes to the dog, face down, before the dealer's.)",
            5: "3×[others 3, dog 1 down, dealer 3] (Each hand gets 3 cards at once, 5 times; in each of the "
            "first 3 rounds 1 card goes to the dog, face down, before the dealer's.), each 3×2 ()",
        },
    ),
    "piquet": Game(
        title="Piquet",
        aliases=("picquet", "picket", "piket", "cent", "Pikett", "пикет"),
        source="Hoyle's Games Modernized (1909), Piquet: by two at a time, or by three",
        second_source="Wikipedia, Piquet",
        deck="piquet",
        players=exactly(2),
        seats=lambda _: ("elder", "younger"),
        steps="each 2×6, talon rest",
    ),
    "ecarte": Game(
        title="Écarté",
        aliases=("écart", "ecarte game", "экарте"),
        source="Club Code in Hoyle's Games Modernized (1909), Écarté, law 8: by two and then by three, or vice versa",
        second_source="Wikipedia, Écarté",
        deck="piquet",
        players=exactly(2),
        steps=f"each 2 3, {TRUMP}, stock rest",
    ),
    "bezique": Game(
        title="Bezique",
        aliases=("besique", "two-handed bezique", "bésigue", "bezigue", "Penchant", "безик"),
        source="Hoyle's Games Modernized (1909), Bézique: three, two, three; the seventeenth card is turned",
        second_source="Bicycle, Bezique",
        deck="piquet",
        packs=PackOptions(decks=2),
        players=exactly(2),
        steps=f"each 3 2 3, {LAST_TRUMP}, stock rest",
    ),
    "rubicon_bezique": Game(
        title="Rubicon bezique",
        aliases=("Japanese bezique", "four-pack bezique", "rubicon", "rubicon besique"),
        source="Hoyle's Games Modernized (1909), Rubicon Bézique: nine each, singly or by threes, as here",
        deck="piquet",
        packs=PackOptions(decks=4),
        players=exactly(2),
        steps="each 3×3, stock rest",
    ),
    "sixty_six": Game(
        title="Sixty-six",
        aliases=("66", "Sechsundsechzig", "santase", "сантасе", "шестьдесят шесть", "hatvanhat", "šedesát šest"),
        source="Wikipedia, Sixty-six: six each, three at a time, and the top of the stock turned",
        second_source="chereshnitsa.org, Sixty-Six",
        deck="euchre",
        players=exactly(2),
        steps=f"each 3×2, {LAST_TRUMP}, stock rest",
    ),
    "schnapsen": Game(
        title="Schnapsen",
        aliases=("schnapser", "snapszer", "Austrian sixty-six", "Schnapsen for two", "Zweierschnapsen", "šnops"),
        source="pagat.com, Schnapsen: three, the trump, two; at other tables the trump is turned last",
        second_source="gamerules.com, Schnapsen",
        deck="euchre",
        packs=PackOptions(exclude=list_codes("9")),
        players=exactly(2),
        steps=f"each 3, {LAST_TRUMP}, each 2, stock rest",
    ),
    "schnapsen_german": Game(
        title="Schnapsen with double German cards, or snapszer",
        aliases=("snapszer", "Schnapsen with German cards", "Doppeldeutsche"),
        source="gamerules.com, Schnapsen, dealt as schnapsen; with the double German cards of Austria and Hungary: "
        "de.wikipedia.org, Schnapsen",
        second_source="Wikipedia, Schnapsen: French or William Tell cards",
        deck="german32",
        packs=PackOptions(exclude=german_codes("789")),
        players=exactly(2),
        steps=f"each 3, {LAST_TRUMP}, each 2, stock rest",
    ),
    "brisca": AnticlockwiseGame(
        title="Brisca",
        aliases=("la brisca", "Spanish brisca", "bisca", "brisca española", "brisca puertorriqueña"),
        source="Fournier, La brisca: three each, one at a time; of three players without the twos",
        second_source="doncomos.com, Reglas de la brisca",
        deck="spanish40",
        players=Players(2, 4, default=4),
        removed_by_players={3: ("2O", "2C", "2E", "2B")},
        steps=f"each 1×3, {LAST_TRUMP}, stock rest",
    ),
    "briscola_chiamata": AnticlockwiseGame(
        title="Briscola chiamata, for five",
        aliases=(
            "briscola for five",
            "briscola in cinque",
            "briscola bugiarda",
            "briscola a chiamata",
            "briscola a cinque",
            "briscola pazza",
        ),
        source="it.wikipedia.org, Briscola chiamata: eight each; two packets as commonly played",
        second_source="framor.info, Briscola chiamata",
        deck="italian40",
        players=exactly(5),
        steps="each 4×2",
    ),
    "truco": AnticlockwiseGame(
        title="Truco, Argentine, for two to four and for six",
        aliases=(
            "truco argentino",
            "Argentine truco",
            "truc",
            "truque",
            "truco gaucho",
            "truco uruguayo",
            "truco ciego",
        ),
        source="kipdf.com, Truco: Reglamentación, article 4: three each, one at a time; also of six, in two teams of "
        "three",
        second_source="Wikipedia, Truco",
        deck="spanish40",
        players=Players(2, 6, default=4),
        steps="each 1×3, stock rest",
    ),
    "watten": Game(
        title="Watten",
        aliases=("Wattn", "Watteln", "Watten game"),
        source="ultra-watten.com, Grundregeln: three, then two; allekartenspiele.de: also of two and three players; in "
        "Bavaria two, then three (watten_two_three)",
        second_source="de.wikipedia.org, Watten",
        deck="german32",
        players=Players(2, 4, default=4),
        steps="each 3 2, stock rest",
    ),
    "watten_weli": Game(
        title="Watten with the Weli, with 33 cards, as in South Tyrol",
        aliases=("South Tyrolean watten", "Südtiroler Watten", "Watten with 33 cards", "Salzburger Watten"),
        source="jwatten.sourceforge.net: in South Tyrol with 33 cards; three, then two (allekartenspiele.de, Watten)",
        second_source="europaregion.info, Euregio Watt-Karten: 33 cards, five each",
        deck="german33",
        players=Players(2, 4, default=4),
        steps="each 3 2, stock rest",
    ),
    "watten_two_three": Game(
        title="Watten, dealt by two and then by three",
        aliases=("Bavarian watten", "bayerisches Watten"),
        source="allekartenspiele.de, Watten: in Bavaria two cards at first, and then three",
        second_source="online-kartenspiele.net, Watten: three and two, or two and three",
        deck="german32",
        players=Players(2, 4, default=4),
        steps="each 2 3, stock rest",
    ),
}
