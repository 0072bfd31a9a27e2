"""Games in which the players get rid of their cards: climbing games, durak, eights and their kin, and fish."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, AnticlockwiseGame, Game, Players, exactly
from service.core.games.tricks import LAST_CARD, LAST_TRUMP

SHEDDING: Mapping[str, Game] = {
    "wild_colours": Game(
        title="A shedding game with the four-colour pack: seven cards each",
        aliases=("Uno", "wild colors", "four colours", "crazy colours", "Un0", "four-colour shedding game"),
        source="RLCard (datamllab/rlcard), its dealer",
        second_source="the maker's instruction sheet (scribd.com/document/51574355): a wild draw four that is turned "
        "first goes back into the pack, and the next card is turned",
        deck="wild_colours",
        players=Players(2, 10, default=4),
        steps="each 1×7, no_draw_four, stock rest",
    ),
    "wild_colours112": Game(
        title="A shedding game with the four-colour pack of 112 cards: seven cards each",
        aliases=("Uno", "Uno 112", "wild colors 112"),
        source="the maker's instruction sheet of the pack of 112 cards; dealt as wild_colours",
        second_source="punditweb.com, Shuffle Hands: the cards",
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
            "crazy 8s",
            "huit américain",
            "ocho loco",
            "last one",
            "black jack of England",
            "сто одно",
        ),
        source="Bicycle, Crazy Eights: seven cards for two, five for more; an eight that is turned is buried in the "
        "stock",
        second_source="Encyclopædia Britannica, Eights",
        players=Players(2, 8, default=4),
        counts={"cards": {2: 7, 3: 5}},
        steps="each 1×{cards}, no_eight, stock rest",
    ),
    "go_fish": Game(
        title="Go fish",
        aliases=("fish", "authors", "literature for children", "quartet", "ゴーフィッシュ"),
        source="Bicycle, Go Fish: seven cards for two or three, five for more; at other tables five for three",
        second_source="botvfx.com, Go Fish: four to six",
        players=Players(2, 6, default=4),
        counts={"cards": {2: 7, 4: 5}},
        steps="each 1×{cards}, stock rest",
    ),
    "old_maid": Game(
        title="Old maid",
        aliases=(
            "Schwarzer Peter",
            "black Peter",
            "babanuki",
            "ババ抜き",
            "pouilleux",
            "le vieux garçon",
            "чёрный Пётр",
            "도둑잡기",
        ),
        source="Encyclopædia Britannica (1911), Old Maid: without the queen of hearts, all dealt out one by one; at "
        "other tables without that of clubs",
        second_source="Bicycle, Old Maid",
        packs=PackOptions(exclude=("QH",)),
        players=Players(2, 8, default=4),
        steps="all_out",
    ),
    "president": Game(
        title="President",
        aliases=(
            "asshole",
            "scum",
            "bum",
            "Arschloch",
            "trou du cul",
            "daifugō",
            "daihinmin",
            "capitalism",
            "rich man poor man",
            "大富豪",
            "대부호",
            "prezydent",
        ),
        source="Wikipedia, President (card game): all dealt out, as evenly as possible; two jokers more at some tables",
        second_source="palace-of-cards.com, President",
        players=Players(3, 8, default=4),
        parameters=(*FRENCH_OPTIONS, "jokers"),
        steps="all_out",
    ),
    "cheat": Game(
        title="Cheat, or I doubt it",
        aliases=(
            "BS",
            "bullshit",
            "bluff",
            "I doubt it",
            "doubt it",
            "Peter Beater",
            "верю не верю",
            "ダウト",
            "moscow",
        ),
        source="Bicycle, I Doubt It: all dealt out, one at a time",
        second_source="classicgamesandpuzzles.com, I Doubt It",
        players=Players(3, 6, default=4),
        steps="all_out",
    ),
    "palace": Game(
        title="Palace, or shithead",
        aliases=("shithead", "shed", "karma", "Idiot", "Ten-two slide", "China hand", "danish shithead"),
        source="Wikipedia, Shithead (card game): three down, three up, three in hand",
        second_source="spielregeln.de, Shithead",
        players=Players(2, 5, default=3),
        steps="each/face_down 1×3 down (Each hand gets 3 cards, one at a time, on the table, face down.), "
        "each/face_up 1×3 up (Each hand gets 3 cards, one at a time, on the table, face up, upon these.), "
        "each 1×3, stock rest",
    ),
    "big_two": AnticlockwiseGame(
        title="Big two",
        aliases=(
            "deuces",
            "cho dai di",
            "pusoy dos",
            "capsa",
            "da lao er",
            "大老二",
            "锄大地",
            "big deuce",
            "top dog",
            "chor dai di",
            "ビッグツー",
        ),
        source="Wikipedia, Big two: singly and counter-clockwise; of three the last card face up, for the holder of "
        "3D, as commonly played",
        second_source="pagat.com, Big Two",
        players=Players(3, 4, default=4),
        steps={
            3: "each 1×17, table 1 (face up)",
            4: "each 1×13",
        },
    ),
    "dou_dizhu": AnticlockwiseGame(
        title="Dou dizhu, for three",
        aliases=("fight the landlord", "landlord", "DDZ", "斗地主", "鬥地主", "dzd", "fight landlord"),
        source="denexa.com, Dou Dizhu: seventeen each, three for the landlord; no card is turned to name the first "
        "bidder",
        second_source="RLCard (datamllab/rlcard), doudizhu",
        packs=PackOptions(jokers=2),
        players=exactly(3),
        steps="each 1×17, widow 3 down (face down)",
    ),
    "durak": Game(
        title="Durak, with 36 cards",
        aliases=("fool", "podkidnoy durak", "дурак", "durak podkidnoy", "durak perevodnoy", "дурак подкидной"),
        source="Wikipedia, Durak: six each, the next is the trump, under the stock; of six hands the last card dealt "
        "is the trump",
        second_source="durak.app, rules",
        packs=PackOptions(exclude=list_codes("2345")),
        players=Players(2, 6, default=4),
        steps={
            2: f"each 1×6, {LAST_TRUMP}, stock rest",
            6: f"each 1×5, others 1, {LAST_CARD}",
        },
    ),
    "tichu": AnticlockwiseGame(
        title="Tichu, for four",
        aliases=("zheng fen", "Tichu Nanjing", "tichu card game"),
        source="Fata Morgana Spiele, Tichu, rules: eight cards each before grand tichu is called, and then six; to the "
        "right",
        second_source="gamecabinet.com, Tichu",
        deck="tichu",
        players=exactly(4),
        steps="first_cards: each 1×8; last_cards: each 1×6",
    ),
    "big_two_two_players": AnticlockwiseGame(
        title="Big two, for two",
        aliases=("two-player big two", "big two for two", "deuces for two"),
        source="as commonly played: thirteen each, and the others are not used; at other tables the holder of the "
        "lowest card gets them",
        second_source="pokerrule-online.com, Big 2 Poker: two to four players, thirteen each",
        players=exactly(2),
        steps="each 1×13, stock rest (which is not used)",
    ),
    "tien_len": Game(
        title="Tiến lên, or thirteen",
        aliases=("thirteen", "Vietnamese cards", "tien len mien nam", "killer", "Viet Cong"),
        source="Wikipedia, Tiến lên: thirteen each, and any others are set aside; one at a time and clockwise as "
        "commonly played, at other tables counter-clockwise",
        second_source="Union of North American Vietnamese Student Associations, Tiến Lên",
        players=Players(2, 4, default=4),
        parameters=("suit_order",),
        steps={2: "each 1×13, stock rest (which is not used)", 4: "each 1×13"},
    ),
    "guandan": AnticlockwiseGame(
        title="Guandan",
        aliases=("throwing eggs", "掼蛋", "淮安掼蛋"),
        source="Wikipedia, Guandan: two packs with their jokers, 27 each; drawn one at a time",
        second_source="wgf.sport, Guandan: counterclockwise",
        packs=PackOptions(decks=2, jokers=2),
        players=exactly(4),
        steps="each 1×27",
    ),
    "tongits": AnticlockwiseGame(
        title="Tongits",
        aliases=("tong-its", "tong its"),
        source="pagat.com, Tong-its: twelve each, and thirteen to the dealer, one at a time, counter-clockwise; here "
        "the dealer is last",
        second_source="Wikipedia, Tong-its",
        players=exactly(3),
        steps="each 1×12, dealer 1, stock rest",
    ),
}
