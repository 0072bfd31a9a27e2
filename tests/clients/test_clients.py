"""Clients that are generated from the committed document call a running service, in their own languages' types."""

from pathlib import Path
from typing import Any

from tests.clients.clients import CLIENTS, run
from tests.server.client import fetch

SHUFFLE = "/v1/decks/standard/shuffle"


def test_cards_are_shuffled_without_those_of_a_list(service: str, called: Any) -> None:
    cards = fetch(service, f"{SHUFFLE}?seed=clients&exclude=2S,2H&count=5").json["cards"]
    assert called["shuffled"] == cards
    assert called["shuffled_by_post"] == cards


def test_a_decoded_response_verifies(called: Any) -> None:
    assert called["verified"] is True


def test_hold_em_is_dealt(service: str, called: Any) -> None:
    deal = fetch(service, "/v1/games/holdem/deal?seed=clients&players=2").json
    (board,) = (pile["cards"] for pile in deal["piles"] if pile["name"] == "board")
    assert called["dealt"] == {"hands": [hand["cards"] for hand in deal["hands"]], "board": board}


def test_a_batch_has_the_cards_of_each_shuffle(service: str, called: Any) -> None:
    shuffles = [fetch(service, f"{SHUFFLE}?seed=clients&count=2&index={index}").json for index in range(3)]
    assert called["batch"] == [shuffle["cards"] for shuffle in shuffles]


def test_integers_of_more_than_32_bits_arrive(service: str, called: Any) -> None:
    integers = fetch(service, f"/v1/integers?seed=clients&max={10**12}&count=4").json["integers"]
    assert max(integers) > 2**32
    assert called["integers"] == integers


def test_ranked_hands_have_a_winner(called: Any) -> None:
    assert called["ranked"] == {"categories": ["two_pair", "full_house"], "winners": [2]}


def test_a_shoe_is_opened_drawn_from_revealed_and_verified(called: Any) -> None:
    shoe = called["shoe"]
    assert len(set(shoe.pop("cards"))) == 5
    assert shoe == {"remaining": 47, "fairness": "client_seed", "valid": True}


def test_a_problem_decodes(service: str, called: Any) -> None:
    problem = fetch(service, f"{SHUFFLE}?count=53").json
    assert called["problem"] == {name: problem[name] for name in ("title", "status", "errors")}
    assert (problem["status"], *problem["errors"]) == (422, "count")


def test_the_example_of_the_guide_deals_a_hand_and_decodes_a_problem(service: str, compiled: tuple[str, Path]) -> None:
    name, folder = compiled
    hand, problem = run(CLIENTS[name].example, folder, BASE_URL=service).splitlines()
    assert len(hand.split()) == 2
    title = fetch(service, "/v1/games/holdem/deal?players=11").json["title"]
    assert problem == f"{title} 422"
