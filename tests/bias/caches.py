"""What fills the caches of bias (tests/caches.py)."""

from flask.testing import FlaskClient

from service.bias import riffles
from service.bias.distributions import MAX_N, all_orders
from service.bias.statistics import STATISTICS
from service.bias.trials import MAX_ITEMS
from tests.caches import get_all


def get_exact_biases(client: FlaskClient) -> None:
    # With more passes, the fractions have too many digits to be written.
    for passes in range(173, 177):
        get_all(client, [f"/v1/algorithms/overhand/bias?n=5&passes={passes}"])


def list_orders(_: FlaskClient) -> None:
    for number in range(MAX_N):
        all_orders(number + 1)


def sum_harmonics(_: FlaskClient) -> None:
    for number in range(64):
        STATISTICS["cycles"].variance(MAX_ITEMS - number)


FILLS = {
    "service.bias.endpoint._compute": get_exact_biases,
    "service.bias.distributions.all_orders": list_orders,
    "service.bias.riffles.eulerian_numbers": lambda _: riffles.eulerian_numbers(
        riffles.MAX_N
    ),
    "service.bias.statistics._harmonic_number": sum_harmonics,
}
