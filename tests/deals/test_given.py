"""Given cards lie in their places in a deal, and all others are shuffled as in any deal."""

import json
from typing import Any

from flask.testing import FlaskClient

from service.deals.games import GameHands
from service.games.catalogue import GAMES
from tests.http.spec import check_batch, post
from tests.tables import for_each, read_table

Json = dict[str, Any]

PICKED_FROM_ANYWHERE = {"bingo_card", "powerball", "mega_millions", "euromillions"}
"""The games that take no given cards."""

GIVEN: dict[str, Json] = read_table("deals/given.yaml")
"""Given cards by game."""
HOLDEM = "/v1/games/holdem/deal"
FREECELL = "/v1/games/freecell/deal"
DECK = {"hands": 3, "cards": 4, "burn": 1}
DECK_GIVEN = {"hands": {"2": ["AS", "KS"]}, "piles": {"burns": ["2C"], "stock": ["3C"]}}
REQUESTS: dict[str, tuple[str, Json]] = {
    game: (f"/v1/games/{game}/deal", {"given": given}) for game, given in GIVEN.items()
}
PACKS = {"decks": 2, "exclude": ["2S"], "given": {"hands": {"1": ["AS", "AS"]}}}
REQUESTS["deck"] = ("/v1/decks/standard/deal", DECK | {"given": DECK_GIVEN})
REQUESTS["packs"] = ("/v1/decks/standard/deal", DECK | PACKS)
every_request = for_each(("path", "body"), REQUESTS.values(), ids=REQUESTS)


def first_cards(
    deal: Json, kind: str, name: str, part: str | None, count: int
) -> list[str]:
    """Return the first cards of a place, or of a part of it."""
    label = "seat" if kind == "hands" else "name"
    [place] = [place for place in deal[kind] if str(place[label]) == name]
    cards = place["cards"]
    if part:
        [cards] = [other["cards"] for other in place["parts"] if other["name"] == part]
    elif name == "tableau":
        cards = [column["cards"][0] for column in place["parts"]]
    return list(cards[:count])


def check_given(deal: Json, given: Json) -> int:
    """Check that the given cards lie first in their places and every card is dealt once; return how many are given."""
    count = 0
    for kind, places in given.items():
        for name, cards in places.items():
            parts = cards if isinstance(cards, dict) else {None: cards}
            for part, codes in parts.items():
                assert first_cards(deal, kind, name, part, len(codes)) == codes
                count += len(codes)
    indices: list[int] = []
    for place in (*deal["hands"], *deal["piles"]):
        indices += place["indices"]
    assert sorted(indices) == list(range(deal["size"]))
    return count


@every_request
@for_each("fields", [{}, {"seed": "42", "index": 7}])
def test_given_cards_come_first_in_their_places(
    client: FlaskClient, path: str, body: Json, fields: Json
) -> None:
    deal = post(client, path, **body, **fields)
    assert deal["given"] == body["given"]
    count = check_given(deal, body["given"])
    assert deal["draws"] == max(deal["size"] - count - 1, 0)


def test_files_of_boards_have_the_given_cards_on_every_board(
    client: FlaskClient,
) -> None:
    path, body = REQUESTS["bridge"]
    fields = body | {"seed": "42", "repeats": 4}
    boards = post(client, f"{path}/batch", **fields)
    assert len(boards["hands"]) == 4
    assert len(boards["pbn"]) == 4
    for _, _, south, _ in boards["hands"]:
        assert south["cards"][:6] == GIVEN["bridge"]["hands"]["S"]
    pbn = client.post(f"{path}/batch", json=fields | {"format": "pbn"}).text
    lin = client.post(f"{path}/batch", json=fields | {"format": "lin"}).text
    for deal in boards["pbn"]:
        _, _, south, _ = deal.removeprefix("N:").split()
        suits = zip("SHDC", south.split("."), strict=True)
        in_lin = [suit + ranks[::-1] for suit, ranks in suits]
        assert south in pbn
        assert "".join(in_lin) in lin


@every_request
def test_a_deal_with_given_cards_is_its_own_receipt_and_a_batch_its_single_deals(
    client: FlaskClient, path: str, body: Json
) -> None:
    fields = body | {"seed": "42"}
    deals = [post(client, path, **fields, index=index) for index in range(3, 12)]
    batch = post(client, f"{path}/batch", **fields, index=3, repeats=9)
    deal, *_ = deals
    altered = deal | {"given": {}}
    assert post(client, "/v1/verify", **deal)["valid"] is True
    assert post(client, "/v1/verify", **batch)["valid"] is True
    assert post(client, "/v1/verify", **altered)["valid"] is False
    check_batch(batch, deals, GameHands().fields.keys() & batch.keys())


def test_ndjson_has_the_given_cards(client: FlaskClient) -> None:
    path, body = REQUESTS["holdem"]
    fields = body | {"seed": "42"}
    single = post(client, path, **fields)
    headers = {"Accept": "application/x-ndjson"}
    batch = fields | {"repeats": 3}
    lines = client.post(f"{path}/batch", json=batch, headers=headers).text
    first = json.loads(lines.splitlines()[0])
    assert first["hands"] == single["hands"]
    assert first["piles"] == single["piles"]


def test_text_has_the_given_cards(client: FlaskClient) -> None:
    path, body = REQUESTS["holdem"]
    headers = {"Accept": "text/plain"}
    text = client.post(path, json=body | {"seed": "42"}, headers=headers).text
    assert text.startswith("AS AH\t")
    assert "\tKS QS JS\t" in text


def test_the_response_has_canonical_codes_in_the_order_of_the_deal(
    client: FlaskClient,
) -> None:
    sent = {
        "piles": {"board": {"river": ["ks"]}},
        "hands": {"dealer": ["10h"], "1": ["ace of spades"]},
    }
    given = post(client, HOLDEM, given=sent)["given"]
    assert given["hands"] == {"1": ["AS"], "dealer": ["TH"]}
    assert given["piles"] == {"board": {"river": ["KS"]}}
    assert list(given) == ["hands", "piles"]
    assert list(given["hands"]) == ["1", "dealer"]


def test_given_cards_are_in_the_requested_notation_only_in_the_deal(
    client: FlaskClient,
) -> None:
    deal = post(client, HOLDEM, given=GIVEN["holdem"], notation="name", seed="42")
    assert deal["given"] == GIVEN["holdem"]
    first, *_ = deal["hands"]
    assert first["cards"] == ["Ace of Spades", "Ace of Hearts"]
    assert post(client, "/v1/verify", **deal)["valid"] is True


@for_each(
    ("path", "body"),
    [
        (HOLDEM, {"seed": "42"}),
        ("/v1/games/bridge/deal/batch", {"seed": "42", "repeats": 2}),
    ],
)
@for_each("given", [{}, {"hands": {}}, {"hands": {}, "piles": {}}])
def test_no_given_cards_are_the_plain_deal(
    client: FlaskClient, path: str, body: Any, given: Any
) -> None:
    with_none = client.post(path, json=body | {"given": given})
    plain = client.post(path, json=body)
    assert with_none.data == plain.data


def test_a_whole_pack_can_be_given(client: FlaskClient) -> None:
    plain = post(client, "/v1/games/bridge/deal", seed="42")
    hands = {hand["seat"]: hand["cards"] for hand in plain["hands"]}
    deal = post(client, "/v1/games/bridge/deal", seed="1", given={"hands": hands})
    assert deal["draws"] == 0
    assert deal["pbn"] == plain["pbn"]


@for_each("algorithm", ["rejection", "riffle", "faro"])
def test_other_shuffles_and_excluded_cards_go_with_given_ones(
    client: FlaskClient, algorithm: str
) -> None:
    given = {"hands": {"1": ["AS", "KS"]}}
    body = {"given": given, "exclude": ["2S", "2H"], "seed": "42"}
    deal = post(client, "/v1/games/rummy/deal", algorithm=algorithm, **body)
    check_given(deal, given)
    assert deal["algorithm"] == algorithm
    assert deal["exclude"] == ["2S", "2H"]
    assert deal["size"] == 50


@for_each("game", GAMES)
def test_every_game_takes_given_cards_unless_it_picks_cards_from_anywhere(
    client: FlaskClient, game: str
) -> None:
    path = f"/v1/games/{game}/deal"
    deal = post(client, path, seed="given")
    kind, label = ("hands", "seat") if deal["hands"] else ("piles", "name")
    place = deal[kind][0]
    given = {kind: {place[label]: place["cards"][-1:]}}
    response = client.post(path, json={"seed": "42", "given": given})
    expected = 422 if game in PICKED_FROM_ANYWHERE else 200
    assert response.status_code == expected, response.text
