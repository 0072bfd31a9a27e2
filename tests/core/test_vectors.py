"""Golden vectors, made by an implementation in another language that shares no code with this one: `make generate`."""

import base64
import copy
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache, reduce
from operator import getitem
from typing import Any

import pytest
import rfc8785
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.bingo.strips import STRIPS, format_strip
from service.cards.deck import DECKS, get_deck
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe, card_labels
from service.core.crypto import ecvrf
from service.core.crypto.keys import VrfKey
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import Permutation
from service.core.shuffles.shuffle import WholeShuffle
from service.games.catalogue import GAMES, get_game
from service.games.dealing import DealRequest, build_procedure
from service.games.game import GameTable, set_up
from service.games.given import parse_given
from service.games.procedures import Deal, PileCards, all_cards
from service.integers.integer_draws import (
    IntegerDraw,
    prepare_integers,
    prepare_weighted,
)
from service.names.texts import find_ambiguity
from service.proofs.terms import select_terms
from service.proofs.vrf import make_proof
from service.settings import Settings
from tests.docs.examples import section
from tests.members import keep_members
from tests.tables import for_each
from tests.vectors.files import LIMITS, VECTORS, cases, describe, digest
from tools.files import ROOT

Json = dict[str, Any]

PROOFS = ROOT / "docs" / "definitions/proofs.md"
ARGUMENTS = ("key_bits", "passes", "variant")
SLOW = ("inside_out", "naive_swap", "random_slot", "rejection", "sattolo")
"""Shuffles whose algorithm is the same loop for any range: a large one takes a second or more."""


def read_seats(answer: Any) -> Any:
    """Return an answer with the seats of a response, which are texts; in the vectors some are numbers."""

    def read(members: Json) -> Json:
        if "seat" in members:
            return members | {"seat": str(members["seat"])}
        return members

    return json.loads(json.dumps(answer), object_hook=read)


def parse_request(case: Json) -> ShuffleRequest:
    """Return the request for the shuffle of a case."""
    arguments = {key: case[key] for key in ARGUMENTS if key in case}
    return ShuffleRequest(
        seed=case.get("seed"),
        index=case.get("index"),
        algorithm=case.get("algorithm"),
        arguments=arguments,
    )


def select_fields(cls: type[DealRequest | PackOptions], parameters: Json) -> Json:
    """Return the parameters that are fields of a dataclass; lists become tuples."""
    members = {}
    for name in {field.name for field in fields(cls)} & parameters.keys():
        value = parameters[name]
        members[name] = tuple(value) if isinstance(value, list) else value
    return members


def parse_deal(parameters: Json) -> DealRequest:
    """Return the request for the deal of a case."""
    return DealRequest(**select_fields(DealRequest, parameters))


def parse_packs(parameters: Json) -> PackOptions:
    """Return the options of the packs of a case."""
    return PackOptions(**select_fields(PackOptions, parameters))


def start_stream(case: Json) -> WordSource:
    """Return the words of the stream of a case from its start."""
    return WordSource(sd1(case["seed"], case["index"]))


def draw(n: int, case: Json, count: int | None = None) -> Permutation:
    """Return the order that the shuffle of a case draws."""
    request = parse_request(case)
    return prepare_shuffle(n, request, LIMITS, count).draw(request)


def is_published(case: Json, order: Sequence[int]) -> bool:
    """Return whether an order is that of a case."""
    if "sha256" in case:
        return digest(order) == str(case["sha256"])
    return list(order) == [int(index) for index in case["indices"]]


def make_shoe(parameters: Json) -> Shoe:
    """Return the unshuffled shoe of a case."""
    return build_shoe(get_deck(parameters["deck"]), parse_packs(parameters))


def pick_cards(codes: Sequence[str | int], positions: Sequence[int]) -> Json:
    """Return the cards at some positions, as a response has them."""
    return {"cards": [codes[position] for position in positions], "indices": positions}


def pick_parts(codes: Sequence[str | int], pile: PileCards) -> Json:
    """Return the cards of a hand or a pile of a game, and the cards of its named parts."""
    members = pick_cards(codes, all_cards(pile))
    parts = [
        {"name": part} | pick_cards(codes, positions)
        for part, positions in pile.items()
        if part
    ]
    return members | {"parts": parts} if parts else members


def extra_members(table: GameTable, deal: Deal, board: int) -> Json:
    """Return the additional members of a game's deal, except the `number` of a bridge deal."""
    if not table.game.extra_fields:
        return {}
    members = table.game.extra_fields(table, deal, board)
    return {name: value for name, value in members.items() if name != "number"}


def pick_places(
    codes: Sequence[str | int], draws: int, deal: Deal, seats: Iterable[str | int]
) -> Json:
    """Return the members of a deal that every golden vector has: draws, hands and piles."""
    hands = [
        {"seat": seat} | pick_parts(codes, hand)
        for seat, hand in zip(seats, deal.hands.values(), strict=True)
    ]
    piles = [
        {"name": name} | pick_parts(codes, pile) for name, pile in deal.piles.items()
    ]
    return {"draws": draws, "hands": hands, "piles": piles}


@cases("words")
def test_the_words_of_the_stream_are_the_published_ones(case: Json) -> None:
    read = sd1(case["seed"], case["index"])
    assert read(4 * case["count"]).hex() == case["hex"]


@cases("bounded")
def test_bounded_draws_are_the_published_ones_singly_and_in_bulk(case: Json) -> None:
    bound = int(case["bound"])
    values = [int(value) for value in case["values"]]
    singly = start_stream(case)
    assert [singly.below(bound) for _ in values] == values
    in_bulk = start_stream(case)
    assert in_bulk.below_many(bound, len(values)) == values


@cases("mixed")
def test_draws_under_changing_bounds_are_the_published_ones(case: Json) -> None:
    source = start_stream(case)
    values = [source.below(int(bound)) for bound in case["bounds"]]
    assert list(map(str, values)) == case["values"]


def check_answer(client: FlaskClient, path: str, asked: Json, answer: Json) -> None:
    """Assert that the response to a request has the members of an answer."""
    response = client.post(path, json=asked).json
    assert keep_members(response, answer) == answer


def check_permutation(case: Json) -> None:
    """Assert that the shuffle of a case draws its order."""
    permutation = draw(int(case["n"]), case, case.get("count"))
    assert permutation.draws == case["draws"]
    assert is_published(case, permutation.indices)


@for_each("case", VECTORS["shuffles"] + VECTORS["sparse"], ids=describe)
def test_each_shuffle_of_the_published_seeds_is_the_published_one(case: Json) -> None:
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
    case: Json, dense: bool
) -> None:
    shuffle = SHUFFLES[case["algorithm"]]
    n = case["n"]
    count = case["count"]
    source = start_stream(case)
    if isinstance(shuffle, WholeShuffle):
        arguments = parse_request(case).resolved_arguments
        order = shuffle.draw_all(n, source, **arguments)[:count]
    elif dense or shuffle.draw_sparse is None:
        order = shuffle.draw_first(n, source, count)
    else:
        order = shuffle.draw_sparse(n, source, count)
    assert is_published(case, order)
    if dense or count < n:
        assert source.draws == case["draws"]


@cases("replacement")
def test_draws_with_replacement_are_the_published_ones(case: Json) -> None:
    dice = IntegerDraw(
        min=case["min"],
        max=case["max"],
        count=case["count"],
        replacement=True,
        seed=case["seed"],
        index=case["index"],
    )
    permutation = prepare_integers(dice, LIMITS).draw(dice)
    assert [dice.min + position for position in permutation.indices] == case["integers"]
    assert permutation.draws == case["draws"]


@for_each("case", VECTORS["items_dealt"] + VECTORS["items_given"], ids=describe)
def test_each_deal_of_items_is_the_published_one(
    case: Json, client: FlaskClient
) -> None:
    parameters = dict(case["asked"])
    items: list[Any] = list(range(parameters.pop("n")))
    if "given" not in parameters:  # given items are named as the list has them
        items = [f"item {number}" for number in items]
    response = client.post("/v1/items/deal", json=parameters | {"items": items}).json
    assert response
    for place in response["hands"] + response["piles"]:
        assert place.pop("items") == [items[index] for index in place["indices"]]
    answer = read_seats(case["answer"])
    assert {name: response[name] for name in answer} == answer


@cases("items_found")
def test_the_search_for_items_finds_the_published_deals(
    case: Json, client: FlaskClient
) -> None:
    parameters = dict(case["asked"])
    assert len(parameters["items"]) == parameters.pop("n")
    path = "/v1/items/deal/batch" if "repeats" in parameters else "/v1/items/deal"
    check_answer(client, path, parameters, case["answer"])


@cases("item_rules")
def test_draws_with_rules_are_the_published_ones(
    case: Json, client: FlaskClient
) -> None:
    if "refused" in case:
        response = client.post(case["path"], json=case["asked"])
        assert response.status_code == 422
        assert response.get_json()["errors"].keys() == {case["refused"]}
    else:
        check_answer(client, case["path"], case["asked"], case["answer"])


@cases("weighted")
def test_draws_by_weights_are_the_published_ones(case: Json) -> None:
    weights = case.get("weights", [1] * case["n"])
    replacement = case["replacement"]
    plan = prepare_weighted(weights, case["count"], LIMITS, replacement=replacement)
    permutation = plan.draw(parse_request(case))
    assert permutation.draws == case["draws"]
    assert list(permutation.indices) == case["indices"]


@cases("drums")
def test_draws_from_drums_are_the_published_ones(
    case: Json, client: FlaskClient
) -> None:
    asked = {name: case[name] for name in ("drums", "seed", "index")}
    answer = {name: case[name] for name in ("draws", "integers")}
    check_answer(client, "/v1/integers/draw", asked, answer)


@cases("strips")
def test_each_strip_of_tickets_is_the_published_one(case: Json) -> None:
    permutation = STRIPS.draw(parse_request(case))
    assert permutation.draws == case["draws"]
    assert format_strip(permutation.indices) == case["strip"]


@cases("layouts")
def test_the_unshuffled_order_of_each_shoe_is_the_published_one(case: Json) -> None:
    codes = card_labels(make_shoe(case["asked"]))
    answer = case["answer"]
    assert len(codes) == answer["size"]
    if "sha256" in answer:
        assert digest(codes) == answer["sha256"]
    else:
        assert list(codes) == answer["cards"]


@cases("shuffled")
def test_the_cards_of_each_shuffled_shoe_are_the_published_ones(case: Json) -> None:
    asked = case["asked"]
    shoe = make_shoe(asked)
    permutation = draw(len(shoe), asked, asked.get("count"))
    answer = pick_cards(card_labels(shoe), permutation.indices)
    assert answer | {"draws": permutation.draws} == case["answer"]


@cases("dealt")
def test_each_hand_and_pile_of_a_deal_is_the_published_one(case: Json) -> None:
    asked = case["asked"]
    shoe = make_shoe(asked)
    codes = card_labels(shoe)
    permutation = draw(len(shoe), asked)
    procedure = build_procedure(parse_deal(asked), len(shoe))
    deal = procedure.deal(permutation.indices)
    seats = range(1, asked["hands"] + 1)
    assert pick_places(codes, permutation.draws, deal, seats) == case["answer"]


def find_board(parameters: Json) -> int:
    """Return the number of the board that a case deals."""
    board: int = parameters.get("board", parameters.get("index", 0) + 1)
    return board


def set_up_game(parameters: Json) -> GameTable:
    """Return the table of the game of a case."""
    return set_up(
        get_game(parameters["game"]),
        parameters.get("players"),
        parse_packs(parameters),
        parameters.get("cards"),
    )


@cases("games")
def test_each_deal_of_a_game_is_the_published_one(case: Json) -> None:
    parameters = case["asked"]
    table = set_up_game(parameters)
    codes = card_labels(table.shoe)
    board = find_board(parameters)
    number = parameters.get("deal_number")
    if number is not None and table.game.numbered_order:
        order = table.game.numbered_order(number)
        draws = 0
    else:
        permutation = draw(len(table.shoe), parameters)
        order = permutation.indices
        draws = permutation.draws
    deal = table.deal(order, board)
    places = pick_places(codes, draws, deal, deal.hands)
    assert extra_members(table, deal, board) | places == case["answer"]


DEALS_OF_GAMES_GIVEN = [case for case in VECTORS["given"] if "game" in case["asked"]]
DEALS_OF_DECKS_GIVEN = [
    case for case in VECTORS["given"] if "game" not in case["asked"]
]


@for_each("case", DEALS_OF_GAMES_GIVEN, ids=describe)
def test_each_deal_of_a_game_with_given_cards_is_the_published_one(case: Json) -> None:
    parameters = case["asked"]
    table = set_up_game(parameters)
    given = parse_given(parameters["given"], table.procedure, table.shoe)
    assert given
    permutation = draw(len(given.remaining_cards), parameters)
    board = find_board(parameters)
    first_seat = table.first_seat(board)
    order = given.fill(permutation.indices, first_seat)
    deal = table.procedure.deal(order, table.shoe.pack, first_seat)
    codes = card_labels(table.shoe)
    places = pick_places(codes, permutation.draws, deal, deal.hands)
    assert extra_members(table, deal, board) | places == case["answer"]


@for_each("case", DEALS_OF_DECKS_GIVEN, ids=describe)
def test_each_deal_of_a_deck_with_given_cards_is_the_published_one(case: Json) -> None:
    parameters = case["asked"]
    shoe = make_shoe(parameters)
    procedure = build_procedure(parse_deal(parameters), len(shoe))
    given = parse_given(parameters["given"], procedure, shoe)
    assert given
    permutation = draw(len(given.remaining_cards), parameters)
    order = given.fill(permutation.indices, 0)
    deal = procedure.deal(order, shoe.pack, 0)
    seats = range(1, parameters["hands"] + 1)
    places = pick_places(card_labels(shoe), permutation.draws, deal, seats)
    assert places == case["answer"]


@cases("conditions")
def test_the_search_for_each_condition_finds_the_published_deals(
    case: Json, client: FlaskClient
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
    case: Json,
) -> None:
    secret = bytes.fromhex(case["secret"])
    alpha = bytes.fromhex(case["input"])
    public = ecvrf.public_key(secret)
    assert public.hex() == case["public_key"]
    pi = ecvrf.prove(secret, alpha)
    assert pi.hex() == case["pi"]
    assert ecvrf.proof_to_hash(pi).hex() == case["beta"]
    beta = ecvrf.verify(public, alpha, pi)
    assert beta
    assert beta.hex() == case["beta"]


def encode(value: bytes) -> str:
    """Return bytes as JSON Web Keys have them, in base64url without padding."""
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


@cases("proofs")
def test_the_seed_of_each_proved_response_is_the_output_of_its_alpha(
    case: Json,
) -> None:
    response = case["answer"]
    secret = bytes.fromhex(case["secret"])
    proof = response["proof"]
    canonical = rfc8785.dumps(proof["alpha"])
    assert canonical.decode() == case["canonical"]
    pi = ecvrf.prove(secret, b"shuffle-and-deal vrf 1\n" + canonical)
    assert proof["pi"] == pi.hex()
    assert response["seed"] == ecvrf.proof_to_hash(pi).hex()
    assert case["jwk"]["x"] == encode(ecvrf.public_key(secret))
    assert case["jwk"]["kid"] == proof["kid"]
    assert case["asked"]["prove"]["key"] == proof["kid"]


MAY_BE_LATER = (["constructor"], ["proof", "alpha", "stream"], ["proof", "scheme"])
"""Members and definitions that a later version may know: of these /v1/verify leaves unchecked what is altered."""


@cases("proofs")
def test_each_proved_response_is_the_published_one_and_so_is_what_a_check_finds(
    case: Json,
) -> None:
    key = VrfKey.from_base64url(encode(bytes.fromhex(case["secret"])))
    assert key.jwk == case["jwk"]
    client = prover(key)
    path = f"{case['path']}/batch" if "repeats" in case["asked"] else case["path"]
    answer = prove(client, path, case["asked"], key, case["answer"]["proof"]["alpha"])
    assert answer == read_seats(case["answer"])
    check_finding(client.post("/v1/verify", json=case["answer"]), case)
    for altered in case.get("altered", ()):
        response = copy.deepcopy(case["answer"])
        alter(response, altered)
        check_finding(client.post("/v1/verify", json=response), altered)


def check_finding(response: TestResponse, case: Json) -> None:
    """Assert that a check finds what a case says: a refusal, a difference, or what is unchecked."""
    finding = response.get_json()
    if "refused" in case and case["path"] in MAY_BE_LATER:
        assert finding["valid"] is None
        assert ".".join(case["path"]) in finding["unchecked"]
    elif "refused" in case:
        assert response.status_code == 422
        assert finding["errors"].keys() == {case["refused"]}
    elif "where" in case:
        assert finding["valid"] is False
        assert finding["difference"]["where"] == case["where"]
    else:
        assert "difference" not in finding
        unchecked = set(case.get("unchecked", ()))
        assert finding["unchecked"].keys() | {"beacon"} == unchecked | {"beacon"}


@cache
def prover(key: VrfKey) -> FlaskClient:
    """Return a client of an application that proves with a key."""
    return create_app(Settings(vrf_keys=(key,))).test_client()


def prove(client: FlaskClient, path: str, body: Json, key: VrfKey, alpha: Json) -> Any:
    """Return the proved response to a request; if its texts look like other texts, core makes the proof."""
    response = client.post(path, json=body)
    is_ambiguous = any(map(find_ambiguity, [alpha["game"], *alpha["players"]]))
    assert response.status_code == (422 if is_ambiguous else 200)
    if not is_ambiguous:
        return response.get_json()
    seed, proof = make_proof(key, alpha)
    request = body | {"seed": seed}
    del request["prove"]
    answer = client.post(path, json=request).get_json()
    answer["proof"] = proof
    del answer["request"]["seed"]
    answer["request"]["prove"] = select_terms(alpha)
    return answer


def test_one_proved_response_has_texts_that_look_like_others() -> None:
    alphas = [case["answer"]["proof"]["alpha"] for case in VECTORS["proofs"]]
    [alpha] = (alpha for alpha in alphas if any(map(find_ambiguity, alpha["players"])))
    assert alpha["game"] == "Tisch – Grün 🂡"


def alter(response: Json, altered: Json) -> None:
    """Replace the value at a path, or remove what is there."""
    *parents, last = altered["path"]
    parent = reduce(getitem, parents, response)
    if "value" in altered:
        parent[last] = altered["value"]
    else:
        del parent[last]


def test_the_worked_example_of_the_definition_is_correct() -> None:
    page = (ROOT / "docs" / "definitions/stream.md").read_text(encoding="utf-8")
    text = " ".join(page.split())
    codes = card_labels(make_shoe({"deck": "standard"}))
    indices = draw(52, {"seed": "42"}).indices
    assert join(indices) in text
    assert join([codes[index] for index in indices]) in text


def test_the_worked_example_of_a_proved_deal_is_the_first_of_its_vectors() -> None:
    example = section(PROOFS, "A proved deal, from key to card")
    case = VECTORS["proofs"][0]
    response = case["answer"]
    lines = example.replace("\n", "")
    assert case["canonical"] in lines
    assert response["seed"] in lines
    assert f"{len(case['canonical'])} bytes" in example
    pi = response["proof"]["pi"]
    assert f"{pi[:64]}\n{pi[64:96]}\n{pi[96:]}\n" in example
    public = ecvrf.public_key(bytes.fromhex(case["secret"]))
    assert f"\n{public.hex()}\n" in example
    assert f"\n{case['jwk']['x']}\n" in example
    assert f"\n{case['jwk']['kid']}\n" in example
    cards = join(response["cards"])
    indices = join(response["indices"])
    assert f"\n{cards}        {indices}\n" in example


def test_the_worked_example_of_a_proved_search_is_one_of_its_vectors() -> None:
    example = section(PROOFS, "A proved search, from key to board")
    lines = example.replace("\n", "")
    (case,) = (case for case in VECTORS["proofs"] if case["canonical"] in lines)
    response = case["answer"]
    request = response["proof"]["alpha"]["request"]
    assert f"{len(case['canonical'])} bytes" in example
    assert response["proof"]["pi"] in lines
    assert response["seed"] in lines
    assert response["pbn"] in lines
    search = "`matches` is {matches}, `candidates` {candidates}, `next` {next} and `board` {board}".format(
        **response
    )
    prose = " ".join(example.split())
    assert search in prose
    assert f"the board of the first candidate, {request['board']}." in prose
    assert response["board"] == request["board"] + response["matches"][0]


def test_the_worked_example_of_given_cards_is_one_of_their_vectors() -> None:
    example = section(
        ROOT / "docs" / "definitions/conditions.md",
        "A coup with given cards, from seed to card",
    )
    (line,) = re.findall(r"^    (\{.*\})$", example, re.MULTILINE)
    given = json.loads(line)
    (case,) = (case for case in VECTORS["given"] if case["asked"]["given"] == given)
    asked = case["asked"]
    assert asked["game"] == "baccarat"
    assert asked["seed"] == "a"
    assert asked["index"] == 0
    text = " ".join(example.split())
    answer = case["answer"]
    assert f"`draws` is {answer['draws']}." in text
    burns, stock = answer["piles"]
    hands = [
        f"{hand['seat']} {join(hand['cards'])} {join(hand['indices'])}"
        for hand in answer["hands"]
    ]
    first, *others = burns["cards"]
    assert f"burns {first}; {join(others)} {join(hands)}" in text
    places = [burns, *answer["hands"]]
    codes = {
        index: code
        for place in places
        for index, code in zip(place["indices"], place["cards"], strict=True)
    }
    assert len(stock["cards"]) == 416 - len(codes)
    for index in (1, 2, 54):  # the player's third card comes before
        del codes[index]
    assert f"{join(codes.values())} {join(codes)}" in text


def join(values: Iterable[object]) -> str:
    """Return values with a space between them."""
    return " ".join(map(str, values))


def test_every_deck_has_vectors() -> None:
    for kind in ("layouts", "shuffled", "dealt"):
        decks = {case["asked"]["deck"] for case in VECTORS[kind]}
        assert decks == set(DECKS)


def test_the_definition_has_every_game() -> None:
    definition = section(ROOT / "docs" / "definitions/decks.md", "Games")
    names_of_rows = re.findall(r"^\| (`.*?`) \|", definition, re.MULTILINE)
    named = re.findall(r"`(\w+)`", " ".join(names_of_rows))
    assert [game for game in GAMES if game not in named] == []


def test_every_game_has_vectors_for_the_fewest_and_the_most_players() -> None:
    players: dict[str, set[int | None]] = defaultdict(set)
    for case in VECTORS["games"]:
        asked = case["asked"]
        players[asked["game"]].add(asked.get("players"))
    assert players.keys() == GAMES.keys()
    for name, game in GAMES.items():
        assert game.players.min in players[name]
        assert game.players.max in players[name]


@for_each(("kind", "n"), [("shuffles", 52), ("large", 10**6)])
def test_every_shuffle_has_vectors(kind: str, n: int) -> None:
    algorithms = {case["algorithm"] for case in VECTORS[kind]}
    assert algorithms == {
        name for name, shuffle in SHUFFLES.items() if shuffle.sizes.includes(n)
    }


def test_a_shuffle_has_a_vector_of_the_most_items_that_it_takes() -> None:
    sizes = {(case["algorithm"], case["n"]) for case in VECTORS["shuffles"]}
    for name, shuffle in SHUFFLES.items():
        assert shuffle.sizes.most is None or (name, shuffle.sizes.most) in sizes
