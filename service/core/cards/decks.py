"""The table of decks.

To add a deck, build one pack of it in the module of its family in the folder packs, and give it one entry in `DECKS`.
Requests, validation, the list of decks and the tests follow from the entry.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from service.core.cards.card import Card
from service.core.cards.options import PackOptions
from service.core.cards.packs import balls, colours, dominoes, french, hanafuda, mahjong, numbered, suited
from service.core.cards.spellings import Spellings
from service.core.errors import get_entry


@dataclass(frozen=True, kw_only=True)
class Deck:
    """One entry of the table of decks.

    `build_pack` yields the cards of one full pack in unshuffled order, identical ones several times. `options` are the
    options that this deck accepts and not every deck does. `list_spellings` yields further spellings of its codes, each
    with the code. `aliases` are other names that people have for it (suggestions.py).
    """

    title: str
    source: str
    build_pack: Callable[[PackOptions], Iterable[Card]]
    options: tuple[str, ...] = ()
    list_spellings: Callable[[], Spellings] = tuple
    has_retro_names: bool = False
    aliases: tuple[str, ...] = ()
    name: str = ""

    @cached_property
    def size(self) -> int:
        """The number of cards in one pack with the default options."""
        return sum(1 for _ in self.build_pack(PackOptions()))


def _french(ranks: str, title: str, source: str, aliases: tuple[str, ...]) -> Deck:
    return Deck(
        title=title,
        source=source,
        build_pack=lambda options: french.build_pack(ranks, options.suit_order, options.jokers),
        options=("jokers", "suit_order"),
        list_spellings=french.list_spellings,
        has_retro_names=True,
        aliases=aliases,
    )


def _suited(pack: suited.SuitedPack, title: str, source: str, aliases: tuple[str, ...] = ()) -> Deck:
    return Deck(
        title=title,
        source=source,
        build_pack=lambda _: pack.build(),
        list_spellings=pack.list_spellings,
        aliases=aliases,
    )


def _coloured(pack: numbered.NumberedPack, title: str, source: str, aliases: tuple[str, ...]) -> Deck:
    return Deck(
        title=title,
        source=source,
        build_pack=lambda _: pack.build(),
        list_spellings=pack.list_spellings,
        aliases=aliases,
    )


def _numbered(last: int, title: str, source: str, aliases: tuple[str, ...]) -> Deck:
    return Deck(
        title=title,
        source=source,
        build_pack=lambda _: balls.build_numbered(last),
        list_spellings=balls.list_spellings,
        aliases=aliases,
    )


_TRUNCATED_PACKS = "Wikibooks, Card Games, Cards (truncated packs)"

_ENTRIES: Mapping[str, Deck] = {
    "standard": _french(
        french.STANDARD,
        "Standard 52-card pack, with up to four jokers",
        "the international French-suited pack; characters: Unicode, Playing Cards",
        aliases=(
            "French",
            "poker",
            "bridge",
            "regular",
            "normal",
            "default",
            "playing cards",
            "52 cards",
            "52",
            "54 cards",
        ),
    ),
    "piquet": _french(
        french.PIQUET,
        "Piquet or skat pack of 32 cards: 7 to ace, with up to four jokers",
        f"{_TRUNCATED_PACKS}; characters: Unicode, Playing Cards",
        aliases=("skat", "belote", "klaverjas", "32 cards", "French 32"),
    ),
    "euchre": _french(
        french.EUCHRE,
        "Euchre pack of 24 cards: 9 to ace, with up to four jokers",
        f"{_TRUNCATED_PACKS}; characters: Unicode, Playing Cards",
        aliases=("24 cards", "sixty-six", "schnapsen"),
    ),
    "pinochle": Deck(
        title="Pinochle pack of 48 cards: two of each, 9 to ace",
        aliases=("doppelkopf", "48 cards"),
        source=f"{_TRUNCATED_PACKS}; characters: Unicode, Playing Cards",
        build_pack=lambda options: french.build_pack(french.EUCHRE, options.suit_order, copies=2),
        options=("suit_order",),
        list_spellings=french.list_spellings,
        has_retro_names=True,
    ),
    "spanish40": _suited(
        suited.build_spanish(7),
        "Spanish pack of 40 cards: ace to 7, jack, knight and king",
        "Wikipedia, Spanish-suited playing cards",
        aliases=("Spanish", "baraja", "baraja española", "naipes", "truco", "mus", "brisca", "escoba", "40 cards"),
    ),
    "spanish48": _suited(
        suited.build_spanish(9),
        "Spanish pack of 48 cards: ace to 9, jack, knight and king",
        "Wikipedia, Spanish-suited playing cards",
        aliases=("Spanish", "baraja", "baraja española", "naipes"),
    ),
    "italian40": _suited(
        suited.ITALIAN,
        "Italian pack of 40 cards: ace to 7, fante (jack), cavallo (knight) and re (king)",
        "Wikipedia, Italian playing cards; values of the courts: chimica-online.it, Carte da briscola",
        aliases=("Italian", "scopa", "briscola", "napoletane", "Neapolitan", "40 cards"),
    ),
    "german32": _suited(
        suited.build_german(7),
        "German pack of 32 cards: 7 to 10, unter, ober, king and ace",
        "pagat.com, Card games in Germany",
        aliases=("German", "schafkopf", "Bavarian", "William Tell", "Hungarian"),
    ),
    "german36": _suited(
        suited.build_german(6),
        "German pack of 36 cards: 6 to 10, unter, ober, king and ace",
        "pagat.com, Card games in Germany",
        aliases=("German", "altdeutsch"),
    ),
    "german33": Deck(
        title="German pack of 33 cards: 7 to 10, unter, ober, king and ace, and the Weli (6 of bells)",
        aliases=("German", "Weli", "watten", "perlaggen", "bieten", "Salzburg", "Tyrolean"),
        source="Wikipedia, Weli: a pack of 32 cards and the 6 of bells; pagat.com, Watten",
        build_pack=lambda _: suited.build_weli(),
        list_spellings=suited.list_weli_spellings,
    ),
    "swiss36": _suited(
        suited.SWISS,
        "Swiss pack of 36 cards for Jass: 6 to 9, banner, under, ober, king and ace",
        "Wikipedia, Swiss-suited playing cards; jassen.ch, Spielfarben",
        aliases=("Swiss", "jass", "Jasskarten"),
    ),
    "tarot": Deck(
        title="French tarot pack of 78 cards: four suits with a knight, 21 trumps and the fool",
        aliases=("French tarot", "tarot nouveau", "tarock", "78 cards"),
        source="Wikipedia, Tarot Nouveau; characters: Unicode, Playing Cards",
        build_pack=lambda options: french.build_tarot(options.suit_order),
        options=("suit_order",),
        list_spellings=french.list_tarot_spellings,
        has_retro_names=True,
    ),
    "tarock54": Deck(
        title="Tarock pack of 54 cards: four suits of eight with a knight, 21 trumps and the Sküs",
        aliases=("tarock", "tarok", "taroky", "Industrie und Glück", "königrufen", "cego", "54 cards"),
        source="gambiter.com, Slovenian Tarok; ebepe.com, Kings Tarock: black 7 to 10, red ace to 4, four courts; "
        "characters: Unicode, Playing Cards",
        build_pack=lambda options: french.build_tarock(options.suit_order),
        options=("suit_order",),
        list_spellings=french.list_tarock_spellings,
        has_retro_names=True,
    ),
    "hanafuda": Deck(
        title="Hanafuda, the Japanese flower cards: twelve months of four",
        aliases=("flower cards", "Japanese", "koi-koi", "花札"),
        source="fudawiki.org, Hanafuda: the plain cards (chaff) of a month are of one kind; points: Wikipedia, "
        "Hanafuda, brights 20, animals 10, ribbons 5, plain cards 1",
        build_pack=lambda _: hanafuda.build_months(hanafuda.JAPANESE),
        list_spellings=lambda: hanafuda.list_months(hanafuda.JAPANESE),
    ),
    "hanafuda34": Deck(
        title="Hanafuda for two players of hachi-hachi: 34 cards, without three months and two of paulownia",
        aliases=("flower cards", "nuki hachi-hachi", "stripped hanafuda", "抜き八八"),
        source="fudawiki.org, Nuki Hachi-hachi: without wisteria, iris and bush clover, and two plain cards of "
        "paulownia",
        build_pack=lambda _: hanafuda.build_months(hanafuda.STRIPPED),
        list_spellings=lambda: hanafuda.list_months(hanafuda.STRIPPED),
    ),
    "hwatu": Deck(
        title="Hwatu, the Korean flower cards for go-stop, with up to four jokers",
        aliases=("flower cards", "Korean", "Korean hanafuda", "go-stop", "화투"),
        source="fudawiki.org, Hwatu: paulownia before willow; Korean Wikipedia, Go-Stop; points as of hanafuda, of "
        "double junk 2, of jokers 2 and 3 in turn",
        build_pack=lambda options: hanafuda.build_korean(options.jokers or 0),
        options=("jokers",),
        list_spellings=hanafuda.list_korean_spellings,
    ),
    "mahjong": Deck(
        title="Chinese Mah-Jong set of 144 tiles",
        aliases=("mah-jongg", "majong", "Chinese mahjong", "144 tiles", "麻将"),
        source="the Chinese set with flowers and seasons; characters: Unicode, Mahjong Tiles",
        build_pack=lambda _: mahjong.build_chinese(),
        list_spellings=mahjong.list_chinese_spellings,
    ),
    "american_mahjong": Deck(
        title="American Mah-Jongg set of 152 tiles, with eight flowers and eight jokers",
        aliases=("American mah-jongg", "NMJL", "152 tiles"),
        source="ilovemahj.com, Tiles used in American Mah Jongg; characters: Unicode, Mahjong Tiles",
        build_pack=lambda _: mahjong.build_american(),
        list_spellings=mahjong.list_american_spellings,
    ),
    "riichi": Deck(
        title="Japanese Mah-Jong set of 136 tiles, without red fives or with up to four; most tables play three",
        aliases=("riichi mahjong", "Japanese mahjong", "sanma", "136 tiles", "麻雀"),
        source="riichi.wiki, Dora: three are the most common; order: tenhou.net's tile numbers; characters: "
        "Unicode, Mahjong Tiles",
        build_pack=lambda options: mahjong.build_riichi(options.red_fives or 0),
        options=("red_fives",),
        list_spellings=mahjong.list_riichi_spellings,
    ),
    "dominoes": Deck(
        title="Dominoes: the double-six set of 28 tiles, or one up to double-eighteen",
        aliases=("domino", "double six", "double nine", "double twelve", "bones"),
        source="Wikipedia, Dominoes; characters (to double six): Unicode, Domino Tiles",
        build_pack=lambda options: dominoes.build_pack(options.highest or dominoes.DOUBLE_SIX),
        options=("highest",),
        list_spellings=dominoes.list_spellings,
    ),
    "chinese_dominoes": Deck(
        title="Chinese dominoes: 32 tiles, eleven civil pairs and ten military tiles",
        aliases=("pai gow", "pai gow tiles", "gupai", "tien gow", "32 tiles", "牌九", "骨牌", "天九牌"),
        source="Pennsylvania Code, title 58, § 621a.3, Pai Gow tiles: the 16 pairs; Wikipedia, Chinese dominoes; "
        "characters: Unicode, Domino Tiles",
        build_pack=lambda _: dominoes.build_chinese(),
        list_spellings=dominoes.list_chinese_spellings,
    ),
    "okey": _coloured(
        numbered.OKEY,
        "Okey or rummy tiles: 106, 1 to 13 twice in four colours, and two jokers",
        "gambiter.com, Okey 101: two of each tile, and two false jokers; Wikipedia, Okey",
        aliases=("Rummikub", "rummy tiles", "106 tiles", "Turkish"),
    ),
    "keno": _numbered(
        80,
        "Keno: balls 1 to 80",
        "Wikipedia, Keno",
        aliases=("kino", "80 balls"),
    ),
    "bingo75": Deck(
        title="75-ball bingo: B1 to O75",
        aliases=("bingo", "75-ball bingo", "American bingo", "US bingo"),
        source="Wikipedia, Bingo (American version)",
        build_pack=lambda _: balls.build_bingo75(),
        list_spellings=balls.list_bingo75_spellings,
    ),
    "bingo90": _numbered(
        90,
        "90-ball bingo: balls 1 to 90",
        "Wikipedia, Bingo (British version)",
        aliases=("bingo", "90-ball bingo", "housie", "tombola", "UK bingo", "British bingo"),
    ),
    "lottery49": _numbered(
        49,
        "A lottery's balls 1 to 49",
        "lotto.de, Lotto 6aus49",
        aliases=("lottery", "lotto", "6 of 49", "6/49", "49 balls"),
    ),
    "powerball": Deck(
        title="Powerball: balls 1 to 69 of the main drum, Powerballs P1 to P26",
        aliases=("US lottery",),
        source="Washington Post, How Powerball works; since October 2015: api-ninjas.com, Powerball",
        build_pack=lambda _: balls.build_two_drums(69, "P", 26, "Powerball"),
        list_spellings=lambda: balls.list_two_drums_spellings("P"),
    ),
    "mega_millions": Deck(
        title="Mega Millions: balls 1 to 70 of the main drum, Mega Balls M1 to M24",
        aliases=("US lottery", "mega"),
        source="Wisconsin Lottery, Mega Millions New Features: since April 2025",
        build_pack=lambda _: balls.build_two_drums(70, "M", 24, "Mega Ball"),
        list_spellings=lambda: balls.list_two_drums_spellings("M"),
    ),
    "euromillions": Deck(
        title="EuroMillions: balls 1 to 50 of the main drum, Lucky Stars S1 to S12",
        aliases=("Euro lottery",),
        source="national-lottery.com, How to Play EuroMillions; since September 2016: euromillions.co, How to Play",
        build_pack=lambda _: balls.build_two_drums(50, "S", 12, "Lucky Star"),
        list_spellings=lambda: balls.list_two_drums_spellings("S"),
    ),
    "tichu": _suited(
        suited.TICHU,
        "Tichu pack of 56 cards: four suits, Mah Jong, dog, phoenix and dragon",
        "Fata Morgana Spiele, Tichu Nanjing, at gamecabinet.com; colours: tichu.net, Anleitung",
        aliases=("zheng fen", "56 cards"),
    ),
    "wild_colours": Deck(
        title="Four-colour pack of 108 cards: numbers, actions and wild cards",
        aliases=("Uno", "wild colors", "four colours", "108 cards"),
        source="RLCard (datamllab/rlcard), its deck of 108 cards in four colours; values: Mattel's instructions",
        build_pack=lambda _: colours.build_pack(colours.WILD),
        list_spellings=colours.list_spellings,
    ),
    "wild_colours112": Deck(
        title="Four-colour pack of 112 cards: also one wild shuffle hands and three wild customizable",
        aliases=("Uno", "wild colors 112", "112 cards"),
        source="punditweb.com, Shuffle Hands: the contents of the edition of 112 cards; values of the four: "
        "animetalusa.com, What cards are in a standard deck",
        build_pack=lambda _: colours.build_pack(colours.WILD | colours.FURTHER_WILD),
        list_spellings=colours.list_spellings,
    ),
    "bird_colours": _coloured(
        numbered.BIRD,
        "Four-colour pack of 57 cards: 1 to 14, and the bird",
        "Wikipedia, Rook (card game); ourpastimes.com, Instructions for Rook Card Game; the bird counts 20",
        aliases=("Rook", "57 cards", "Kentucky discard", "missionary poker", "Christian cards"),
    ),
    "wizards": _coloured(
        numbered.WIZARDS,
        "Four-colour pack of 60 cards: 1 to 13, four wizards and four jesters",
        "wizardcards.com, Getting Started: 52 cards, four wizards and four jesters",
        aliases=("60 cards",),
    ),
    "fireworks": _coloured(
        numbered.FIREWORKS,
        "Five-colour pack of 50 cards: three 1s, two each of 2 to 4 and one 5 of each colour",
        "google-deepmind/hanabi-learning-environment, its cards and the order of its colours",
        aliases=("Hanabi", "花火", "50 cards"),
    ),
    "numbers162": _coloured(
        numbered.NUMBERS,
        "Pack of 162 cards: twelve of each number 1 to 12, and 18 wild cards",
        "everything2.com, Skip-Bo: 144 numbers and 18 wild cards; Mattel, instructions: 162 cards",
        aliases=("Skip-Bo", "162 cards"),
    ),
}

DECKS: Mapping[str, Deck] = {name: replace(deck, name=name) for name, deck in _ENTRIES.items()}
"""Every deck by name."""


def get_deck(name: str) -> Deck:
    """Return the deck of that name. Raises `UnknownName`, which lists the known ones."""
    return get_entry("deck", DECKS, name)
