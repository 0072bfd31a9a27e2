"""Games in which the players get rid of their cards: climbing games, durak, eights and their kin, and fish."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, AnticlockwiseGame, Game, Players, exactly
from service.core.games.tricks import LAST_CARD, LAST_TRUMP

SHEDDING: Mapping[str, Game] = {
    "wild_colours": Game(
        title="A shedding game with the four-colour pack: seven cards each",
        aliases=("Uno", "wild colors", "four colours", "crazy colours"),
        source="RLCard (datamllab/rlcard), its dealer; scribd.com/document/51574355: a wild draw four that is turned "
        "first goes back into the pack, and the next card is turned",
        deck="wild_colours",
        players=Players(2, 10, default=4),
        steps="each 1×7, no_draw_four, stock rest",
    ),
    "wild_colours112": Game(
        title="A shedding game with the four-colour pack of 112 cards: seven cards each",
        aliases=("Uno", "Uno 112", "wild colors 112"),
        source="punditweb.com, Shuffle Hands: the cards; dealt as wild_colours",
        deck="wild_colours112",
        players=Players(2, 10, default=4),
        steps="each 1×7, no_draw_four, stock rest",
    ),
    "crazy_eights": Game(
        title="Crazy eights",
        aliases=(
            "eights",
            "mau-mau",
            "switch",
            "Swedish rummy",
            "macau",
            "makao",
            "pesten",
            "Tschau Sepp",
            "last card",
        ),
        source="parentdish.com, Crazy Eights: seven cards for two, five for more; Encyclopædia Britannica: an eight "
        "that is turned is buried in the stock",
        players=Players(2, 8, default=4),
        counts={"cards": {2: 7, 3: 5}},
        steps="each 1×{cards}, no_eight, stock rest",
    ),
    "go_fish": Game(
        title="Go fish",
        aliases=("fish", "authors"),
        source="botvfx.com, Go Fish: seven cards for two or three, five for four to six; at other tables five for "
        "three (webcasty.com)",
        players=Players(2, 6, default=4),
        counts={"cards": {2: 7, 4: 5}},
        steps="each 1×{cards}, stock rest",
    ),
    "old_maid": Game(
        title="Old maid",
        aliases=("Schwarzer Peter", "black Peter", "babanuki", "ババ抜き", "pouilleux", "le vieux garçon"),
        source="Encyclopædia Britannica (1911), Old Maid: without the queen of hearts, all dealt out one by one; at "
        "other tables without that of clubs (convocards.com)",
        packs=PackOptions(exclude=("QH",)),
        players=Players(2, 8, default=4),
        steps="all_out",
    ),
    "president": Game(
        title="President",
        aliases=("asshole", "scum", "bum", "Arschloch", "trou du cul", "daifugō", "daihinmin", "capitalism"),
        source="palace-of-cards.com, President: all dealt out, as evenly as possible; Wikipedia, President: two jokers "
        "more",
        players=Players(3, 8, default=4),
        parameters=(*FRENCH_OPTIONS, "jokers"),
        steps="all_out",
    ),
    "cheat": Game(
        title="Cheat, or I doubt it",
        aliases=("BS", "bullshit", "bluff", "I doubt it", "doubt it"),
        source="classicgamesandpuzzles.com, I Doubt It; jetpunk.com, Cheat: all dealt out, one at a time",
        players=Players(3, 6, default=4),
        steps="all_out",
    ),
    "palace": Game(
        title="Palace, or shithead",
        aliases=("shithead", "shed", "karma"),
        source="whatgameworks.com, How to play Shithead; spielregeln.de, Shithead: three down, three up, three in hand",
        players=Players(2, 5, default=3),
        steps="each/face_down 1×3 down (Each hand gets 3 cards, one at a time, on the table, face down.), "
        "each/face_up 1×3 up (Each hand gets 3 cards, one at a time, on the table, face up, upon these.), "
        "each 1×3, stock rest",
    ),
    "big_two": AnticlockwiseGame(
        title="Big two",
        aliases=("deuces", "cho dai di", "pusoy dos", "capsa", "da lao er", "大老二", "锄大地"),
        source="eagleplayingcard.com, Big Two; amarilloslim.com, Big 2: singly and counter-clockwise; "
        "lightskybluesweet.pages.dev, How to play big two: of three the last card face up, for the holder of 3D",
        players=Players(3, 4, default=4),
        steps={
            3: "each 1×17, table 1 (face up)",
            4: "each 1×13",
        },
    ),
    "dou_dizhu": AnticlockwiseGame(
        title="Dou dizhu, for three",
        aliases=("fight the landlord", "landlord", "DDZ", "斗地主", "鬥地主"),
        source="denexa.com, Dou Dizhu; catsatcards.com, Dou Di Zhu; no card is turned to name the first bidder",
        packs=PackOptions(jokers=2),
        players=exactly(3),
        steps="each 1×17, widow 3 down (face down)",
    ),
    "durak": Game(
        title="Durak, with 36 cards",
        aliases=("fool", "podkidnoy durak", "дурак"),
        source="eightygames.wordpress.com, Durak; durak.app, rules: of six hands the last card dealt is the trump",
        packs=PackOptions(exclude=list_codes("2345")),
        players=Players(2, 6, default=4),
        steps={
            2: f"each 1×6, {LAST_TRUMP}, stock rest",
            6: f"each 1×5, others 1, {LAST_CARD}",
        },
    ),
    "tichu": AnticlockwiseGame(
        title="Tichu, for four",
        aliases=("zheng fen", "Tichu Nanjing"),
        source="gamecabinet.com, Tichu: eight cards each before grand tichu is called, and then six; to the right",
        deck="tichu",
        players=exactly(4),
        steps="first_cards: each 1×8; last_cards: each 1×6",
    ),
}
