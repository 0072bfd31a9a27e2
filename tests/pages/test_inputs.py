"""Texts that people paste on the page Verify: what each is taken for, and what is said of those that cannot be read."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_node

pytestmark = pytest.mark.node

Json = dict[str, Any]

HERE = "http://localhost:8000/"
ITEMS = '{"seed": "1", "items": ["a", "b"]}'
GIVEN = "#v1/games/holdem/deal?players=2&exclude=2S,2H&seed=7&given=%7B%22hands%22%3A%7B%7D%7D"


def read(texts: Iterable[str], *arguments: str) -> list[Json]:
    """Return, for each text, the kind of input as which the page Verify reads it."""
    return run_node("tests/pages/inputs.mjs", texts, *arguments)


def different(expected: dict[str, Any], found: Iterable[Any]) -> dict[str, Any]:
    """Return the expected and the actual value of each text for which they differ."""
    return {text: (want, has) for (text, want), has in zip(expected.items(), found, strict=True) if want != has}


BRIDGE = "v1/games/bridge/deal?seed=42"
PLAIN = {"path": BRIDGE}
SHUFFLE = {"path": "v1/items/shuffle", "body": {"seed": "1", "items": ["a", "b"]}}

REQUESTS: dict[str, Json] = {
    BRIDGE: PLAIN,
    f"/{BRIDGE}": PLAIN,
    f"GET /{BRIDGE}": PLAIN,
    f"  {HERE}{BRIDGE}\n": PLAIN,
    f"localhost:8000/{BRIDGE}": PLAIN,
    f"{HERE}{BRIDGE}&format=pbn&sign=true": PLAIN,
    f"{HERE}#{BRIDGE}": PLAIN,
    f"#{BRIDGE}": PLAIN,
    f"{HERE}verify#request={BRIDGE.replace('?', '%3F')}": PLAIN,
    f"curl '{HERE}{BRIDGE}'": PLAIN,
    f'$ curl -s -o deal.json "{HERE}{BRIDGE}" | jq -c .hands': PLAIN,
    f"curl -sG {HERE}v1/games/bridge/deal -d seed=42": PLAIN,
    f"curl localhost:8000/v1/items/shuffle -H 'Content-Type: application/json' -d '{ITEMS}'": SHUFFLE,
    f"$ curl -s '{HERE}v1/items/shuffle' \\\n  --header 'Accept: */*' \\\n  --data '{ITEMS}'": SHUFFLE,
    f"curl -XPOST -d'{ITEMS}' localhost:8000/v1/items/shuffle": SHUFFLE,
    f"POST /v1/items/shuffle\n\n{ITEMS}": SHUFFLE,
    f"{HERE}{GIVEN}": {
        "path": "v1/games/holdem/deal",
        "body": {"players": 2, "exclude": ["2S", "2H"], "seed": "7", "given": {"hands": {}}},
    },
    "v1/games/freecell/deal?deal_number=11982": {"path": "v1/games/freecell/deal?deal_number=11982"},
}


def test_a_link_or_a_command_names_a_request_unless_its_response_is_below() -> None:
    assert different(REQUESTS, [found.get("request", found) for found in read(REQUESTS)]) == {}
    [found] = read([f"$ curl '{HERE}{BRIDGE}'\n" + '{"seed": "42", "deck": "standard"}'])
    assert "request" not in found


UNREADABLE = {
    "": "There is nothing to check.",
    " \n": "There is nothing to check.",
    "<!doctype html>\n<title>x</title>": "This looks like a web page (HTML)",
    "<svg xmlns='x'/>": "This looks like a picture.",
    "\ufffdPNG\r\n\x1a\n\0": "This looks like a picture.",
    "%PDF-1.7": "This looks like a PDF file.",
    "PK\x03\x04\0\0": "This is not a text",
    "gAAAAABrAgFKROTngSexwTEUj46jXX6RmY7zzOFutQPJK7XTSHpeTg_Cntz_ufPQC9Jet6==": "This is the token of a sealed shoe.",
    "0d826b236b2f114fd9d270d9130d671e34ab46b264f9048ad96b257a6f3f6f1e": "This is a seal alone, or a digest",
    "eyJhbGciOiJFZERTQSJ9.eyJhIjoxfQ.c2lnbmF0dXJl": "This is a signature alone",
    "eyJhbGciOiJFQ0RILUVTIn0..aXY.dGV4dA.dGFn": "This is encrypted (JWE).",
    "AS KD 10H": "These are cards alone.",
    "index,cards\n0,AS\n1,KD": "This looks like a table (CSV).",
    "{": "This text ends in the middle.",
    '{"seed": "42", "cards": ["AS", "K': "This text ends in the middle.",
    '{"seed": "42", …}': "This text is shortened",
    "{'seed': '42'}": "This is how Python prints an object",
    "{“seed”: “42”}": "A word processor changed the quotation marks",
    '{"seed": 42}}': "This text has a mistake in it",
    "import json\nprint(1)": "This is a program.",
    "null": "This is only a part of a file.",
    "[]": "This is an empty list.",
    "[1]": "This is only a part of a file.",
    "[1, 2]": "This is a list of names or numbers alone.",
    '[{"seed": "1"}, {"seed": "2"}]': "These are several deals.",
    '{"keys": []}': "These are public keys.",
    '{"type": "x", "title": "Not found", "status": 404}': "This is an error message",
    '{"valid": true, "checks": {}}': "This is the result of another check.",
    '{"scheme": "vrf1", "pi": "00"}': "This is a proof without its deal.",
    '{"shown": [], "root": "00"}': "These are shown cards without what proves them.",
    '{"commitment": "00", "digests": [], "seen": []}': "This game is not over: its cards are still sealed.",
    "v1/games/bridge/deal?players=4": "This link has no seed",
    f"{HERE}#v1/games/holdem/deal?players=2": "This link has no seed",
    f"{HERE}#v1/shoes?game=holdem": "This link seals a new shoe each time.",
    f"{HERE}#private?game=holdem&players=2&table=x": "This link leads to a table with private hands.",
    f"{HERE}docs": "This link leads to a page without a deal.",
    f"{HERE}draw#winners?count=3&seed=42": "This is the link of a draw that was not sealed.",
    "v1/hands/rank?seed=1": "This link deals nothing",
    "https://cards.example/#v1/games/holdem/deal?seed=1": "This link leads to another service, at cards.example.",
    f"https://cards.example/{BRIDGE}": "This link leads to another service, at cards.example.",
    "curl 'https://cards.example/v1/decks/standard/shuffle?seed=1'": "This link leads to another service",
    f"curl '{HERE}{BRIDGE}": "This command ends in the middle.",
    "curl localhost:8000/v1/items/shuffle -d @items.json": "The body of this request is in a file, items.json",
    'curl "$base/v1/decks/standard/shuffle?seed=1"': "This command has a variable of the shell in it.",
    f"curl {HERE}a\ncurl {HERE}b": "These are several commands.",
    '[Event ""]\n[Board "1"]\n[Deal "N:A.K.Q.J - - -"]': "This is a PBN file of bridge boards. It does not",
    "qx|o1|pn|South,West,North,East|": "This is a LIN file of bridge boards. It does not say its seed",
    "pass the port": "This page does not know what this is.",
}


def test_of_a_text_that_cannot_be_read_a_sentence_says_what_it_looks_like() -> None:
    found = read(UNREADABLE)
    beginnings = [each["message"][: len(want)] for want, each in zip(UNREADABLE.values(), found, strict=True)]
    assert different(UNREADABLE, beginnings) == {}
    assert {each["error"] for each in found} == {"Unreadable"}
    away, carried = read([f"{HERE}{BRIDGE}", f"{HERE}verify#answer=%7B%22seed%22%3A%221%22%7D"], "offline")
    assert away["message"].startswith("This saved page makes no requests")
    assert "This saved page" not in carried["message"]


SEED, HASH = "a" * 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"  # SHA-256 of the seed
BET = {"server_seed": SEED, "client_seed": "my-1", "nonce": "7"}
HASHED = BET | {"server_seed_hash": HASH}
DRAND = {"round": 5, "signature": "00", "randomness": "11"}

BETS: dict[str, Json | None] = {
    f"Server seed: {SEED}\nClient seed: my-1\nNonce: 7": BET,
    f"Server Seed\n{SEED}\n\nServer Seed (Hashed)\n{HASH}\nClient Seed\nmy-1\nNonce\n7": HASHED,
    f"Server seed (hashed)\t{HASH}\nServer seed\t{SEED}\nClient seed\tmy-1\nNonce\t7": HASHED,
    f"Server seed\tClient seed\tNonce\n{SEED}\tmy-1\t7": BET,
    f"server seed {SEED}, client seed my-1, nonce 7": BET,
    f"{SEED}\nmy-1\n7": BET,
    f"{SEED}:my-1:7": BET,
    f"{HASH}\n{SEED}\nmy-1\n7": HASHED,
    f"Active Client Seed: my-1\nActive Server Seed (Hashed): {HASH}\nNext Server Seed (Hashed): {SEED}": {
        "client_seed": "my-1",
        "server_seed_hash": HASH,
    },
    json.dumps({"serverSeed": SEED, "clientSeed": "my-1", "nonce": "7", "serverSeedHash": HASH}): HASHED,
    json.dumps({"scheme": "stake", "nonce": 1}): {"nonce": 1},
    f"Game hash: {HASH}\nSalt: 00ab": {"game_hash": HASH, "salt": "00ab"},
    json.dumps(DRAND): DRAND,
    '{"result": {"random": {"data": [0.10]}, "signature": "eA=="}}': {
        "random_json": '{"data": [0.10]}',
        "signature": "eA==",
    },
    SEED: None,
    "Ann\nBob\n3": None,
    json.dumps({"receipt": "sealed1", "server_seed": SEED, "client_seed": "x"}): None,
}


def test_a_bet_at_a_casino_is_read_as_the_casino_shows_it() -> None:
    found = run_node("tests/pages/bets.mjs", BETS)
    assert different(BETS, [bet and bet["values"] for bet in found]) == {}


@pytest.fixture(scope="module")
def games(client: FlaskClient) -> list[list[Json]]:
    """Play two games of hold'em, and return the responses of each: opened, dealt, revealed."""
    return [play(client), play(client)]


def post(client: FlaskClient, path: str = "", **body: Any) -> Json:
    response: Json = client.post(f"/v1/shoes{path}", json=body).get_json()
    return response


def play(client: FlaskClient) -> list[Json]:
    responses = [post(client, game="holdem", players=2)]
    for _ in responses[0]["stages"]:
        fields = {"client_seed": "mine"} if len(responses) == 1 else {}
        responses.append(post(client, "/deal", shoe=responses[-1]["shoe"], **fields))
    return [*responses, post(client, "/reveal", shoe=responses[-1]["shoe"])]


def test_responses_of_several_stages_of_one_seat_and_of_private_hands_are_read(client: FlaskClient) -> None:
    opened = post(client, game="holdem", players=2)
    dealt = post(client, "/deal", shoe=opened["shoe"], through="river", each_seat=True)
    drawn = post(client, "/draw", shoe=dealt["shoe"], count=1, seat="1", each_seat=True)
    revealed = post(client, "/reveal", shoe=drawn["shoe"])
    of_a_player = [opened, dealt["seat_views"]["1"], drawn["seat_views"]["1"], revealed]
    for found in read([lines([opened, dealt, drawn, revealed]), lines(of_a_player)]):
        assert found["notes"] == {"commitment": opened["commitment"], "digest": drawn["digest"]}
        assert [entry["draw"] for entry in found["file"]["seen"]] == [1, 2, 3, 4, 5]
        assert found["result"]["valid"] is True
    [unrevealed] = read([json.dumps(dealt)])
    assert unrevealed["message"].startswith("This game is not over: its cards are still sealed.")
    opened = post(client, items=["a", "b", "c"], reveal="shown")
    drawn = post(client, "/draw", shoe=opened["shoe"], count=2, client_seed="mine")
    revealed = post(client, "/reveal", shoe=drawn["shoe"])
    whole = {"receipt": revealed, "seen": [drawn]}
    alone = {"shown": drawn["shown"], "root": drawn["seen"]["roots"][0], "terms": opened["terms"]}
    of_the_game, of_responses, of_cards = read([lines([opened, drawn, revealed]), json.dumps(whole), json.dumps(alone)])
    assert of_the_game["notes"] == {"commitment": opened["commitment"], "digest": drawn["digest"]}
    assert set(of_the_game["result"]["unchecked"]) == {"client_seed", "order"}
    assert set(of_responses["result"]["unchecked"]) == {"commitment", "client_seed", "order"}
    assert set(of_cards["result"]["unchecked"]) == {"root"}


def lines(responses: list[Json]) -> str:
    return "\n".join(map(json.dumps, responses))


def test_the_responses_of_a_game_are_what_the_player_holds_but_for_the_client_seed(games: list[list[Json]]) -> None:
    responses, (other, *_) = games
    opened, *_, revealed = responses
    pretty = "\n".join(json.dumps(response, indent=2) for response in responses)
    for text in (lines(responses), pretty, json.dumps(responses), json.dumps(responses[::-1])):
        [found] = read([text])
        assert found["notes"] == {"commitment": opened["commitment"], "digest": responses[-2]["digest"]}
        assert len(found["file"]["seen"]) == 4
        assert (found["result"]["valid"], [*found["result"]["unchecked"]]) == (None, ["client_seed"])
    incomplete = ([other, *responses[1:]], responses[1:], [revealed], [other, *responses], responses[:-1])
    swapped, without_opening, alone, mixed, unrevealed = read(map(lines, incomplete))
    assert (swapped["result"]["valid"], swapped["result"]["difference"]["where"]) == (False, "commitment")
    assert "commitment" in without_opening["result"]["unchecked"]
    assert {"commitment", "client_seed", "seen"} <= alone["result"]["unchecked"].keys()
    assert mixed["message"].startswith("These are several sealed games.")
    assert unrevealed["message"].startswith("This game is not over: its cards are still sealed.")


def test_a_file_may_have_what_the_player_holds_or_bridge_boards_with_their_seed(
    games: list[list[Json]], client: FlaskClient
) -> None:
    opened, *dealt, revealed = games[0]
    file = {"receipt": revealed["receipt"], "seen": [response["seen"] for response in dealt]}
    notes = {"commitment": opened["commitment"], "client_seed": "mine", "digest": dealt[-1]["digest"]}
    whole = file | {"confirmed": notes}
    text = json.dumps(whole)
    texts = [text, f"\ufeff{text}", f"```json\n{json.dumps(whole, indent=1)}\n```"]
    texts += [f"curl {HERE}v1/verify -d '{text}'", f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{text}"]
    assert [(each["notes"], each["result"]["valid"]) for each in read(texts)] == [(notes, True)] * 5
    false = file | {"confirmed": notes | {"digest": "0" * 64}}
    assert read([json.dumps(false)])[0]["result"]["difference"]["where"] == "digest"
    path = "/v1/games/bridge/deal?seed=club&include_seed=true"
    own = [client.get(f"{path}&format={extension}").text for extension in ("pbn", "lin")]
    found = [(each["file"], each["result"]["valid"]) for each in read(own)]
    assert found == [({"file": file.strip()}, True) for file in own]
