"""What fills the caches of core (tests/caches.py)."""

from flask.testing import FlaskClient

from service.core.shuffles import vectorized
from tests.core.chosen_words import make_source, make_vector_source


def make_arrays(_: FlaskClient) -> None:
    for number in range(2, 52):
        make_source([]).array_below_each(range(number, number + 256))


def expect_draws(_: FlaskClient) -> None:
    for number in range(1, 50):
        words = range(0, 2**32, 2**32 // number)
        vectorized.rejection(number, make_vector_source(words), number)


CONSTANT = {
    "service.core.draw_requests.read_members",
    "service.core.object_types.describe",
    "service.core.shuffles.binary_insertion._insertion_draws",  # of at most 63 items
    "service.core.shuffles.binary_insertion.binary_insertion_draws",
}
FILLS = {
    "service.core.rng.sources._small_array": make_arrays,
    "service.core.shuffles.vectorized._draws_until": expect_draws,
}
