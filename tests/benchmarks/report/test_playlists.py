"""Heuristics for playlists, by what is known without a draw."""

from benchmarks.report.playlists import HEURISTICS, PLAYLIST, measure_distance, shuffle
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1


def test_each_heuristic_plays_every_song_once_and_a_shuffle_is_as_far_from_uniform_as_its_repeats_are_frequent() -> (
    None
):
    source = WordSource(sd1("a"))
    for name, draw in HEURISTICS.items():
        assert sorted(draw(PLAYLIST, source)) == sorted(shuffle(PLAYLIST, source)), name
    assert abs(measure_distance(shuffle, source, 5_000) - 50 / 60) < 0.02
