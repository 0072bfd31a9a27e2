"""An alias that only one entry has stands for the entry: in paths, and in members that name a deck or a game."""

from flask.testing import FlaskClient

from service.app import create_app
from service.games.catalogue import GAMES
from service.settings import Settings
from tests.http.spec import check_response, get, post
from tests.proofs.test_signing import NEW, verify_receipt
from tests.tables import for_each

ALIASES = [
    ("/v1/games/{}/deal", "holdem", "texas_holdem"),
    ("/v1/games/{}/deal", "holdem", "Texas%20Hold'em"),
    ("/v1/games/{}/deal", "klondike", "solitaire"),
    ("/v1/games/{}/deal", "dou_dizhu", "斗地主"),
    ("/v1/decks/{}/shuffle", "standard", "52%20cards"),
    ("/v1/decks/{}/deal", "standard", "STANDARD"),
]


@for_each(("path", "name", "alias"), ALIASES)
def test_a_response_to_an_alias_is_the_one_to_the_name(
    client: FlaskClient, path: str, name: str, alias: str
) -> None:
    query = "seed=42" + ("&hands=2&cards=5" if path == "/v1/decks/{}/deal" else "")
    for suffix in ("", "/batch"):
        url = f"{path}{suffix}?{query}{'&repeats=2' if suffix else ''}"
        named, aliased = (
            check_response(client.get(url.format(text))) for text in (name, alias)
        )
        assert named.status_code == 200
        assert (aliased.data, aliased.headers["ETag"]) == (
            named.data,
            named.headers["ETag"],
        )
        assert (
            client.get(
                url.format(alias), headers={"If-None-Match": named.headers["ETag"]}
            ).status_code
            == 304
        )
    body = {
        "seed": "42",
        **({"hands": 2, "cards": 5} if path == "/v1/decks/{}/deal" else {}),
    }
    assert post(client, path.format(alias), **body) == post(
        client, path.format(name), **body
    )


def test_descriptions_and_bodies_take_an_alias(client: FlaskClient) -> None:
    assert get(client, "/v1/games/texas_holdem") == get(client, "/v1/games/holdem")
    assert get(client, "/v1/algorithms/naive") == get(
        client, "/v1/algorithms/naive_swap"
    )
    assert get(client, "/v1/games", deck="52 cards") == get(
        client, "/v1/games", deck="standard"
    )
    ranked = post(
        client,
        "/v1/hands/rank",
        game="texas_holdem",
        hands=[["AS", "KS"]],
        board=["QS", "JS", "TS"],
    )
    assert ranked["game"] == "holdem"


def test_signatures_and_metrics_have_the_name() -> None:
    client = create_app(Settings(signing_keys=(NEW,), metrics=True)).test_client()
    body = post(client, "/v1/games/texas_holdem/deal", players=2, sign=True)
    assert (
        verify_receipt(client, body["receipt"])["request"]["path"]
        == "/v1/games/holdem/deal"
    )
    metrics = client.get("/metrics").text
    assert 'game="holdem"' in metrics
    assert "texas" not in metrics


def test_no_game_has_the_name_of_a_path() -> None:
    assert "names" not in GAMES
