"""Golden vectors, made by an implementation in another language that shares no code with this one: `make vectors`."""

import base64
import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from flask.testing import FlaskClient

from service.app import create_app
from service.cards.deck import DECKS, get_deck
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe, card_labels
from service.core.crypto import ecvrf
from service.core.crypto.keys import VrfKey
from service.core.proof_terms import select_terms
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import (
    Limits,
    Permutation,
    ShuffleRequest,
    prepare_shuffle,
)
from service.core.texts import find_ambiguity
from service.games.catalogue import GAMES, get_game
from service.games.deals import DealRequest, build_procedure
from service.games.game import GameTable, set_up
from service.games.given import parse_given
from service.games.procedures import Deal, PileCards, all_cards
from service.games.strips import STRIPS, format_strip
from service.integers.integer_draws import (
    IntegerDraw,
    prepare_integers,
    prepare_weighted,
)
from service.proofs.vrf import make_proof
from service.settings import Settings
from tests.docs.examples import section
from tests.tables import Test, for_each

ROOT = Path(__file__).parent.parent.parent
VECTORS: dict[str, Any] = json.loads(
    (ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8")
)
ARGUMENTS = ("key_bits", "passes", "variant")
SLOW = ("inside_out", "naive_swap", "random_slot", "rejection", "sattolo")
"""Shuffles whose algorithm is the same loop for any range: a large one takes a second or more."""
LIMITS = Limits(items=10**7, shuffled=10**7, draws=10**8)


def describe(case: dict[str, Any]) -> str:
    """Return the parameters of a case in a line, with long texts cut."""
    parameters = case.get("asked", case)
    return "-".join(
        str(value)[:12]
        for key, value in parameters.items()
        if key not in {"indices", "values", "hex", "sha256"}
    )


def cases(kind: str) -> Callable[[Test], Test]:
    return for_each("case", VECTORS[kind], ids=describe)


def read_seats(answer: Any) -> Any:
    """Return an answer with the seats of a response, which are texts; in the vectors some are numbers."""

    def read(members: dict[str, Any]) -> dict[str, Any]:
        return (
            members | {"seat": str(members["seat"])} if "seat" in members else members
        )

    return json.loads(json.dumps(answer), object_hook=read)


def parse_request(case: dict[str, Any]) -> ShuffleRequest:
    arguments = {key: case[key] for key in ARGUMENTS if key in case}
    return ShuffleRequest(
        seed=case.get("seed"),
        index=case.get("index"),
        algorithm=case.get("algorithm"),
        arguments=arguments,
    )


def parse_deal(parameters: dict[str, Any]) -> DealRequest:
    arguments = {
        field.name: parameters[field.name]
        for field in fields(DealRequest)
        if field.name in parameters
    }
    return DealRequest(**arguments | {"packets": tuple(arguments.get("packets", ()))})


def draw(n: int, case: dict[str, Any], count: int | None = None) -> Permutation:
    request = parse_request(case)
    return prepare_shuffle(n, request, LIMITS, count).draw(request)


def digest(values: Sequence[int | str]) -> str:
    return hashlib.sha256(" ".join(map(str, values)).encode()).hexdigest()


def is_published(case: dict[str, Any], order: Sequence[int]) -> bool:
    if "sha256" in case:
        return digest(order) == str(case["sha256"])
    return list(order) == [int(index) for index in case["indices"]]


def make_shoe(parameters: dict[str, Any]) -> Shoe:
    return build_shoe(get_deck(parameters["deck"]), parse_packs(parameters))


def parse_packs(parameters: dict[str, Any]) -> PackOptions:
    options = {
        field.name: parameters[field.name]
        for field in fields(PackOptions)
        if field.name in parameters
    }
    return PackOptions(**options | {"exclude": tuple(parameters.get("exclude", ()))})


def pick_cards(codes: Sequence[str | int], positions: Sequence[int]) -> dict[str, Any]:
    return {"cards": [codes[position] for position in positions], "indices": positions}


def pick_parts(codes: Sequence[str | int], pile: PileCards) -> dict[str, Any]:
    """Return the cards of a hand or a pile of a game, and the cards of its named parts."""
    parts = [
        {"name": part} | pick_cards(codes, positions)
        for part, positions in pile.items()
        if part
    ]
    return pick_cards(codes, all_cards(pile)) | ({"parts": parts} if parts else {})


def extra_members(table: GameTable, deal: Deal, board: int) -> dict[str, Any]:
    """Return the additional members of a game's deal, except the `number` of a bridge deal."""
    members = (
        table.game.extra_fields(table, deal, board) if table.game.extra_fields else {}
    )
    return {name: value for name, value in members.items() if name != "number"}


def pick_places(
    codes: Sequence[str | int], draws: int, deal: Deal, seats: Iterable[str | int]
) -> dict[str, Any]:
    """Return the members of a deal that every golden vector has: draws, hands and piles."""
    return {
        "draws": draws,
        "hands": [
            {"seat": seat} | pick_parts(codes, hand)
            for seat, hand in zip(seats, deal.hands.values(), strict=True)
        ],
        "piles": [
            {"name": name} | pick_parts(codes, pile)
            for name, pile in deal.piles.items()
        ],
    }


@cases("words")
def test_the_words_of_the_stream_are_the_published_ones(case: dict[str, Any]) -> None:
    assert sd1(case["seed"], case["index"])(4 * case["count"]).hex() == case["hex"]


@cases("bounded")
def test_bounded_draws_are_the_published_ones_singly_and_in_bulk(
    case: dict[str, Any],
) -> None:
    bound = int(case["bound"])
    values = [int(value) for value in case["values"]]
    source = WordSource(sd1(case["seed"], case["index"]))
    assert [source.below(bound) for _ in values] == values
    assert (
        WordSource(sd1(case["seed"], case["index"])).below_many(bound, len(values))
        == values
    )


@cases("mixed")
def test_draws_under_changing_bounds_are_the_published_ones(
    case: dict[str, Any],
) -> None:
    source = WordSource(sd1(case["seed"], case["index"]))
    assert [str(source.below(int(bound))) for bound in case["bounds"]] == case["values"]


def check_answer(
    client: FlaskClient, path: str, asked: dict[str, Any], answer: dict[str, Any]
) -> None:
    response = client.post(path, json=asked).json
    assert response
    assert {name: response.get(name) for name in answer} == answer


def check_permutation(case: dict[str, Any]) -> None:
    permutation = draw(int(case["n"]), case, case.get("count"))
    assert permutation.draws == case["draws"]
    assert is_published(case, permutation.indices)


@for_each("case", [*VECTORS["shuffles"], *VECTORS["sparse"]], ids=describe)
def test_each_shuffle_of_the_published_seeds_is_the_published_one(
    case: dict[str, Any],
) -> None:
    check_permutation(case)


@pytest.mark.parametrize(
    "is_slow", [False, pytest.param(True, marks=pytest.mark.exhaustive)]
)
def test_each_shuffle_of_a_large_range_is_the_published_one(is_slow: bool) -> None:
    for case in VECTORS["large"]:
        if (case["algorithm"] in SLOW) is is_slow:
            check_permutation(case)


@cases("counts")
@for_each("dense", [True, False])
def test_the_sample_of_each_shuffle_is_the_published_one(
    case: dict[str, Any], dense: bool
) -> None:
    shuffle = SHUFFLES[case["algorithm"]]
    arguments = parse_request(case).resolved_arguments
    source = WordSource(sd1(case["seed"], case["index"]))
    if shuffle.sparse is None:
        order = shuffle.algorithm(case["n"], source, **arguments)[: case["count"]]
    else:
        order = (shuffle.algorithm if dense else shuffle.sparse)(
            case["n"], source, case["count"]
        )
    assert is_published(case, order)
    if dense or case["count"] < case["n"]:
        assert source.draws == case["draws"]


@cases("replacement")
def test_draws_with_replacement_are_the_published_ones(case: dict[str, Any]) -> None:
    dice = IntegerDraw(
        replacement=True,
        **{name: case[name] for name in ("min", "max", "count", "seed", "index")},
    )
    permutation = prepare_integers(dice, LIMITS).draw(dice)
    assert [dice.min + position for position in permutation.indices] == case["integers"]
    assert permutation.draws == case["draws"]


@for_each("case", [*VECTORS["items_dealt"], *VECTORS["items_given"]], ids=describe)
def test_each_deal_of_items_is_the_published_one(
    case: dict[str, Any], client: FlaskClient
) -> None:
    parameters = dict(case["asked"])
    items: list[Any] = list(range(parameters.pop("n")))
    if "given" not in parameters:  # given items are named as the list has them
        items = [f"item {number}" for number in items]
    response = client.post("/v1/items/deal", json=parameters | {"items": items}).json
    assert response
    for place in (*response["hands"], *response["piles"]):
        assert place.pop("items") == [items[index] for index in place["indices"]]
    assert {name: response[name] for name in case["answer"]} == read_seats(
        case["answer"]
    )


@cases("items_found")
def test_the_search_for_items_finds_the_published_deals(
    case: dict[str, Any], client: FlaskClient
) -> None:
    parameters = dict(case["asked"])
    assert len(parameters["items"]) == parameters.pop("n")
    path = "/v1/items/deal/batch" if "repeats" in parameters else "/v1/items/deal"
    check_answer(client, path, parameters, case["answer"])


@cases("item_rules")
def test_draws_with_rules_are_the_published_ones(
    case: dict[str, Any], client: FlaskClient
) -> None:
    if "refused" in case:
        response = client.post(case["path"], json=case["asked"])
        assert (response.status_code, list(response.get_json()["errors"])) == (
            422,
            [case["refused"]],
        )
    else:
        check_answer(client, case["path"], case["asked"], case["answer"])


@cases("weighted")
def test_draws_by_weights_are_the_published_ones(case: dict[str, Any]) -> None:
    weights = case.get("weights", [1] * case["n"])
    plan = prepare_weighted(
        weights, case["count"], LIMITS, replacement=case["replacement"]
    )
    permutation = plan.draw(parse_request(case))
    assert (permutation.draws, list(permutation.indices)) == (
        case["draws"],
        case["indices"],
    )


@cases("drums")
def test_draws_from_drums_are_the_published_ones(
    case: dict[str, Any], client: FlaskClient
) -> None:
    asked = {name: case[name] for name in ("drums", "seed", "index")}
    check_answer(
        client,
        "/v1/integers/draw",
        asked,
        {name: case[name] for name in ("draws", "integers")},
    )


@cases("strips")
def test_each_strip_of_tickets_is_the_published_one(case: dict[str, Any]) -> None:
    permutation = STRIPS.draw(parse_request(case))
    assert (permutation.draws, format_strip(permutation.indices)) == (
        case["draws"],
        case["strip"],
    )


@cases("layouts")
def test_the_unshuffled_order_of_each_shoe_is_the_published_one(
    case: dict[str, Any],
) -> None:
    codes = card_labels(make_shoe(case["asked"]))
    answer = case["answer"]
    assert len(codes) == answer["size"]
    if "sha256" in answer:
        assert digest(codes) == answer["sha256"]
    else:
        assert list(codes) == answer["cards"]


@cases("shuffled")
def test_the_cards_of_each_shuffled_shoe_are_the_published_ones(
    case: dict[str, Any],
) -> None:
    shoe = make_shoe(case["asked"])
    permutation = draw(len(shoe), case["asked"], case["asked"].get("count"))
    assert {"draws": permutation.draws} | pick_cards(
        card_labels(shoe), permutation.indices
    ) == case["answer"]


@cases("dealt")
def test_each_hand_and_pile_of_a_deal_is_the_published_one(
    case: dict[str, Any],
) -> None:
    shoe = make_shoe(case["asked"])
    codes = card_labels(shoe)
    permutation = draw(len(shoe), case["asked"])
    deal = build_procedure(parse_deal(case["asked"]), len(shoe)).deal(
        permutation.indices
    )
    assert case["answer"] == pick_places(
        codes, permutation.draws, deal, range(1, case["asked"]["hands"] + 1)
    )


@cases("games")
def test_each_deal_of_a_game_is_the_published_one(case: dict[str, Any]) -> None:
    parameters = case["asked"]
    game = get_game(parameters["game"])
    table = set_up(
        game,
        parameters.get("players"),
        parse_packs(parameters),
        parameters.get("cards"),
    )
    codes = card_labels(table.shoe)
    board = parameters.get("board", parameters.get("index", 0) + 1)
    number = parameters.get("deal_number")
    if number is not None and game.numbered_order:
        order = game.numbered_order(number)
        draws = 0
    else:
        permutation = draw(len(table.shoe), parameters)
        order = permutation.indices
        draws = permutation.draws
    deal = table.deal(order, board)
    assert case["answer"] == extra_members(table, deal, board) | pick_places(
        codes, draws, deal, deal.hands
    )


@cases("given")
def test_each_deal_with_given_cards_is_the_published_one(case: dict[str, Any]) -> None:
    parameters = case["asked"]
    table = None
    if "game" in parameters:
        table = set_up(
            get_game(parameters["game"]),
            parameters.get("players"),
            parse_packs(parameters),
        )
        shoe = table.shoe
        procedure = table.procedure
    else:
        shoe = make_shoe(parameters)
        procedure = build_procedure(parse_deal(parameters), len(shoe))
    given = parse_given(parameters["given"], procedure, shoe)
    assert given
    request = parse_request(parameters)
    permutation = prepare_shuffle(len(given.remaining_cards), request, LIMITS).draw(
        request
    )
    board = parameters.get("board", parameters.get("index", 0) + 1)
    first_seat = table.first_seat(board) if table else 0
    order = given.fill(permutation.indices, first_seat)
    deal = procedure.deal(order, shoe.pack, first_seat)
    seats = deal.hands if table else range(1, parameters["hands"] + 1)
    places = pick_places(card_labels(shoe), permutation.draws, deal, seats)
    assert (
        case["answer"] == (extra_members(table, deal, board) if table else {}) | places
    )


@cases("conditions")
def test_the_search_for_each_condition_finds_the_published_deals(
    case: dict[str, Any], client: FlaskClient
) -> None:
    parameters = dict(case["asked"])
    path = (
        f"/v1/games/{parameters.pop('game')}"
        if "game" in parameters
        else f"/v1/decks/{parameters.pop('deck')}"
    )
    check_answer(client, f"{path}/deal/batch", parameters, case["answer"])


@cases("ecvrf")
def test_each_output_of_the_verifiable_random_function_is_the_published_one(
    case: dict[str, Any],
) -> None:
    secret, alpha, public, pi = (
        bytes.fromhex(case[name]) for name in ("secret", "input", "public_key", "pi")
    )
    assert ecvrf.public_key(secret) == public
    assert ecvrf.prove(secret, alpha) == pi
    assert (
        ecvrf.verify(public, alpha, pi)
        == ecvrf.proof_to_hash(pi)
        == bytes.fromhex(case["beta"])
    )


@cases("proofs")
def test_the_seed_of_each_proved_response_is_the_output_of_its_alpha(
    case: dict[str, Any],
) -> None:
    response = case["answer"]
    secret = bytes.fromhex(case["secret"])
    proof = response["proof"]
    canonical = rfc8785.dumps(proof["alpha"])
    assert canonical.decode() == case["canonical"]
    pi = ecvrf.prove(secret, b"shuffle-and-deal vrf 1\n" + canonical)
    assert (proof["pi"], response["seed"]) == (pi.hex(), ecvrf.proof_to_hash(pi).hex())
    assert case["jwk"]["x"] == base64.urlsafe_b64encode(
        ecvrf.public_key(secret)
    ).decode().rstrip("=")
    assert case["jwk"]["kid"] == proof["kid"] == case["asked"]["prove"]["key"]


MAY_BE_LATER = (["constructor"], ["proof", "alpha", "stream"], ["proof", "scheme"])
"""Members and definitions that a later version may know: of these /v1/verify leaves unchecked what is altered."""


@cases("proofs")
def test_each_proved_response_is_the_published_one_and_so_is_what_a_check_finds(
    case: dict[str, Any],
) -> None:
    key = VrfKey.from_base64url(
        base64.urlsafe_b64encode(bytes.fromhex(case["secret"])).decode().rstrip("=")
    )
    assert key.jwk == case["jwk"]
    client = prover(key)
    path = f"{case['path']}/batch" if "repeats" in case["asked"] else case["path"]
    answer = prove(client, path, case["asked"], key, case["answer"]["proof"]["alpha"])
    assert answer == read_seats(case["answer"])
    for altered in [case, *case.get("altered", ())]:
        response = copy.deepcopy(case["answer"])
        if altered is not case:
            alter(response, altered)
        result = client.post("/v1/verify", json=response)
        finding = result.json
        assert finding
        if "refused" in altered and altered["path"] in MAY_BE_LATER:
            assert finding["valid"] is None
            assert ".".join(altered["path"]) in finding["unchecked"]
        elif "refused" in altered:
            assert (result.status_code, list(finding["errors"])) == (
                422,
                [altered["refused"]],
            )
        elif "where" in altered:
            assert (finding["valid"], finding["difference"]["where"]) == (
                False,
                altered["where"],
            )
        else:
            assert "difference" not in finding
            assert finding["unchecked"].keys() | {"beacon"} == {
                *altered.get("unchecked", ()),
                "beacon",
            }


@cache
def prover(key: VrfKey) -> FlaskClient:
    return create_app(Settings(vrf_keys=(key,))).test_client()


def prove(
    client: FlaskClient,
    path: str,
    body: dict[str, Any],
    key: VrfKey,
    alpha: dict[str, Any],
) -> Any:
    """Return the proved response to a request; if its texts look like other texts, core makes the proof."""
    response = client.post(path, json=body)
    is_ambiguous = any(map(find_ambiguity, [alpha["game"], *alpha["players"]]))
    assert response.status_code == (422 if is_ambiguous else 200)
    if not is_ambiguous:
        return response.json
    seed, proof = make_proof(key, alpha)
    request = {name: value for name, value in body.items() if name != "prove"}
    answer = (client.post(path, json=request | {"seed": seed}).json or {}) | {
        "proof": proof
    }
    del answer["request"]["seed"]
    answer["request"]["prove"] = select_terms(alpha)
    return answer


def test_one_proved_response_has_texts_that_look_like_others() -> None:
    [alpha] = (
        alpha
        for alpha in (case["answer"]["proof"]["alpha"] for case in VECTORS["proofs"])
        if any(map(find_ambiguity, alpha["players"]))
    )
    assert alpha["game"] == "Tisch – Grün 🂡"


def alter(response: dict[str, Any], altered: dict[str, Any]) -> None:
    """Replace the value at a path, or remove what is there."""
    *parents, last = altered["path"]
    parent = reduce(getitem, parents, response)
    if "value" in altered:
        parent[last] = altered["value"]
    else:
        del parent[last]


def test_the_worked_example_of_the_definition_is_correct() -> None:
    page = " ".join(
        (ROOT / "docs" / "definitions/stream.md").read_text(encoding="utf-8").split()
    )
    indices = draw(52, {"seed": "42"}).indices
    for row in pick_cards(
        card_labels(make_shoe({"deck": "standard"})), indices
    ).values():
        assert " ".join(map(str, row)) in page


def test_the_worked_example_of_a_proved_deal_is_the_first_of_its_vectors() -> None:
    example = section(
        ROOT / "docs" / "definitions/proofs.md", "A proved deal, from key to card"
    )
    case = VECTORS["proofs"][0]
    response = case["answer"]
    lines = example.replace("\n", "")
    pi = response["proof"]["pi"]
    for text in (case["canonical"], response["seed"]):
        assert text in lines
    assert f"{len(case['canonical'])} bytes" in example
    assert f"{pi[:64]}\n{pi[64:96]}\n{pi[96:]}\n" in example
    for value in (
        ecvrf.public_key(bytes.fromhex(case["secret"])).hex(),
        case["jwk"]["x"],
        case["jwk"]["kid"],
    ):
        assert f"\n{value}\n" in example
    cards, indices = (
        " ".join(map(str, response[name])) for name in ("cards", "indices")
    )
    assert f"\n{cards}        {indices}\n" in example


def test_the_worked_example_of_a_proved_search_is_one_of_its_vectors() -> None:
    example = section(
        ROOT / "docs" / "definitions/proofs.md", "A proved search, from key to board"
    )
    lines = example.replace("\n", "")
    (case,) = (case for case in VECTORS["proofs"] if case["canonical"] in lines)
    response = case["answer"]
    request = case["answer"]["proof"]["alpha"]["request"]
    assert f"{len(case['canonical'])} bytes" in example
    for text in (response["proof"]["pi"], response["seed"], response["pbn"]):
        assert text in lines
    search = "`matches` is {matches}, `candidates` {candidates}, `next` {next} and `board` {board}".format(
        **response
    )
    assert search in " ".join(example.split())
    assert f"the board of the first candidate, {request['board']}." in example
    assert response["board"] == request["board"] + response["matches"][0]


def test_the_worked_example_of_given_cards_is_one_of_their_vectors() -> None:
    example = section(
        ROOT / "docs" / "definitions/conditions.md",
        "A coup with given cards, from seed to card",
    )
    (given,) = re.findall(r"^    (\{.*\})$", example, re.MULTILINE)
    (case,) = (
        case for case in VECTORS["given"] if case["asked"]["given"] == json.loads(given)
    )
    asked = case["asked"]
    answer = case["answer"]
    text = " ".join(example.split())
    assert (asked["game"], asked["seed"], asked["index"]) == ("baccarat", "a", 0)
    assert f"`draws` is {answer['draws']}." in text
    hands = [
        f"{hand['seat']} {join(hand['cards'])} {join(hand['indices'])}"
        for hand in answer["hands"]
    ]
    burns, stock = answer["piles"]
    assert (
        f"burns {burns['cards'][0]}; {join(burns['cards'][1:])} {' '.join(hands)}"
        in text
    )
    pairs = [
        pair
        for place in (burns, *answer["hands"])
        for pair in zip(place["cards"], place["indices"], strict=True)
    ]
    rest = [
        pair for pair in pairs if pair[1] not in {1, 2, 54}
    ]  # the player's third card comes before
    codes, indices = (join(column) for column in zip(*rest, strict=True))
    assert f"{codes} {indices}" in text
    assert len(stock["cards"]) == 416 - len(pairs)


def join(values: Sequence[object]) -> str:
    return " ".join(map(str, values))


def test_every_deck_has_vectors() -> None:
    for kind in ("layouts", "shuffled", "dealt"):
        assert {case["asked"]["deck"] for case in VECTORS[kind]} == set(DECKS)


def test_the_definition_has_every_game() -> None:
    definition = section(ROOT / "docs" / "definitions/decks.md", "Games")
    assert [game for game in GAMES if f"| `{game}` |" not in definition] == []


def test_every_game_has_vectors_for_the_fewest_and_the_most_players() -> None:
    tables = {
        (case["asked"]["game"], case["asked"].get("players"))
        for case in VECTORS["games"]
    }
    assert {game for game, _ in tables} == set(GAMES)
    assert {(game.name, game.players.min) for game in GAMES.values()} <= tables
    assert {(game.name, game.players.max) for game in GAMES.values()} <= tables


@pytest.mark.parametrize("kind", ["shuffles", "large"])
def test_every_shuffle_has_vectors(kind: str) -> None:
    assert {case["algorithm"] for case in VECTORS[kind]} == set(SHUFFLES)
