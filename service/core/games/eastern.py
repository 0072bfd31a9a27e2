"""Trick-taking games of India, Iran, the Arab countries and China."""

from collections.abc import Mapping

from service.core.games.game import AnticlockwiseGame, Game, exactly

EASTERN: Mapping[str, Game] = {
    "mendikot": AnticlockwiseGame(
        title="Mendikot, or catch the tens",
        aliases=(
            "mendicot",
            "mindi",
            "mindikot",
            "catch the tens",
            "dehla pakad",
            "mendhi coat",
            "mindicot",
            "mendicoat",
        ),
        source="pagat.com, Mendikot: five, four and four, counter-clockwise",
        second_source="catsatcards.com, Mendikot",
        players=exactly(4),
        steps="each 5 4 4",
    ),
    "court_piece": AnticlockwiseGame(
        title="Court piece, or hokm: trumps are called after five cards",
        aliases=(
            "hokm",
            "rang",
            "rung",
            "coat piece",
            "kot pees",
            "court pees",
            "seven hands",
            "troefcall",
            "satat",
            "chokri",
            "حکم",
            "Hokm card game",
            "rung game",
        ),
        source="Wikipedia, Court piece: five each, the trump is called, then four and four, counter-clockwise; other "
        "tables give 3, 3 and 2 at last",
        second_source="pagat.com, Court Piece",
        players=exactly(4),
        steps="first_cards: each 5; last_cards: each 4×2",
    ),
    "twenty_eight": AnticlockwiseGame(
        title="Twenty-eight",
        aliases=(
            "28",
            "irupathiyettu",
            "thuruppu",
        ),
        source="catsatcards.com, Twenty-Eight: four each, one at a time and counter-clockwise, and after the bidding "
        "four more",
        second_source="Wikipedia, Twenty-eight (card game)",
        deck="piquet",
        players=exactly(4),
        steps="first_cards: each 1×4; last_cards: each 1×4",
    ),
    "fifty_six": AnticlockwiseGame(
        title="Fifty-six, for six",
        aliases=(
            "56",
            "ambathiyaru",
            "ambathiyaaru",
        ),
        source="Rajagopal Nair, The Card Game called Fifty-Six: four at a time; counter-clockwise as most tables",
        second_source="gambiter.com, Fifty Six: 48 cards of two packs",
        deck="pinochle",
        players=exactly(6),
        steps="each 4×2",
    ),
    "tarneeb": AnticlockwiseGame(
        title="Tarneeb",
        aliases=(
            "tarnib",
            "tarnibe",
            "hakam",
            "طرنيب",
        ),
        source="pagat.com, Tarneeb: counter-clockwise, one at a time",
        second_source="Wikipedia, Tarneeb: thirteen each, counter-clockwise",
        players=exactly(4),
        steps="each 1×13",
    ),
    "four_hundred": AnticlockwiseGame(
        title="Four hundred (400)",
        aliases=(
            "400",
            "arbameyeh",
            "arbaamiye",
        ),
        source="pagat.com, 400: counter-clockwise, thirteen each",
        second_source="Wikipedia, 400 (card game)",
        players=exactly(4),
        steps="each 1×13",
    ),
    "baloot": AnticlockwiseGame(
        title="Baloot, up to the choice of trumps",
        aliases=(
            "belote of Saudi Arabia",
            "balot",
            "بلوت",
        ),
        source="pagat.com, Baloot: three, two and one turned up, counter-clockwise; the stock completes the hands",
        second_source="Wikipedia, Baloot",
        deck="piquet",
        players=exactly(4),
        steps="each 3 2, upcard 1 (Turn 1 card face up: the upcard.), stock rest",
    ),
    "trix": AnticlockwiseGame(
        title="Trix",
        aliases=(
            "tricks of the Levant",
            "ticks",
            "trex",
            "تركس",
        ),
        source="pagat.com, Trix: counter-clockwise, thirteen each",
        second_source="Wikipedia, Trix (card game)",
        players=exactly(4),
        steps="each 1×13",
    ),
    "estimation": AnticlockwiseGame(
        title="Estimation, Egyptian",
        aliases=(
            "estimation whist",
            "Egyptian estimation",
            "استميشن",
        ),
        source="pagat.com, Estimation: counter-clockwise, thirteen each",
        second_source="catsatcards.com, Estimation: one at a time",
        players=exactly(4),
        steps="each 1×13",
    ),
    "gong_zhu": AnticlockwiseGame(
        title="Gong zhu, or chase the pig",
        aliases=(
            "chase the pig",
            "push out the pig",
            "Chinese hearts",
            "拱猪",
            "拱豬",
        ),
        source="pagat.com, Gong Zhu: counter-clockwise, all the cards",
        second_source="Wikipedia, Gong Zhu",
        players=exactly(4),
        steps="each 1×13",
    ),
}
