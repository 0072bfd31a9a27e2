"""Trick-taking games: whist and its family, and those of continental Europe and America with their own packs.

Where a rule leaves a choice to the dealer, the entry's source says so, and the entry makes it.
"""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, AnticlockwiseGame, Game, Players, exactly

TRUMP = "trump 1 (Turn 1 card face up: the trump.)"
LAST_TRUMP = "trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.)"
LAST_CARD = "dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)"


def german_codes(ranks: str) -> tuple[str, ...]:
    """Return the codes of ranks in every suit of a German pack."""
    return list_codes(ranks, "ALHB")


TRICKS: Mapping[str, Game] = {
    "hearts": Game(
        title="Hearts",
        aliases=("black lady", "chase the lady", "Rickety Kate", "Microsoft hearts"),
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
        aliases=("partnership spades", "call spades"),
        source="Bicycle, Spades",
        second_source="pagat.com, Spades",
        players=exactly(4),
        steps="each 1×13",
    ),
    "call_break": AnticlockwiseGame(
        title="Call break",
        aliases=("call bridge", "lakdi", "lakadi", "ghochi"),
        source="pagat.com, Call Break: counter-clockwise, one at a time",
        second_source="a23.com, Call Break",
        players=exactly(4),
        steps="each 1×13",
    ),
    "whist": Game(
        title="Whist",
        aliases=("English whist", "partnership whist"),
        source="Bicycle, Whist",
        second_source="pagat.com, Whist",
        players=exactly(4),
        steps=f"each 1×12, others 1, {LAST_CARD}",
    ),
    "euchre": Game(
        title="Euchre, North American",
        aliases=("North American euchre", "eucre"),
        source="Bicycle, Euchre: five each in two rounds, by two and by three; in turn, as commonly played",
        second_source="euchrestrategy.info, dealer; other tables give 3 and 2 in other turns",
        deck="euchre",
        players=exactly(4),
        steps="turns 3 2 3 2 2 3 2 3, kitty/upcard 1 (turned face up), kitty 3 down (face down)",
    ),
    "five_hundred": Game(
        title="Five hundred, for three and four",
        aliases=("500", "Australian 500", "bid 500"),
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
        aliases=("setback", "auction pitch", "high low jack"),
        source="Bicycle, Pitch: six each, three at a time",
        second_source="Encyclopædia Britannica, Auction Pitch",
        players=Players(2, 7, default=4),
        steps="each 3×2, stock rest",
    ),
    "skat": Game(
        title="Skat",
        aliases=("German skat", "Skatspiel"),
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
        aliases=("pinocle", "penuchle", "auction pinochle", "partnership pinochle"),
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
        aliases=("Italian briscola", "briskula"),
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
        aliases=("tresette", "three sevens"),
        source="pagat.com, Tressette: packets of five",
        second_source="intelligiochi.it, Tresette",
        deck="italian40",
        players=exactly(4),
        steps="each 5×2",
    ),
    "widow_whist": Game(
        title="Whist for three, with a widow",
        aliases=("three-handed whist", "whist for three", "three-player whist", "cut-throat whist"),
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
        aliases=("304", "three nought four"),
        source="pagat.com, 304: batches of four counter-clockwise, the second after the bidding",
        second_source="agnilam.com, 304",
        deck="piquet",
        players=exactly(4),
        steps="first_cards: each 4; last_cards: each 4",
    ),
    "twenty_nine": Game(
        title="Twenty-nine",
        aliases=("29",),
        source="Wikipedia, Twenty-nine (card game): four cards each, and after the bidding four more; one at a time "
        "and clockwise as commonly played, at other tables anticlockwise",
        second_source="rummy.in, 29",
        deck="piquet",
        players=exactly(4),
        steps="first_cards: each 1×4; last_cards: each 1×4",
    ),
    "doppelkopf": Game(
        title="Doppelkopf, with the nines",
        aliases=("Doko", "double head"),
        source="Deutscher Doppelkopf-Verband, Turnierspielregeln: four times three cards",
        second_source="lodige.com, Doppelkopf; other tables deal three and then four (bulletscards.de)",
        deck="pinochle",
        players=exactly(4),
        steps="each 3×4",
    ),
    "doppelkopf_without_nines": Game(
        title="Doppelkopf without the nines",
        aliases=("Doko ohne Neunen", "scharfes Doppelkopf", "Doppelkopf with 40 cards", "double head"),
        source="hanne.schliedermann.eu, Doppelkopf: 40 cards, ten each; packets as commonly played: three, four, three",
        second_source="de.wikipedia.org, Doppelkopf, Varianten",
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
        aliases=("Bavarian schafkopf", "Schafkopfen"),
        source="de.wikipedia.org, Schafkopf: twice four cards",
        second_source="online-schafkopf-lernen.de, Der Spielverlauf",
        deck="german32",
        players=exactly(4),
        steps="each 4×2",
    ),
    "sheepshead": Game(
        title="Sheepshead, American",
        aliases=("American schafkopf",),
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
        aliases=("belote coinchée", "belote contrée", "contrée"),
        source="fr.wikipedia.org, Coinche: three, two, three",
        second_source="coinche-en-ligne.com, Règles du jeu",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2 3",
    ),
    "jass": AnticlockwiseGame(
        title="Jass, as for Schieber",
        aliases=("Schieber", "Swiss jass", "yass"),
        source="de.wikipedia.org, Jass: three times three",
        second_source="jassclubkilchberg.jimdo.com, Regeln Einzelschieber",
        deck="swiss36",
        players=exactly(4),
        steps="each 3×3",
    ),
    "klaverjas": Game(
        title="Klaverjas",
        aliases=("klaverjassen", "klaverjas kaartspel", "Dutch jass"),
        source="Nederlandse Klaverjas Unie, Het spel: three, two, three",
        second_source="nl.wikipedia.org, Klaverjassen; at other tables four, four",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2 3",
    ),
    "thousand": Game(
        title="Thousand, or tysiacha",
        aliases=("1000", "tysiąc", "tysiacha", "тысяча", "Tausend"),
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
        aliases=("Portuguese sueca",),
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
        aliases=("tarot", "jeu de tarot", "tarock", "tarocchi"),
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
        aliases=("picquet", "picket", "piket"),
        source="Hoyle's Games Modernized (1909), Piquet: by two at a time, or by three",
        second_source="Wikipedia, Piquet",
        deck="piquet",
        players=exactly(2),
        seats=lambda _: ("elder", "younger"),
        steps="each 2×6, talon rest",
    ),
    "ecarte": Game(
        title="Écarté",
        aliases=("écart",),
        source="Club Code in Hoyle's Games Modernized (1909), Écarté, law 8: by two and then by three, or vice versa",
        second_source="Wikipedia, Écarté",
        deck="piquet",
        players=exactly(2),
        steps=f"each 2 3, {TRUMP}, stock rest",
    ),
    "bezique": Game(
        title="Bezique",
        aliases=("besique", "two-handed bezique"),
        source="Hoyle's Games Modernized (1909), Bézique: three, two, three; the seventeenth card is turned",
        second_source="Bicycle, Bezique",
        deck="piquet",
        packs=PackOptions(decks=2),
        players=exactly(2),
        steps=f"each 3 2 3, {LAST_TRUMP}, stock rest",
    ),
    "rubicon_bezique": Game(
        title="Rubicon bezique",
        aliases=("Japanese bezique", "four-pack bezique"),
        source="Hoyle's Games Modernized (1909), Rubicon Bézique: nine each, singly or by threes, as here",
        deck="piquet",
        packs=PackOptions(decks=4),
        players=exactly(2),
        steps="each 3×3, stock rest",
    ),
    "sixty_six": Game(
        title="Sixty-six",
        aliases=("66", "Sechsundsechzig", "santase"),
        source="Wikipedia, Sixty-six: six each, three at a time, and the top of the stock turned",
        second_source="chereshnitsa.org, Sixty-Six",
        deck="euchre",
        players=exactly(2),
        steps=f"each 3×2, {LAST_TRUMP}, stock rest",
    ),
    "schnapsen": Game(
        title="Schnapsen",
        aliases=("schnapser", "snapszer", "Austrian sixty-six"),
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
        aliases=("la brisca", "Spanish brisca", "bisca"),
        source="Fournier, La brisca: three each, one at a time; of three players without the twos",
        second_source="doncomos.com, Reglas de la brisca",
        deck="spanish40",
        players=Players(2, 4, default=4),
        removed_by_players={3: ("2O", "2C", "2E", "2B")},
        steps=f"each 1×3, {LAST_TRUMP}, stock rest",
    ),
    "briscola_chiamata": AnticlockwiseGame(
        title="Briscola chiamata, for five",
        aliases=("briscola for five", "briscola in cinque", "briscola bugiarda"),
        source="it.wikipedia.org, Briscola chiamata: eight each; two packets as commonly played",
        second_source="framor.info, Briscola chiamata",
        deck="italian40",
        players=exactly(5),
        steps="each 4×2",
    ),
    "truco": AnticlockwiseGame(
        title="Truco, Argentine, for two to four and for six",
        aliases=("truco argentino", "Argentine truco", "truc", "truque"),
        source="kipdf.com, Truco: Reglamentación, article 4: three each, one at a time; also of six, in two teams of "
        "three",
        second_source="Wikipedia, Truco",
        deck="spanish40",
        players=Players(2, 6, default=4),
        steps="each 1×3, stock rest",
    ),
    "watten": Game(
        title="Watten",
        aliases=("Wattn", "Watteln", "valat"),
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
