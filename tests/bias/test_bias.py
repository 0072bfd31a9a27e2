"""/v1/algorithms/{name}/bias gives the exact bias of a shuffle, or measures it in trials and by the parts of a seed."""

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from benchmarks.trials import Experiment
from service.app import create_app
from service.bias import endpoint
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from service.wsgi_keys import LOOK
from tests.bias.matrices import parse_matrix
from tests.core.lost_clients import ClientLostError, raise_at_once
from tests.http.spec import check_refusal, check_response, get
from tests.tables import for_each

Json = dict[str, Any]


def get_bias(client: FlaskClient, name: str, **query: Any) -> Json:
    """Return the response about the bias of a shuffle."""
    return get(client, f"/v1/algorithms/{name}/bias", **query)


def measure(client: FlaskClient, name: str, **query: Any) -> Json:
    """Return what trials of a shuffle measure."""
    measured: Json = get_bias(client, name, **query)["measured"]
    return measured


@for_each("algorithm", SHUFFLES)
def test_every_algorithm_has_an_exact_bias(client: FlaskClient, algorithm: str) -> None:
    exact = get_bias(client, algorithm, n=4)["exact"]
    rows = [[Fraction(cell["fraction"]) for cell in row] for row in exact["positions"]]
    columns = list(zip(*rows, strict=True))
    assert {sum(row) for row in rows} == {1}
    assert {sum(column) for column in columns} == {1}
    if SHUFFLES[algorithm].uniformity == "exact":
        assert exact["distance"] == {"fraction": "0", "value": 0.0}


def test_naive_swap_gives_three_items_in_27ths(client: FlaskClient) -> None:
    """Atwood, The Danger of Naïveté (2007): 5/27 and 4/27."""
    exact = get_bias(client, "naive_swap", n=3)["exact"]
    assert exact["most_likely"]["probability"]["fraction"] == "5/27"
    assert exact["least_likely"]["probability"]["fraction"] == "4/27"
    assert exact["distance"]["fraction"] == "1/18"


def test_distances_after_riffles_are_the_published_ones(client: FlaskClient) -> None:
    """Bayer and Diaconis (1992), table 1."""
    riffles = get_bias(client, "riffle", n=52, passes=10, below=0.5)["riffles"]
    published = [
        "1.000",
        "1.000",
        "1.000",
        "1.000",
        "0.924",
        "0.614",
        "0.334",
        "0.167",
        "0.085",
        "0.043",
    ]
    assert [f"{row['distance']['value']:.3f}" for row in riffles["rows"]] == published
    assert riffles["enough"]["passes"] == 7


def test_the_probability_of_an_order_after_riffles_depends_on_its_rising_sequences(
    client: FlaskClient,
) -> None:
    bias = get_bias(client, "riffle", n=4, passes=1, order="0,2,1,3")
    order = bias["riffles"]["order"]
    assert order["passes"] == 1
    assert order["rising_sequences"] == 2
    assert order["probability"] == {"fraction": "1/16", "value": 0.0625}
    assert order["times_uniform"] == {"fraction": "3/2", "value": 1.5}


def test_formulas_for_faro_sattolo_and_sort_keys_go_beyond_the_enumeration(
    client: FlaskClient,
) -> None:
    assert get_bias(client, "faro", n=52, variant="out")["cycles"]["order"] == 8
    assert get_bias(client, "faro", n=52, variant="in")["cycles"]["order"] == 52
    assert get_bias(client, "sattolo", n=52)["cycles"]["fixed_points"] == 0
    ties = get_bias(client, "sort_keys", n=365, key_bits=16)["ties"]
    assert ties["tie"]["value"] == pytest.approx(0.637, abs=0.01)


def test_positions_of_a_deck_are_the_same_in_json_and_csv(client: FlaskClient) -> None:
    values = get_bias(client, "naive_swap", n=52)["positions"]["values"]
    text = client.get("/v1/algorithms/naive_swap/bias.csv?n=52").text
    assert parse_matrix(text) == values


@for_each("path", ["bias", "bias.csv"])
def test_positions_end_at_300_items(client: FlaskClient, path: str) -> None:
    response = client.get(f"/v1/algorithms/naive_swap/{path}?n=301")
    sentence = "Its positions are computed for up to 300 items. To measure the bias instead, give trials."
    assert check_refusal(response)["n"].endswith(sentence)


def test_a_short_generator_taken_modulo_n_is_biased(client: FlaskClient) -> None:
    """Everything2's rand() % n, of 15 bits: 2^15 = 630 · 52 + 8."""
    response = get_bias(client, "naive_swap", n=52, rand_bits=15)
    likelier = response["modulo"]["likelier"]
    assert likelier["count"] == 8
    assert likelier["probability"]["fraction"] == "631/32768"
    assert "exact" not in response
    exact = get_bias(client, "fisher_yates", n=3, rand_bits=15)["exact"]
    assert exact["distance"]["value"] > 0


@for_each("algorithm", SHUFFLES)
def test_trials_detect_the_biased_algorithms_and_no_others(
    client: FlaskClient, algorithm: str
) -> None:
    shuffle = SHUFFLES[algorithm]
    arguments = {"passes": 1} if "passes" in shuffle.defaults else {}
    measured = measure(
        client, algorithm, n=10, trials=5_000, seed="trials", **arguments
    )
    assert measured["biased"] is (shuffle.uniformity in {"biased", "deterministic"})
    assert sum(map(sum, measured["counts"]["positions"])) == 10 * 5_000


def count_of_six(client: FlaskClient, trials: int, index: int) -> Json:
    """Return the counts of trials of naive_swap of six items, from an index of a seed."""
    measured = measure(client, "naive_swap", n=6, trials=trials, seed="s", index=index)
    counts: Json = measured["counts"]
    return counts


def test_counts_of_parts_of_a_seed_add_up(client: FlaskClient) -> None:
    whole = count_of_six(client, 3_000, 0)
    first = count_of_six(client, 1_000, 0)
    second = count_of_six(client, 2_000, 1_000)
    assert whole["draws"] == first["draws"] + second["draws"]
    positions = np.add(first["positions"], second["positions"])
    assert whole["positions"] == positions.tolist()
    for name, tally in whole["tallies"].items():
        one = first["tallies"][name]
        other = second["tallies"][name]
        for member in ("total", "squares"):
            assert int(tally[member]) == int(one[member]) + int(other[member])


def test_measured_positions_agree_with_the_exact_ones(client: FlaskClient) -> None:
    """Within five standard errors in each cell of the matrix, for naive swap of five."""
    trials = 100_000
    exact = get_bias(client, "naive_swap", n=5)["exact"]["positions"]
    p = np.array([[cell["value"] for cell in row] for row in exact])
    measured = measure(client, "naive_swap", n=5, trials=trials, seed="5")
    deviations = np.abs(measured["counts"]["positions"] - trials * p)
    standard_errors = np.sqrt(trials * p * (1 - p))
    assert (deviations < 5 * standard_errors).all()


def test_sums_of_squares_may_exceed_64_bits(client: FlaskClient) -> None:
    measured = measure(client, "fisher_yates", n=512, trials=10_000, seed="1")
    tally = measured["counts"]["tallies"]["serial_correlation"]
    assert int(tally["squares"]) > 2**63


def test_the_refusal_of_too_many_trials_has_the_limit_and_an_offline_command() -> None:
    client = create_app(Settings(max_trials=100_000)).test_client()
    path = "/v1/algorithms/naive_swap/bias?n=52&seed=1&trials={}"
    message = check_refusal(client.get(path.format(10**7)))["trials"]
    [limit_text] = re.findall(r"at most ([\d,]+) trials", message)
    limit = int(limit_text.replace(",", ""))
    most = check_response(client.get(path.format(limit)))
    assert most.status_code == 200
    one_more = client.get(path.format(limit + 1))
    assert check_refusal(one_more)

    command = r"make bench NAME=trials ARGS='(\w+) --items (\d+)'"
    [(name, items)] = re.findall(command, message)
    offline = Experiment(name, int(items), "1").count_trials(0, 300)
    measured = measure(client, "naive_swap", n=52, seed=1, trials=300)
    assert offline.positions.T.tolist() == measured["counts"]["positions"]


def count_allowed_trials(n: int, steps: Fraction | int, weight: int) -> int:
    """Return how many trials MAX_TRIALS allows, as docs/reference.md says below Limits.

    A trial counts its steps and 8 more, each by the weight of its shuffle, and n + n² / 75 for the items that are
    counted.
    """
    steps_of_a_trial = (steps + 8) * weight + n + Fraction(n**2, 75)
    return int(Settings().max_trials / steps_of_a_trial)


DRAWS_OF_REJECTION = 52 * sum(Fraction(1, k) for k in range(1, 53))
"""How many draws find 52 items one by one, on average: those of a collector of coupons."""


@for_each(
    ("name", "query", "n", "steps", "weight"),
    [
        ("fisher_yates", "n=2", 2, 1, 1),
        ("fisher_yates", "n=52", 52, 51, 1),
        ("fisher_yates", "n=512", 512, 511, 1),
        ("rejection", "n=52", 52, DRAWS_OF_REJECTION, 4),
        ("sort_keys", "n=52", 52, 52, 3),
        # These move every item in each pass:
        ("overhand", "n=52&passes=100", 52, 100 * 52, 2),
        ("faro", "n=52&passes=1000", 52, 1_000 * 52, 1),
    ],
)
def test_trials_are_limited_by_their_time(
    client: FlaskClient,
    name: str,
    query: str,
    n: int,
    steps: Fraction | int,
    weight: int,
) -> None:
    trials = count_allowed_trials(n, steps, weight)
    path = f"/v1/algorithms/{name}/bias?{query}&trials"
    message = check_refusal(client.get(f"{path}={trials + 1}"))["trials"]
    assert f"Give at most {trials:,} trials at a time" in message
    clause = f", each counted {weight} times as it takes longer,"
    if weight == 1:
        clause = ""
    assert f" draws{clause} and items to count; " in message


def test_too_few_trials_are_refused_before_they_are_drawn(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(endpoint, "run_trials")
    response = client.get("/v1/algorithms/overhand/bias?n=512&trials=700")
    sentence = "A report on 512 items needs at least 2,560 trials, not 700."
    assert check_refusal(response) == {"trials": sentence}


def test_a_look_ends_trials_that_nobody_waits_for(client: FlaskClient) -> None:
    path = "/v1/algorithms/fisher_yates/bias"
    body = {"n": 52, "trials": 100_000}
    look = {LOOK: raise_at_once}
    with pytest.raises(ClientLostError):
        client.post(path, json=body, environ_overrides=look)
