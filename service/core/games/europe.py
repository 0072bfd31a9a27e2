"""Trick-taking games of continental Europe and their offspring: doppelkopf, belote, tarot, piquet and their relatives.

Where a rule leaves a choice to the dealer, the entry's source says so, and the entry makes it.
"""

from dataclasses import replace

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import Direction, Game, Players, Steps
from service.core.games.procedures import Face
from service.core.games.steps import combine, each, packets, rest, to_pile, to_seat, turn_trump

_TAROT = {3: (4, 6, 6), 4: (3, 6, 6), 5: (3, 5, 3)}
"""By players: the cards in a packet, the rounds of packets, and the cards of the dog."""

_TURN_TRUMP = turn_trump(is_drawn_last=True)


def _stock_steps(*sizes: int) -> Steps:
    """Return the steps: packets, the trump turned face up, and the stock upon it."""
    return (packets(*sizes), _TURN_TRUMP, rest("stock"))


def _tarot_steps(players: int) -> Steps:
    size, rounds, dog = _TAROT[players]
    with_dog = (packets(size, skip="dealer"), to_pile("dog", 1, face=Face.DOWN), to_seat("dealer", size))
    when = "every round" if dog == rounds else f"each of the first {dog} rounds"
    return (
        combine(
            *with_dog * dog,
            *(packets(size),) * (rounds - dog),
            description=f"Each hand gets {size} cards at once, {rounds} times; in {when} 1 card goes to the dog, face "
            "down, before the dealer's.",
        ),
    )


def _thousand_steps(_: int) -> Steps:
    with_widow = (each(1, skip="dealer"), to_pile("widow", 1, face=Face.DOWN), to_seat("dealer", 1))
    return (
        combine(
            *with_widow * 3,
            each(4),
            description="Each hand gets 7 cards, one at a time; in each of the first 3 rounds 1 card goes to the "
            "widow, face down, before the dealer's.",
        ),
    )


def _sueca_steps(_: int) -> Steps:
    trump = to_seat("dealer", 1, "trump", face=Face.UP)
    shown = "The dealer gets the bottom card, which was turned face up: the trump."
    return (packets(10, skip="dealer"), to_seat("dealer", 9), replace(trump, description=shown))


def _sheepshead_steps(players: int) -> Steps:
    blind = to_pile("blind", 2, note="face down", face=Face.DOWN)
    if players == 4:
        return (packets(2), blind, packets(3), blind, packets(2))
    return (packets(3), blind, packets(3))


EUROPE = (
    Game(
        name="doppelkopf",
        title="Doppelkopf, with the nines",
        source="doppelkopf-spiel.de, Turnierregeln: four times three cards",
        deck="pinochle",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=lambda _: (packets(3, 3, 3, 3),),
    ),
    Game(
        name="schafkopf",
        title="Schafkopf, Bavarian",
        source="online-schafkopf-lernen.de, Der Spielverlauf: twice four cards",
        deck="german32",
        players=Players(4, 4, default=4),
        options=(),
        steps=lambda _: (packets(4, 4),),
    ),
    Game(
        name="sheepshead",
        title="Sheepshead, American",
        source="sheepshead.org, Sheepshead Basic Rules (of five players); sheepshead101.com, Four Handed",
        deck="piquet",
        players=Players(4, 5, default=5),
        options=("suit_order",),
        steps=_sheepshead_steps,
    ),
    Game(
        name="belote",
        title="Belote, up to the choice of trumps",
        source="belotejeu.fr, Règle de la belote: three, two, one turned up, anticlockwise (at other tables clockwise: "
        "loisirs.savoir.fr, La Belote); the stock completes the hands",
        deck="piquet",
        players=Players(4, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(3, 2), turn_trump("upcard"), rest("stock")),
    ),
    Game(
        name="coinche",
        title="Coinche, or belote contrée",
        source="coinche-en-ligne.com, Règles du jeu: three, two, three",
        deck="piquet",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(3, 2, 3),),
    ),
    Game(
        name="jass",
        title="Jass, as for Schieber",
        source="jassclubkilchberg.jimdo.com, Regeln Einzelschieber: three times three; jassonkel.ch, Die Jassrunde",
        deck="swiss36",
        players=Players(4, 4, default=4),
        options=(),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(3, 3, 3),),
    ),
    Game(
        name="klaverjas",
        title="Klaverjas",
        source="Nederlandse Klaverjas Unie, Het spel: three, two, three; at other tables four, four (nl.wikipedia.org)",
        deck="piquet",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=lambda _: (packets(3, 2, 3),),
    ),
    Game(
        name="thousand",
        title="Thousand, or tysiacha",
        source="lodige.com, Tysiąc: one at a time, in each of the first three rounds one to the widow before the third "
        "hand; docslib.org, Rules of Card Games: 1000",
        deck="euchre",
        players=Players(3, 3, default=3),
        options=("suit_order",),
        steps=_thousand_steps,
    ),
    Game(
        name="sueca",
        title="Sueca",
        source="cartadascoisadas.blogspot.com, Sueca: the bottom card is the trump; ten each to the right, the last "
        "nine to the dealer; infokontak.com, Sueca; a dealer may begin with the own hand instead",
        deck="standard",
        packs=PackOptions(exclude=list_codes("89T")),
        players=Players(4, 4, default=4),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=_sueca_steps,
    ),
    Game(
        name="french_tarot",
        title="French tarot",
        source="larousse.fr, Tarot: three at once; normandie-tarot.org, Le Tarot à 3 joueurs: four; beuselinck.fr, Le "
        "règlement: to the dog one by one when the dealer likes, neither first nor last; here one in a round",
        deck="tarot",
        players=Players(3, 5, default=4),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=_tarot_steps,
    ),
    Game(
        name="piquet",
        title="Piquet",
        source="Hoyle's Games Modernized (1909), Piquet: by two at a time, or by three",
        deck="piquet",
        players=Players(2, 2, default=2),
        seats=lambda _: ("elder", "younger"),
        steps=lambda _: (packets(2, 2, 2, 2, 2, 2), rest("talon")),
    ),
    Game(
        name="ecarte",
        title="Écarté",
        source="Club Code in Hoyle's Games Modernized (1909), Écarté, law 8: by two and then by three, or vice versa",
        deck="piquet",
        players=Players(2, 2, default=2),
        steps=lambda _: (packets(2, 3), turn_trump(), rest("stock")),
    ),
    Game(
        name="bezique",
        title="Bezique",
        source="Hoyle's Games Modernized (1909), Bézique: three, two, three; the seventeenth card is turned",
        deck="piquet",
        packs=PackOptions(decks=2),
        players=Players(2, 2, default=2),
        steps=lambda _: _stock_steps(3, 2, 3),
    ),
    Game(
        name="rubicon_bezique",
        title="Rubicon bezique",
        source="Hoyle's Games Modernized (1909), Rubicon Bézique: nine each, singly or by threes, as here",
        deck="piquet",
        packs=PackOptions(decks=4),
        players=Players(2, 2, default=2),
        steps=lambda _: (packets(3, 3, 3), rest("stock")),
    ),
    Game(
        name="sixty_six",
        title="Sixty-six",
        source="chereshnitsa.org, Sixty-Six: six each, three at a time, and the top of the stock turned",
        deck="euchre",
        players=Players(2, 2, default=2),
        steps=lambda _: _stock_steps(3, 3),
    ),
    Game(
        name="schnapsen",
        title="Schnapsen",
        source="gamerules.com, Schnapsen: three, the trump, two; at other tables the trump is turned last "
        "(allekartenspiele.de)",
        deck="euchre",
        packs=PackOptions(exclude=list_codes("9")),
        players=Players(2, 2, default=2),
        steps=lambda _: (packets(3), _TURN_TRUMP, packets(2), rest("stock")),
    ),
    Game(
        name="brisca",
        title="Brisca",
        source="Fournier, La brisca; doncomos.com, Reglas de la brisca (of three players, without the twos)",
        deck="spanish40",
        options=("exclude",),
        players=Players(2, 4, default=4),
        removed_by_players={3: ("2O", "2C", "2E", "2B")},
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(3), _TURN_TRUMP, rest("stock")),
    ),
    Game(
        name="briscola_chiamata",
        title="Briscola chiamata, for five",
        source="framor.info, Briscola chiamata: eight each, in two packets",
        deck="italian40",
        options=(),
        players=Players(5, 5, default=5),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(4, 4),),
    ),
    Game(
        name="truco",
        title="Truco, Argentine, for two to four",
        source="kipdf.com, Truco: Reglamentación, article 4: three each, one at a time; six in two teams are not "
        "dealt here",
        deck="spanish40",
        options=("exclude",),
        players=Players(2, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(3), rest("stock")),
    ),
    Game(
        name="watten",
        title="Watten",
        source="ultra-watten.com, Grundregeln: three, then two; allekartenspiele.de: in Bavaria two, then three",
        deck="german32",
        options=("exclude",),
        players=Players(4, 4, default=4),
        steps=lambda _: (packets(3, 2), rest("stock")),
    ),
)
