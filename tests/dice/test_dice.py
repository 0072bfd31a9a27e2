"""/v1/dice rolls dice by a notation, and /v1/dice/odds has their exact odds."""

from flask.testing import FlaskClient

from tests.http.spec import check_batch, check_refusal, get, get_errors, post

PATH = "/v1/dice"


def test_a_roll_shows_each_die_with_its_fate(client: FlaskClient) -> None:
    body = get(client, PATH, roll="4d6kh3+2", seed="42")
    [rolled] = body["sets"]
    fates = [die["fate"] for die in rolled["dice"]]
    assert sorted(fates) == ["counted", "counted", "counted", "dropped"]
    kept = [die["face"] for die in rolled["dice"] if die["fate"] == "counted"]
    assert body["total"] == rolled["total"] == sum(kept) + 2
    assert body["algorithm"] is None
    assert body["draws"] == 4
    assert body["request"]["roll"] == "4d6kh3+2"


def test_a_plus_that_a_query_turned_into_a_blank_is_read(client: FlaskClient) -> None:
    response = client.get(f"{PATH}?roll=4d6kh3+2&seed=42")
    assert response.get_json() == get(client, PATH, roll="4d6kh3+2", seed="42")


def test_successes_are_told_from_failures(client: FlaskClient) -> None:
    body = post(client, PATH, roll="6d10>=8", seed="42")
    [rolled] = body["sets"]
    successes = [die for die in rolled["dice"] if die["fate"] == "success"]
    failures = [die for die in rolled["dice"] if die["fate"] == "failure"]
    assert len(successes) == body["total"]
    assert len(successes) + len(failures) == 6
    assert all(die["face"] >= 8 for die in successes)
    assert all(die["face"] < 8 for die in failures)


def test_sets_are_rolled_one_after_the_other(client: FlaskClient) -> None:
    body = get(client, PATH, roll="ability scores", seed="42")
    assert body["roll"] == "6x(4d6kh3)"
    totals = [rolled["total"] for rolled in body["sets"]]
    assert len(totals) == 6
    assert body["total"] == sum(totals)
    text = client.get(
        f"{PATH}?roll=ability_scores&seed=42", headers={"Accept": "text/plain"}
    ).text
    assert text == " ".join(map(str, totals)) + "\n"


def test_a_batch_has_the_results_of_its_indices(client: FlaskClient) -> None:
    query = {"roll": "3d6r1!+1", "seed": "42"}
    batch = get(client, f"{PATH}/batch", **query, repeats=3)
    singles = [get(client, PATH, **query, index=index) for index in range(3)]
    check_batch(batch, singles, ("total", "sets"))


def test_a_notation_that_is_not_understood_names_its_place(client: FlaskClient) -> None:
    errors = get_errors(client, PATH, roll="4d6k3")
    assert "at character 4, 'k3'" in errors["roll"]
    check_refusal(client.get(f"{PATH}?roll=100000d6"))


def test_odds_are_fractions_and_numbers(client: FlaskClient) -> None:
    odds = get(client, f"{PATH}/odds", roll="2d20kh1")
    assert odds == post(client, f"{PATH}/odds", roll="2d20kh1")
    assert odds["mean"]["fraction"] == "553/40"
    assert odds["totals"][-1] == {
        "total": 20,
        "probability": {"fraction": "39/400", "value": 0.0975},
        "at_least": {"fraction": "39/400", "value": 0.0975},
    }
    assert odds["totals"][0]["at_least"]["fraction"] == "1"
