import re
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from benchmarks.trials import Experiment
from service.app import create_app
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from service.wsgi_keys import LOOK
from tests.core.test_work import ClientLostError, raise_at_once
from tests.http.spec import check_refusal, check_response, get, json_object
from tests.tables import for_each


def get_bias(client: FlaskClient, name: str, **query: Any) -> dict[str, Any]:
    return get(client, f"/v1/algorithms/{name}/bias", **query)


@for_each("algorithm", SHUFFLES)
def test_every_algorithm_has_an_exact_bias(client: FlaskClient, algorithm: str) -> None:
    exact = get_bias(client, algorithm, n=4)["exact"]
    rows = [[Fraction(cell["fraction"]) for cell in row] for row in exact["positions"]]
    assert all(sum(row) == 1 for row in rows)
    assert all(sum(column) == 1 for column in zip(*rows, strict=True))
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
    order = get_bias(client, "riffle", n=4, passes=1, order="0,2,1,3")["riffles"][
        "order"
    ]
    assert (order["passes"], order["rising_sequences"]) == (1, 2)
    assert order["probability"] == {"fraction": "1/16", "value": 0.0625}
    assert order["times_uniform"] == {"fraction": "3/2", "value": 1.5}


def test_formulas_for_faro_sattolo_and_sort_keys_go_beyond_the_enumeration(
    client: FlaskClient,
) -> None:
    assert get_bias(client, "faro", n=52, variant="out")["cycles"]["order"] == 8
    assert get_bias(client, "faro", n=52, variant="in")["cycles"]["order"] == 52
    assert get_bias(client, "sattolo", n=52)["cycles"]["fixed_points"] == 0
    assert get_bias(client, "sort_keys", n=365, key_bits=16)["ties"]["tie"][
        "value"
    ] == pytest.approx(0.637, abs=0.01)


def test_positions_of_a_deck_are_the_same_in_json_and_csv_and_end_at_300_items(
    client: FlaskClient,
) -> None:
    values = get_bias(client, "naive_swap", n=52)["positions"]["values"]
    lines = client.get("/v1/algorithms/naive_swap/bias.csv?n=52").text.split()
    assert [list(map(float, line.split(",")[1:])) for line in lines[1:]] == values
    for path in ("bias", "bias.csv"):
        refusal = check_response(client.get(f"/v1/algorithms/naive_swap/{path}?n=301"))
        assert json_object(refusal)["errors"]["n"][0].endswith(
            "Its positions are computed for up to 300 items. To measure the bias instead, give trials."
        )


def test_a_short_generator_taken_modulo_n_is_biased(client: FlaskClient) -> None:
    """Everything2's rand() % n, of 15 bits: 2^15 = 630 · 52 + 8."""
    response = get_bias(client, "naive_swap", n=52, rand_bits=15)
    assert response["modulo"]["likelier"]["count"] == 8
    assert response["modulo"]["likelier"]["probability"]["fraction"] == "631/32768"
    assert "exact" not in response
    assert (
        get_bias(client, "fisher_yates", n=3, rand_bits=15)["exact"]["distance"][
            "value"
        ]
        > 0
    )


@for_each("algorithm", SHUFFLES)
def test_trials_detect_the_biased_algorithms_and_no_others(
    client: FlaskClient, algorithm: str
) -> None:
    arguments = {"passes": 1} if "passes" in SHUFFLES[algorithm].defaults else {}
    measured = get_bias(
        client, algorithm, n=10, trials=5_000, seed="trials", **arguments
    )["measured"]
    assert measured["biased"] is (
        SHUFFLES[algorithm].uniformity in {"biased", "deterministic"}
    )
    assert sum(map(sum, measured["counts"]["positions"])) == 10 * 5_000


def test_counts_of_parts_of_a_seed_add_up(client: FlaskClient) -> None:
    total, first, second = (
        get_bias(client, "naive_swap", n=6, trials=trials, seed="s", index=index)[
            "measured"
        ]["counts"]
        for trials, index in ((3_000, 0), (1_000, 0), (2_000, 1_000))
    )
    assert total["draws"] == first["draws"] + second["draws"]
    positions, *parts = (
        np.array(counts["positions"]) for counts in (total, first, second)
    )
    assert (positions == sum(parts)).all()
    for name, tally in total["tallies"].items():
        for member in ("total", "squares"):
            assert int(tally[member]) == sum(
                int(part["tallies"][name][member]) for part in (first, second)
            )


def test_measured_positions_agree_with_the_exact_ones(client: FlaskClient) -> None:
    """Within five standard errors in each cell of the matrix, for naive swap of five."""
    trials = 100_000
    exact = get_bias(client, "naive_swap", n=5)["exact"]["positions"]
    counted = get_bias(client, "naive_swap", n=5, trials=trials, seed="5")["measured"][
        "counts"
    ]["positions"]
    p = np.array([[cell["value"] for cell in row] for row in exact])
    assert (
        abs(np.array(counted) - trials * p) < 5 * (trials * p * (1 - p)) ** 0.5
    ).all()


def test_sums_of_squares_may_exceed_64_bits(client: FlaskClient) -> None:
    tallies = get_bias(client, "fisher_yates", n=512, trials=10_000, seed="1")[
        "measured"
    ]["counts"]["tallies"]
    assert int(tallies["serial_correlation"]["squares"]) > 2**63


def test_the_refusal_of_too_many_trials_has_the_limit_and_a_command_without_limits() -> (
    None
):
    client = create_app(Settings(max_trials=100_000)).test_client()
    path = "/v1/algorithms/naive_swap/bias?n=52&seed=1&trials={}"
    response = check_response(client.get(path.format(10**7)))
    assert response.status_code == 422
    message = json_object(response)["errors"]["trials"][0]
    limit = int(re.findall(r"at most ([\d,]+) trials", message)[0].replace(",", ""))
    assert check_response(client.get(path.format(limit))).status_code == 200
    assert check_response(client.get(path.format(limit + 1))).status_code == 422

    [(name, items)] = re.findall(
        r"make bench NAME=trials ARGS='(\w+) --items (\d+)'", message
    )
    counts = json_object(check_response(client.get(path.format(300))))["measured"][
        "counts"
    ]
    offline = Experiment(name, int(items), "1").count_trials(0, 300)
    assert offline.positions.T.tolist() == counts["positions"]


@for_each(
    ("name", "query", "trials"),
    [
        ("fisher_yates", "n=2", 13_570_566),
        ("fisher_yates", "n=52", 1_020_038),
        ("fisher_yates", "n=512", 33_139),
        ("rejection", "n=52", 140_981),
        ("sort_keys", "n=52", 559_590),
        ("overhand", "n=52", 14_280),
        ("faro", "n=52&passes=1000", 2_879),
    ],
)
def test_trials_are_limited_by_their_time(
    client: FlaskClient, name: str, query: str, trials: int
) -> None:
    path = f"/v1/algorithms/{name}/bias?{query}&trials"
    response = check_response(client.get(f"{path}={trials + 1}"))
    [message] = json_object(response)["errors"]["trials"]
    assert f"Give at most {trials:,} trials at a time" in message
    weight = {"rejection": 4, "sort_keys": 3, "overhand": 2}.get(name)
    clause = f", each counted {weight} times as it takes longer," if weight else ""
    assert f" draws{clause} and items to count; " in message


def test_too_few_trials_are_refused_before_they_are_drawn(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The name `bias` of the package is a blueprint.
    monkeypatch.delattr(import_module("service.bias.endpoint"), "run_trials")
    refused = check_refusal(client.get("/v1/algorithms/overhand/bias?n=512&trials=700"))
    assert refused == {
        "trials": "A report on 512 items needs at least 2,560 trials, not 700."
    }


def test_a_look_ends_trials_that_nobody_waits_for(client: FlaskClient) -> None:
    path = "/v1/algorithms/fisher_yates/bias"
    with pytest.raises(ClientLostError):
        client.post(
            path,
            json={"n": 52, "trials": 100_000},
            environ_overrides={LOOK: raise_at_once},
        )
