"""Trick-taking games of continental Europe and their offspring: doppelkopf, belote, tarot, piquet and their relatives.

Where a rule leaves a choice to the dealer, the entry's source says so, and the entry makes it.
"""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import Direction, Game, Players, exactly
from service.core.games.tricks import LAST_TRUMP, TRUMP

EUROPE: Mapping[str, Game] = {
    "doppelkopf": Game(
        title="Doppelkopf, with the nines",
        source="doppelkopf-spiel.de, Turnierregeln: four times three cards",
        deck="pinochle",
        players=exactly(4),
        steps="each 3×4",
    ),
    "schafkopf": Game(
        title="Schafkopf, Bavarian",
        source="online-schafkopf-lernen.de, Der Spielverlauf: twice four cards",
        deck="german32",
        players=exactly(4),
        steps="each 4×2",
    ),
    "sheepshead": Game(
        title="Sheepshead, American",
        source="sheepshead.org, Sheepshead Basic Rules (of five players); sheepshead101.com, Four Handed",
        deck="piquet",
        players=Players(4, 5, default=5),
        steps={
            4: "each 2, blind 2 down (face down), each 3, blind 2 down (face down), each 2",
            5: "each 3, blind 2 down (face down), each 3",
        },
    ),
    "belote": Game(
        title="Belote, up to the choice of trumps",
        source="belotejeu.fr, Règle de la belote: three, two, one turned up, anticlockwise (at other tables clockwise: "
        "loisirs.savoir.fr, La Belote); the stock completes the hands",
        deck="piquet",
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="each 3 2, upcard 1 (Turn 1 card face up: the upcard.), stock rest",
    ),
    "coinche": Game(
        title="Coinche, or belote contrée",
        source="coinche-en-ligne.com, Règles du jeu: three, two, three",
        deck="piquet",
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="each 3 2 3",
    ),
    "jass": Game(
        title="Jass, as for Schieber",
        source="jassclubkilchberg.jimdo.com, Regeln Einzelschieber: three times three; jassonkel.ch, Die Jassrunde",
        deck="swiss36",
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="each 3×3",
    ),
    "klaverjas": Game(
        title="Klaverjas",
        source="Nederlandse Klaverjas Unie, Het spel: three, two, three; at other tables four, four (nl.wikipedia.org)",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2 3",
    ),
    "thousand": Game(
        title="Thousand, or tysiacha",
        source="lodige.com, Tysiąc: one at a time, in each of the first three rounds one to the widow before the third "
        "hand; docslib.org, Rules of Card Games: 1000",
        deck="euchre",
        players=exactly(3),
        steps="3×[others 1, widow 1 down, dealer 1] (Each hand gets 7 cards, one at a time; in each of the "
        "first 3 rounds 1 card goes to the widow, face down, before the dealer's.), each 1×4 ()",
    ),
    "sueca": Game(
        title="Sueca",
        source="cartadascoisadas.blogspot.com, Sueca: the bottom card is the trump; ten each to the right, the last "
        "nine to the dealer; infokontak.com, Sueca; a dealer may begin with the own hand instead",
        packs=PackOptions(exclude=list_codes("89T")),
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="others 10, dealer 9, dealer/trump 1 up (The dealer gets the bottom card, which was turned face "
        "up: the trump.)",
    ),
    "french_tarot": Game(
        title="French tarot",
        source="larousse.fr, Tarot: three at once; normandie-tarot.org, Le Tarot à 3 joueurs: four; beuselinck.fr, Le "
        "règlement: to the dog one by one when the dealer likes, neither first nor last; here one in a round",
        deck="tarot",
        players=Players(3, 5, default=4),
        direction=Direction.ANTICLOCKWISE,
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
        source="Hoyle's Games Modernized (1909), Piquet: by two at a time, or by three",
        deck="piquet",
        players=exactly(2),
        seats=lambda _: ("elder", "younger"),
        steps="each 2×6, talon rest",
    ),
    "ecarte": Game(
        title="Écarté",
        source="Club Code in Hoyle's Games Modernized (1909), Écarté, law 8: by two and then by three, or vice versa",
        deck="piquet",
        players=exactly(2),
        steps=f"each 2 3, {TRUMP}, stock rest",
    ),
    "bezique": Game(
        title="Bezique",
        source="Hoyle's Games Modernized (1909), Bézique: three, two, three; the seventeenth card is turned",
        deck="piquet",
        packs=PackOptions(decks=2),
        players=exactly(2),
        steps=f"each 3 2 3, {LAST_TRUMP}, stock rest",
    ),
    "rubicon_bezique": Game(
        title="Rubicon bezique",
        source="Hoyle's Games Modernized (1909), Rubicon Bézique: nine each, singly or by threes, as here",
        deck="piquet",
        packs=PackOptions(decks=4),
        players=exactly(2),
        steps="each 3×3, stock rest",
    ),
    "sixty_six": Game(
        title="Sixty-six",
        source="chereshnitsa.org, Sixty-Six: six each, three at a time, and the top of the stock turned",
        deck="euchre",
        players=exactly(2),
        steps=f"each 3×2, {LAST_TRUMP}, stock rest",
    ),
    "schnapsen": Game(
        title="Schnapsen",
        source="gamerules.com, Schnapsen: three, the trump, two; at other tables the trump is turned last "
        "(allekartenspiele.de)",
        deck="euchre",
        packs=PackOptions(exclude=list_codes("9")),
        players=exactly(2),
        steps=f"each 3, {LAST_TRUMP}, each 2, stock rest",
    ),
    "brisca": Game(
        title="Brisca",
        source="Fournier, La brisca; doncomos.com, Reglas de la brisca (of three players, without the twos)",
        deck="spanish40",
        players=Players(2, 4, default=4),
        removed_by_players={3: ("2O", "2C", "2E", "2B")},
        direction=Direction.ANTICLOCKWISE,
        steps=f"each 1×3, {LAST_TRUMP}, stock rest",
    ),
    "briscola_chiamata": Game(
        title="Briscola chiamata, for five",
        source="framor.info, Briscola chiamata: eight each, in two packets",
        deck="italian40",
        players=exactly(5),
        direction=Direction.ANTICLOCKWISE,
        steps="each 4×2",
    ),
    "truco": Game(
        title="Truco, Argentine, for two to four",
        source="kipdf.com, Truco: Reglamentación, article 4: three each, one at a time; six in two teams are not "
        "dealt here",
        deck="spanish40",
        players=Players(2, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps="each 1×3, stock rest",
    ),
    "watten": Game(
        title="Watten",
        source="ultra-watten.com, Grundregeln: three, then two; allekartenspiele.de: in Bavaria two, then three",
        deck="german32",
        players=exactly(4),
        steps="each 3 2, stock rest",
    ),
}
