"""Games with flower cards, of Japan and Korea: each has a field of cards face up, dealt in turn with the hands."""

from collections.abc import Mapping
from functools import partial

from service.core.cards.options import PackOptions
from service.core.games.game import Direction, Game, Players, exactly

_Flowers = partial(Game, deck="hanafuda", direction=Direction.ANTICLOCKWISE)

FLOWERS: Mapping[str, Game] = {
    "koi_koi": _Flowers(
        title="Koi-Koi",
        source="Nintendo, Hanafuda, Koi-Koi: two at a time; other tables give four (fudawiki.org, Koi-Koi)",
        players=exactly(2),
        steps="4×[1 2, field 2, dealer 2] (2 cards at once to 1, to the field and to the dealer, in turn, until "
        "each has 8.), stock rest",
    ),
    "hachi_hachi": _Flowers(
        title="Hachi-Hachi, or 88",
        source="fudawiki.org, Hachi-Hachi, with the dealer last; of four and more players all get cards, and then some "
        "drop out; seven, who need a blank card, are not dealt here",
        players=Players(2, 6, default=3),
        steps={
            2: "each 4, field 3 (face up), each 3, field 3 (face up), stock rest",
            6: "each 4, field 3 (face up), each 3, field 3 (face up)",
        },
    ),
    "go_stop": _Flowers(
        title="Go-Stop, with two jokers",
        source="fudawiki.org, Go-Stop, with the dealer last; at other tables first (6452522.tistory.com); two jokers "
        "as ko.wikipedia.org, 고스톱",
        deck="hwatu",
        packs=PackOptions(jokers=2),
        players=Players(2, 3, default=3),
        parameters=("jokers", "exclude"),
        steps={
            2: "field 4 (face up), each 5, field 4 (face up), each 5, jokers, stock rest",
            3: "field 3 (face up), each 4, field 3 (face up), each 3, jokers, stock rest",
        },
    ),
}
