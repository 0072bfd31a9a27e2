import json
from typing import Any

from flask.testing import FlaskClient

from service.deals.games import GameHands
from service.games.catalogue import GAMES
from tests.http.spec import check_batch, post
from tests.tables import for_each, read_table

PICKED_FROM_ANYWHERE = {"bingo_card", "powerball", "mega_millions", "euromillions"}
"""The games that take no given cards."""

GIVEN: dict[str, dict[str, Any]] = read_table("deals/given.yaml")
"""Given cards by game."""
HOLDEM = "/v1/games/holdem/deal"
FREECELL = "/v1/games/freecell/deal"
DECK = {"hands": 3, "cards": 4, "burn": 1}
DECK_GIVEN = {"hands": {"2": ["AS", "KS"]}, "piles": {"burns": ["2C"], "stock": ["3C"]}}
REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        game: (f"/v1/games/{game}/deal", {"given": given})
        for game, given in GIVEN.items()
    },
    "deck": ("/v1/decks/standard/deal", {**DECK, "given": DECK_GIVEN}),
    "packs": (
        "/v1/decks/standard/deal",
        {
            **DECK,
            "decks": 2,
            "exclude": ["2S"],
            "given": {"hands": {"1": ["AS", "AS"]}},
        },
    ),
}
every_request = for_each(("path", "body"), REQUESTS.values(), ids=REQUESTS)


def first_cards(
    deal: dict[str, Any], kind: str, name: str, part: str | None, count: int
) -> list[str]:
    """Return the first cards of a place, or of a part of it."""
    label = "seat" if kind == "hands" else "name"
    place = next(place for place in deal[kind] if str(place[label]) == name)
    if part is None:
        return (
            place["cards"][:count]
            if name != "tableau"
            else [p["cards"][0] for p in place["parts"]][:count]
        )
    return next(
        other["cards"][:count] for other in place["parts"] if other["name"] == part
    )


def check_given(deal: dict[str, Any], given: dict[str, Any]) -> int:
    """Check that the given cards lie first in their places and every card is dealt once; return how many are given."""
    count = 0
    for kind, places in given.items():
        for name, cards in places.items():
            for part, codes in (
                cards.items() if isinstance(cards, dict) else [(None, cards)]
            ):
                assert first_cards(deal, kind, name, part, len(codes)) == codes
                count += len(codes)
    indices = [
        index
        for place in (*deal["hands"], *deal["piles"])
        for index in place["indices"]
    ]
    assert sorted(indices) == list(range(deal["size"]))
    return count


@every_request
def test_given_cards_come_first_in_their_places(
    client: FlaskClient, path: str, body: dict[str, Any]
) -> None:
    for fields in ({}, {"seed": "42", "index": 7}):
        deal = post(client, path, **body, **fields)
        assert deal["given"] == body["given"]
        count = check_given(deal, body["given"])
    assert deal["draws"] == max(deal["size"] - count - 1, 0)


def test_files_of_boards_have_the_given_cards_on_every_board(
    client: FlaskClient,
) -> None:
    path, body = REQUESTS["bridge"]
    fields = {**body, "seed": "42", "repeats": 4}
    boards = post(client, f"{path}/batch", **fields)
    assert [hands[2]["cards"][:6] for hands in boards["hands"]] == [
        GIVEN["bridge"]["hands"]["S"]
    ] * 4
    pbn, lin = (
        client.post(f"{path}/batch", json=fields | {"format": name}).text
        for name in ("pbn", "lin")
    )
    for south in (deal.removeprefix("N:").split()[2] for deal in boards["pbn"]):
        assert south in pbn
        assert (
            "".join(
                suit + cards[::-1]
                for suit, cards in zip("SHDC", south.split("."), strict=True)
            )
            in lin
        )


@every_request
def test_a_deal_with_given_cards_is_its_own_receipt_and_a_batch_its_single_deals(
    client: FlaskClient, path: str, body: dict[str, Any]
) -> None:
    deal, *others = (
        post(client, path, **body, seed="42", index=3 + i) for i in range(9)
    )
    batch = post(client, f"{path}/batch", **body, seed="42", index=3, repeats=9)
    for response in (deal, batch):
        assert post(client, "/v1/verify", **response)["valid"] is True
    assert post(client, "/v1/verify", **deal | {"given": {}})["valid"] is False
    check_batch(
        batch, [deal, *others], [name for name in GameHands().fields if name in batch]
    )


def test_ndjson_and_text_have_the_given_cards(client: FlaskClient) -> None:
    path, body = REQUESTS["holdem"]
    single = post(client, path, **body, seed="42")
    fields = {**body, "seed": "42", "repeats": 3}
    response = client.post(
        f"{path}/batch", json=fields, headers={"Accept": "application/x-ndjson"}
    )
    first, *_ = map(json.loads, response.text.splitlines())
    assert first["hands"] == single["hands"]
    assert first["piles"] == single["piles"]
    text = client.post(
        path, json={**body, "seed": "42"}, headers={"Accept": "text/plain"}
    ).text
    assert text.startswith("AS AH\t")
    assert "\tKS QS JS\t" in text


def test_the_response_has_canonical_codes_in_the_order_of_the_deal(
    client: FlaskClient,
) -> None:
    given = {
        "piles": {"board": {"river": ["ks"]}},
        "hands": {"dealer": ["10h"], "1": ["ace of spades"]},
    }
    text = json.dumps(post(client, HOLDEM, given=given)["given"])
    assert (
        text
        == '{"hands": {"1": ["AS"], "dealer": ["TH"]}, "piles": {"board": {"river": ["KS"]}}}'
    )


def test_given_cards_are_in_the_requested_notation_only_in_the_deal(
    client: FlaskClient,
) -> None:
    deal = post(client, HOLDEM, given=GIVEN["holdem"], notation="name", seed="42")
    assert deal["given"] == GIVEN["holdem"]
    assert deal["hands"][0]["cards"] == ["Ace of Spades", "Ace of Hearts"]
    assert post(client, "/v1/verify", **deal)["valid"] is True


@for_each(
    "path, body",
    [
        (HOLDEM, {"seed": "42"}),
        ("/v1/games/bridge/deal/batch", {"seed": "42", "repeats": 2}),
    ],
)
@for_each("given", [{}, {"hands": {}}, {"hands": {}, "piles": {}}])
def test_no_given_cards_are_the_plain_deal(
    client: FlaskClient, path: str, body: Any, given: Any
) -> None:
    assert (
        client.post(path, json=body | {"given": given}).data
        == client.post(path, json=body).data
    )


def test_a_whole_pack_can_be_given(client: FlaskClient) -> None:
    plain = post(client, "/v1/games/bridge/deal", seed="42")
    hands = {hand["seat"]: hand["cards"] for hand in plain["hands"]}
    deal = post(client, "/v1/games/bridge/deal", seed="1", given={"hands": hands})
    assert deal["draws"] == 0
    assert deal["pbn"] == plain["pbn"]


def test_other_shuffles_and_excluded_cards_go_with_given_ones(
    client: FlaskClient,
) -> None:
    for algorithm in ("rejection", "riffle", "faro"):
        given = {"hands": {"1": ["AS", "KS"]}}
        deal = post(
            client,
            "/v1/games/rummy/deal",
            algorithm=algorithm,
            given=given,
            exclude=["2S", "2H"],
            seed="42",
        )
        check_given(deal, given)
        assert deal["algorithm"] == algorithm
        assert deal["exclude"] == ["2S", "2H"]
        assert deal["size"] == 50


def test_every_game_takes_given_cards_unless_it_picks_cards_from_anywhere(
    client: FlaskClient,
) -> None:
    for name in GAMES:
        deal = post(client, f"/v1/games/{name}/deal", seed="given")
        kind, label = ("hands", "seat") if deal["hands"] else ("piles", "name")
        given = {kind: {deal[kind][0][label]: deal[kind][0]["cards"][-1:]}}
        response = client.post(
            f"/v1/games/{name}/deal", json={"seed": "42", "given": given}
        )
        assert response.status_code == (422 if name in PICKED_FROM_ANYWHERE else 200), (
            name,
            response.text,
        )
