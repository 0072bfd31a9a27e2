"""Playlists without two songs of an artist in a row: heuristics and the uniform draw of docs/definitions/rules.md."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, groupby, pairwise, permutations
from math import sqrt

from benchmarks.documents import format_code, format_table
from benchmarks.report import Scale, Section
from benchmarks.report.samples import SEED
from service.arrangements.order_counts import OrderCounter
from service.core.rng.sources import MAX_BOUND, WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.algorithms import shuffle_list
from service.core.work import Work

PLAYLIST = [20] + [8] * 5 + [4] * 5 + [2] * 5 + [1] * 10
"""The songs of each artist, 100 in all."""
SMALL = [3, 2, 1]
PLAYLISTS = 5_000
ORDERS = 100_000
_NOISE = 0.2  # of the distance of two songs: more would bring them together

Order = Sequence[int]
"""The artists of the songs in order."""
Heuristic = Callable[[Sequence[int], WordSource], Order]


def _draw_real(source: WordSource) -> float:
    """Return a random number from 0 up to 1."""
    return source.below(MAX_BOUND) / MAX_BOUND


def shuffle(sizes: Sequence[int], source: WordSource) -> Order:
    """Shuffle the songs, whatever comes together."""
    return shuffle_list(
        [artist for artist, size in enumerate(sizes) for _ in range(size)], source
    )


def spread(sizes: Sequence[int], source: WordSource) -> Order:
    """Spread each artist's songs evenly from a random start on, each a little off its place."""
    places = []
    for artist, size in enumerate(sizes):
        start = _draw_real(source)
        noise = [_NOISE * (2 * _draw_real(source) - 1) for _ in range(size)]
        places += [
            ((start + number + off) / size, artist) for number, off in enumerate(noise)
        ]
    return [artist for _, artist in sorted(places)]


def diffuse(sizes: Sequence[int], source: WordSource) -> Order:
    """Play the artist that is most behind its share each time, as dithering does; who begins is random."""
    behind = [_draw_real(source) for _ in sizes]
    left = list(sizes)
    order = []
    for _ in range(sum(sizes)):
        behind = [
            lag + size / sum(sizes) for lag, size in zip(behind, sizes, strict=True)
        ]
        artist = max(
            (artist for artist, songs in enumerate(left) if songs),
            key=behind.__getitem__,
        )
        behind[artist] -= 1
        left[artist] -= 1
        order.append(artist)
    return order


def play_another(sizes: Sequence[int], source: WordSource) -> Order:
    """Play any song of another artist than the last one each time, as long as there is one."""
    left = list(sizes)
    order = [-1]
    for _ in range(sum(sizes)):
        others = [
            0 if artist == order[-1] else songs for artist, songs in enumerate(left)
        ]
        songs = others if any(others) else left
        number = source.below(sum(songs))
        order.append(
            next(
                artist
                for artist in range(len(songs))
                if number < sum(songs[: artist + 1])
            )
        )
        left[order[-1]] -= 1
    return order[1:]


def draw_counted(sizes: Sequence[int], source: WordSource) -> Order:
    """Draw one of all orders without two songs of an artist in a row."""
    artists = [artist for artist, size in enumerate(sizes) for _ in range(size)]
    classes = [
        list(songs)
        for _, songs in groupby(range(len(artists)), key=artists.__getitem__)
    ]
    return [
        artists[song]
        for song in OrderCounter(classes, Work(), is_circle=False).draw(source, Work())
    ]


HEURISTICS: dict[str, Heuristic] = {
    "shuffled": shuffle,
    "spread evenly, with random starts and noise": spread,
    "dithered": diffuse,
    "any song of another artist": play_another,
    "`neighbours`": draw_counted,
}


def count_repeats(order: Order) -> int:
    """Return how often an artist follows on itself."""
    return sum(one == other for one, other in pairwise(order))


def measure_distance(draw: Heuristic, source: WordSource, draws: int) -> float:
    """Return the total variation distance of `draws` orders of `SMALL` from the orders that are possible."""
    songs = [artist for artist, size in enumerate(SMALL) for _ in range(size)]
    possible = {order for order in permutations(songs) if not count_repeats(order)}
    counts = Counter(tuple(draw(SMALL, source)) for _ in range(draws))
    return sum(
        max(counts[order] / draws - (order in possible) / len(possible), 0)
        for order in counts
    )


def measure(
    draw: Heuristic, source: WordSource, playlists: int, draws: int
) -> tuple[str, str, str]:
    """Return the repeats in a playlist, the share of playlists without any, and the distance from uniform."""
    sample = (
        playlists if draw is not draw_counted else playlists // 100
    )  # which never repeats
    repeats = [count_repeats(draw(PLAYLIST, source)) for _ in range(sample)]
    none = f"{repeats.count(0) / sample:.1%}".replace("%", " %")
    return (
        f"{sum(repeats) / sample:.2f}",
        none,
        f"{measure_distance(draw, source, draws):.3f}",
    )


def make_section(scale: Scale) -> Section:
    """Draw playlists in each way, and compare orders of few songs with all that are possible."""
    playlists = scale.scale_trials(PLAYLISTS)
    draws = scale.scale_trials(ORDERS)
    rows = [
        (name, *measure(draw, WordSource(sd1(SEED, index)), playlists, draws))
        for index, (name, draw) in enumerate(HEURISTICS.items())
    ]
    error = sqrt(10 / draws) / 2
    text = _TEXT.format(
        sizes=_list_sizes(PLAYLIST),
        playlists=playlists,
        draws=draws,
        seed=SEED,
        error=error,
    )
    return Section(
        _TITLE,
        "\n\n".join((text, format_table(_HEAD, rows), format_code(_PROGRAM, "python"))),
    )


def _list_sizes(sizes: Sequence[int]) -> str:
    parts = ((size, len(list(group))) for size, group in groupby(sizes))
    return ", ".join(chain(f"{number} with {size}" for size, number in parts))


_TITLE = "Playlists"
_HEAD = (
    "the order",
    "repeats in a playlist",
    "playlists without any",
    "distance from uniform",
)
_TEXT = """\
Music services spread artists by heuristics; Spotify described the second row [in
2014](https://labs.spotify.com/2014/02/28/how-to-shuffle-songs/); the noise is ours. With
[`neighbours`](definitions/rules.md#orders) all orders without a repeat are equally likely. The playlist has 100 songs;
artists: {sizes}. Repeats, a song after one of the same artist, are means of {playlists:,} playlists. The distance is
from the uniform draw of 3, 2 and 1 songs, on {draws:,} orders (a uniform draw measures {error:.3f}). Each row has an
index of the seed `{seed}`."""
_PROGRAM = """\
from benchmarks.report.playlists import HEURISTICS, SMALL, measure_distance
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1

for name, draw in HEURISTICS.items():
    source = WordSource(sd1("any", 0))
    print(name, draw(SMALL, source), measure_distance(draw, source, 10_000))"""
