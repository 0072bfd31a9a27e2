"""Trick-taking games: whist and its family, and those of other families that many play.

Where a rule leaves a choice to the dealer, the entry's source says so, and the entry makes it.
"""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, AnticlockwiseGame, Game, Players, exactly

TRUMP = "trump 1 (Turn 1 card face up: the trump.)"
LAST_TRUMP = "trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.)"
LAST_CARD = "dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)"

TRICKS: Mapping[str, Game] = {
    "hearts": Game(
        title="Hearts",
        aliases=(
            "black lady",
            "chase the lady",
            "Rickety Kate",
            "Microsoft hearts",
            "hearts game",
            "dirty Lizzy",
            "crubs",
            "black Maria",
            "dame de pique",
            "Herzeln",
            "червы",
            "ハーツ",
        ),
        source="Bicycle, Hearts; catsatcards.com, Hearts: of six and seven the cards that are left are a kitty, for "
        "the winner of the first trick",
        second_source="familyeducation.com, How to Play Hearts: three to seven, and a kitty",
        players=Players(3, 7, default=4),
        removed_by_players={3: ("2D",), 5: ("2D", "2C")},
        steps={
            3: "each 1×rest",
            6: "each 1×8, kitty 4 down (face down, for the winner of the first trick)",
            7: "each 1×7, kitty 3 down (face down, for the winner of the first trick)",
        },
    ),
    "spades": Game(
        title="Spades",
        aliases=("partnership spades", "call spades", "spades game", "bid spades", "pik", "пики"),
        source="Bicycle, Spades",
        second_source="pagat.com, Spades",
        players=exactly(4),
        steps="each 1×13",
    ),
    "call_break": AnticlockwiseGame(
        title="Call break",
        aliases=("call bridge", "lakdi", "lakadi", "ghochi", "call brake", "spades of Nepal", "कॉल ब्रेक"),
        source="pagat.com, Call Break: counter-clockwise, one at a time",
        second_source="a23.com, Call Break",
        players=exactly(4),
        steps="each 1×13",
    ),
    "whist": Game(
        title="Whist",
        aliases=("English whist", "partnership whist", "straight whist", "classic whist", "вист", "uíst"),
        source="Bicycle, Whist",
        second_source="pagat.com, Whist",
        players=exactly(4),
        steps=f"each 1×12, others 1, {LAST_CARD}",
    ),
    "euchre": Game(
        title="Euchre, North American",
        aliases=("North American euchre", "eucre", "uker", "eucher", "ukre", "right and left bower"),
        source="Bicycle, Euchre: five each in two rounds, by two and by three; in turn, as commonly played",
        second_source="euchrestrategy.info, dealer; other tables give 3 and 2 in other turns",
        deck="euchre",
        players=exactly(4),
        steps="turns 3 2 3 2 2 3 2 3, kitty/upcard 1 (turned face up), kitty 3 down (face down)",
    ),
    "five_hundred": Game(
        title="Five hundred, for three and four",
        aliases=("500", "Australian 500", "bid 500", "500 card game", "five hundred bid", "cinq cents", "Joffre"),
        source="Wikipedia, 500 (card game): without twos, threes and black fours; three, four and three, and each time "
        "one to the kitty; three players have no card below the seven, and the kitty after the first packet "
        "(howstuffworks.com, How to Play Five Hundred)",
        second_source="thatbiz.org, Instructions for 500; of three players cardgameheaven.com, Five Hundred",
        packs=PackOptions(jokers=1, exclude=(*list_codes("23"), "4S", "4C")),
        players=Players(3, 4, default=4),
        removed_by_players={3: ("4H", "4D", *list_codes("56"))},
        steps={
            3: "each 3, kitty 3 down (face down), each 4, each 3",
            4: "each 3, kitty 1 down (face down), each 4, kitty 1 down (face down), each 3, kitty 1 down (face down)",
        },
    ),
    "pitch": Game(
        title="Pitch, or setback",
        aliases=("setback", "auction pitch", "high low jack", "ten-point pitch", "nine-point pitch"),
        source="Bicycle, Pitch: six each, three at a time",
        second_source="Encyclopædia Britannica, Auction Pitch",
        players=Players(2, 7, default=4),
        steps="each 3×2, stock rest",
    ),
    "skat": Game(
        title="Skat",
        aliases=("German skat", "Skatspiel", "Skat game", "Scat German", "skaat", "シュカート"),
        source="Internationale Skatordnung: three, skat, four, three",
        second_source="Wikipedia, Skat (card game)",
        deck="piquet",
        players=exactly(3),
        seats=lambda _: ("forehand", "middlehand", "rearhand"),
        steps="each 3, skat 2 down, each 4, each 3",
    ),
    "skat_german": Game(
        title="Skat with German-suited cards",
        aliases=("Skat with German cards", "Skat deutsches Blatt", "Altenburg skat"),
        source="Internationale Skatordnung: French or German cards; three, skat, four, three",
        second_source="Wikipedia, Skat (card game), cards",
        deck="german32",
        players=exactly(3),
        seats=lambda _: ("forehand", "middlehand", "rearhand"),
        steps="each 3, skat 2 down, each 4, each 3",
    ),
    "pinochle": Game(
        title="Pinochle: two-handed, three-handed auction or four-handed partnership",
        aliases=(
            "pinocle",
            "penuchle",
            "auction pinochle",
            "partnership pinochle",
            "pinockle",
            "peanuckle",
            "pinuckle",
            "binocle",
            "двойной пинокль",
        ),
        source="Bicycle, Pinochle, Auction Pinochle and Partnership Pinochle",
        deck="pinochle",
        players=Players(2, 4, default=4),
        steps={
            2: f"each 3×4, {LAST_TRUMP}, stock rest",
            3: "each 3, widow 3 down (face down), each 3×4",
            4: "each 3×4",
        },
    ),
    "briscola": AnticlockwiseGame(
        title="Briscola",
        aliases=("Italian briscola", "briskula", "brisca italiana", "бришкула", "briscula"),
        source="Wikipedia, Briscola: three each, the next is turned; of three players without a 2",
        second_source="viniciocoletti.it, Regole della briscola: that of clubs; pagat.com, Briscola",
        deck="italian40",
        players=Players(2, 4, default=2),
        removed_by_players={3: ("2B",)},
        steps="each 1×3, briscola 1 (Turn 1 card face up: the briscola, which is drawn last, after the stock.), "
        "stock rest",
    ),
    "tressette": AnticlockwiseGame(
        title="Tressette",
        aliases=("tresette", "three sevens", "trešeta", "tresete", "tressette in quattro"),
        source="pagat.com, Tressette: packets of five",
        second_source="intelligiochi.it, Tresette",
        deck="italian40",
        players=exactly(4),
        steps="each 5×2",
    ),
    "widow_whist": Game(
        title="Whist for three, with a widow",
        aliases=(
            "three-handed whist",
            "whist for three",
            "three-player whist",
            "cut-throat whist",
            "whist with a dummy widow",
        ),
        source="Wikipedia, Three-handed whist: four hands, the widow at the left of the dealer",
        players=exactly(3),
        steps="13×[widow 1 down, each 1] (The widow, face down, and then each hand in turn get 13 cards, one at "
        "a time.)",
    ),
    "oh_hell": Game(
        title="Oh hell: its first deal, or that of another number of cards",
        aliases=(
            "oh well",
            "oh pshaw",
            "blackout",
            "contract whist",
            "nomination whist",
            "judgement",
            "kachuful",
            "up and down the river",
            "elevator",
            "bust",
            "rikiki",
            "l'ascenseur",
            "nomination",
            "Wizard with a plain pack",
            "judgment",
        ),
        source="Wikipedia, Oh hell: as many as leave a card to turn; at first ten for three to five, eight for six, "
        "seven for seven",
        second_source="cardgamesplanet.com, Oh Hell",
        players=Players(3, 7, default=4),
        parameters=(*FRENCH_OPTIONS, "cards"),
        max_cards=lambda players: 51 // players,
        counts={"cards": {3: 10, 6: 8, 7: 7}},
        steps=f"each 1×{{cards}}, {TRUMP}, stock rest",
    ),
    "three_o_four": AnticlockwiseGame(
        title="304, of Sri Lanka",
        aliases=("304", "three nought four", "304 card game", "asking 304"),
        source="pagat.com, 304: batches of four counter-clockwise, the second after the bidding",
        second_source="agnilam.com, 304",
        deck="piquet",
        players=exactly(4),
        steps="first_cards: each 4; last_cards: each 4",
    ),
    "twenty_nine": Game(
        title="Twenty-nine",
        aliases=("29", "29 card game", "২৯"),
        source="Wikipedia, Twenty-nine (card game): four cards each, and after the bidding four more; one at a time "
        "and clockwise as commonly played, at other tables anticlockwise",
        second_source="rummy.in, 29",
        deck="piquet",
        players=exactly(4),
        steps="first_cards: each 1×4; last_cards: each 1×4",
    ),
}
