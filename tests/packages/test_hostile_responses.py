"""shuffle_and_deal.player.Player refuses what a hostile backend makes of openings, responses, views and receipts."""

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from struct import pack
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from rfc8785 import dumps
from shuffle_and_deal.player import Player, Refused, create_secrets
from shuffle_and_deal.protocol import hash_commitment, hash_draw

from service.sealed.shoe.merkle import MerkleTree
from service.sealed.turns.jwe import encrypt
from tests.http.spec import post
from tests.packages.places import ABSENT, Place, put
from tests.packages.player_tables import (
    CLIENT,
    KINDS,
    SIGNERS,
    Json,
    Table,
    is_valid,
    new_player,
    played,
    refuse,
    sit_again,
)
from tests.sealed.seats import read_bytes, write_bytes
from tests.tables import for_each, read_table, sample

# no item of a shoe
JUNK: list[Any] = [None, False, -1, 2**64, 2.5, "x", "\ud800", [], {}, [[]], {"": {}}]


def alter(value: Any) -> Iterator[Any]:
    """Yield other values than a value of JSON, of its type and of other types."""
    if isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value), bool(value))
    elif isinstance(value, str):
        another_end = value[:-1] + ("A" if value[-1:] != "A" else "B")
        yield from (value + "\n", value[1:], value.upper(), another_end, value + "=")
    elif isinstance(value, list):
        yield from (value[::-1], value[1:], value + value[-1:])
    elif isinstance(value, dict):
        yield value | {"more": 1}
    yield from JUNK


def mutate(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield each place within a value without its value, and with other values for it."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        below = (*place, key)
        yield below, ABSENT
        for other in alter(member):
            if repr(other) != repr(member):
                yield below, other
        if isinstance(member, dict | list):
            yield from mutate(member, below)


READ = {
    "commitment",
    "seed_hash",
    "terms",
    "digest",
    "signed",
    "client_seed",
    "seen",
    "shown",
    "views",
    "dealt_stages",
}
READ_OF_A_STAGE = READ - {"signed", "client_seed"}
EMPTY: Json = {"client_seed": None, "shown": [], "views": {}}
"""Members that are as if they were not there."""


def select(members: Json, names: Collection[str]) -> Json:
    return {name: value for name, value in members.items() if name in names}


def pick(response: Json, seat: str) -> Json:
    """Return what a player reads of a response, without what is as if it were not there."""
    read = select(response, READ)
    stages = read.get("dealt_stages")
    if isinstance(stages, list):
        read["dealt_stages"] = [pick_of_stage(stage, seat) for stage in stages]
    views = read.get("views")
    if isinstance(views, dict):
        read["views"] = select(views, [seat])
    return dict(item for item in read.items() if item not in EMPTY.items())


def pick_of_stage(stage: Any, seat: str) -> Any:
    """Return what a player reads of a stage."""
    if not isinstance(stage, dict):
        return stage
    return select(pick(stage, seat), READ_OF_A_STAGE)


@for_each("name, is_private", KINDS)
@pytest.mark.sampled
def test_whatever_is_altered_in_a_response_is_refused(
    name: str, *, is_private: bool
) -> None:
    """But for faces without proofs, which the receipt shows."""
    table = played(name, is_private=is_private)
    receipt = table.reveal()
    seat = table.first_seat
    for number, response in enumerate(table.responses):
        player = sit_again(table, seat, number)
        read = pick(response[seat], seat)
        for place, other in sample(list(mutate(read)), 8):
            altered = put(read, place, other)
            if repr(pick(altered, seat)) == repr(read):
                continue
            if not is_private and {"cards", "integers"} & set(place):
                check_faces(table, seat, number, altered, receipt)
            elif not is_refused(player, altered):
                pytest.fail(f"accepted: {place} = {other!r}"[:200])
        player.follow(read)


def is_refused(player: Player, view: Json) -> bool:
    try:
        refuse(player, player.follow, view)
    except pytest.fail.Exception:
        return False
    return True


def check_faces(
    table: Table, seat: str, number: int, view: Json, receipt: Json
) -> None:
    """Check that a view with other faces is refused, or the proof with it, unless it only tells less."""
    player = sit_again(table, seat, number)
    if is_refused(player, view):
        return
    try:
        for response in table.responses[number + 1 :]:
            player.follow(response[seat])
    except Refused:
        return
    proof = player.proof(receipt)
    told = count_faces(proof["seen"])
    assert not is_valid(proof) or told < count_faces(table.players[seat].seen)


def count_faces(seen: list[Json]) -> int:
    """Return how many cards or numbers records tell."""
    faces = [
        face
        for record in seen
        for face in record.get("cards") or record.get("integers", [])
    ]
    return len(faces) - faces.count(None)


@for_each("is_private", [True, False])
def test_another_response_is_refused(*, is_private: bool) -> None:
    """The one before, the next one, another seat's, another game's, and one that was dealt in another way."""
    table = played("rummy", is_private=is_private)
    another_game = Table("rummy", is_private=is_private)
    another_game.play()
    for number, response in enumerate(table.responses):
        player = sit_again(table, "1", number)
        own = response["1"]
        dealer = response["dealer"]
        strange = [views["1"] for views in table.responses if views is not response]
        strange += [views["1"] for views in another_game.responses]
        if is_private and "views" in dealer:
            views = {"1": dealer["views"].get("dealer", "")}
            strange += [dealer, own | {"views": views}]
        for view in strange:
            if pick(view, "1") != pick(own, "1"):
                refuse(player, player.follow, view)
        player.follow(own)
        refuse(player, player.follow, own)


def test_each_stage_of_a_response_has_its_digest_and_its_views() -> None:
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 1)
    river = table.responses[1]["1"]
    changed: list[Json] = [
        {"digest": table.opened["digest"]},
        {"views": []},
        {"views": "none"},
        {"shown": {}},
    ]
    for changes in changed:
        refuse(player, player.follow, change_first_stage(river, changes))
    player.follow(river)


def change_first_stage(response: Json, changes: Json) -> Json:
    """Return a response with other members of the first of its stages."""
    first, *later = response["dealt_stages"]
    return response | {"dealt_stages": [first | changes, *later]}


def test_a_view_that_anybody_sealed_is_refused() -> None:
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 0)
    response = table.responses[0]["1"]
    digest = response["digest"]
    own = table.players["1"].cards[:2]
    forged: list[Json] = [{"cards": cards} for cards in forge_cards(table)]
    forged += [{"digest": table.opened["digest"]}, {"seat": "2"}, {"more": 1}]
    for changes in forged:
        view = seal(table, digest, **changes)
        refuse(player, player.follow, response | {"views": view})
    assert player.follow(response | {"views": seal(table, digest)}) == own


def test_a_view_that_anybody_sealed_in_a_stage_is_refused() -> None:
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 1)
    river = table.responses[1]["1"]
    view = seal(table, river["dealt_stages"][0]["digest"])
    refuse(player, player.follow, change_first_stage(river, {"views": view}))
    player.follow(river)


def write_view(table: Table, digest: str, /, **changes: Any) -> bytes:
    """Return the text of a view with the hole cards of seat 1, or with other members."""
    cards = table.players["1"].cards[:2]
    return dumps({"cards": cards, "digest": digest, "seat": "1"} | changes)


def seal(table: Table, digest: str, /, **changes: Any) -> Json:
    """Return views with one for seat 1: text that anybody can encrypt."""
    text = write_view(table, digest, **changes)
    return {"1": encrypt(text, table.players["1"].keys["view"])}


def forge_cards(table: Table) -> list[list[Json]]:
    """Return lists of cards that are not the hole cards of seat 1."""
    own, second = table.players["1"].cards[:2]
    others = table.players["2"].cards[:2]
    another = others[0]
    forged = [
        others,
        [second, own],
        [own],
        [],
        [own, own],
        [own, second, another],
        [own, second | {"position": own["position"]}],
        [own, another | {"round": second["round"], "position": second["position"]}],
    ]
    for place, other in mutate(second):
        if is_writable(other):
            forged.append([own, put(second, place, other)])
    return forged


def is_writable(value: Any) -> bool:
    """Return whether canonical JSON has the value, and writes it in a way of its own."""
    is_whole = isinstance(value, float) and value.is_integer()
    return value not in ("\ud800", 2**64) and not is_whole


def test_a_view_with_another_encryption_is_refused() -> None:
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 0)
    response = table.responses[0]["1"]
    jwe = response["views"]["1"].split(".")
    for parts in [*alter_parts(jwe), *alter_header(jwe), jwe[1:], [*jwe, ""], []]:
        view = ".".join(parts)
        refuse(player, player.follow, response | {"views": {"1": view}})
    player.follow(response)


def alter_parts(jwe: list[str]) -> Iterator[list[str]]:
    """Yield the parts of a JWE with another text for one of them."""
    for number, part in enumerate(jwe):
        for text in alter(part):
            if isinstance(text, str) and text != part:
                yield [*jwe[:number], text, *jwe[number + 1 :]]


def alter_header(jwe: list[str]) -> Iterator[list[str]]:
    """Yield the parts of a JWE with other headers, also with points that are not on the curve."""
    header = json.loads(read_bytes(jwe[0]))
    headers = [put(header, place, other) for place, other in mutate(header)]
    for x, y in [(0, 0), (0, 1), (2**256 - 1, 1)]:
        headers.append(header | {"epk": header["epk"] | write_point(x, y)})
    for other in headers:
        yield [encode_header(other), *jwe[1:]]


def write_point(x: int, y: int) -> Json:
    """Return the members of a JWK for a point."""
    return {"x": write_bytes(x.to_bytes(32)), "y": write_bytes(y.to_bytes(32))}


def read_point(jwk: Json) -> ec.EllipticCurvePublicKey:
    """Return the public key of a JWK."""
    x, y = (int.from_bytes(read_bytes(jwk[name])) for name in ("x", "y"))
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def encode_header(header: Json) -> str:
    return write_bytes(json.dumps(header).encode())


def test_a_view_with_another_header_is_refused() -> None:
    """Whoever seals a view writes its header."""
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 0)
    response = table.responses[0]["1"]
    text = write_view(table, response["digest"])
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_numbers()
    epk = {"kty": "EC", "crv": "P-256"} | write_point(point.x, point.y)
    header = {"alg": "ECDH-ES", "enc": "A256GCM", "epk": epk}
    shared = key.exchange(ec.ECDH(), read_point(player.keys["view"]))
    information = (7).to_bytes(4) + b"A256GCM" + bytes(8) + (256).to_bytes(4)
    content_key = ConcatKDFHash(SHA256(), 32, information).derive(shared)

    def seal_below(header: Json) -> Json:
        encoded = encode_header(header)
        vector = bytes(12)
        sealed = AESGCM(content_key).encrypt(vector, text, encoded.encode())
        binary = [vector, sealed[:-16], sealed[-16:]]
        view = ".".join([encoded, "", *map(write_bytes, binary)])
        return response | {"views": {"1": view}}

    for place, other in mutate(header):
        refuse(player, player.follow, seal_below(put(header, place, other)))
    assert player.follow(seal_below(header)) == table.players["1"].cards[:2]


def test_shown_cards_are_checked_and_noted() -> None:
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 3)
    card, *rest = table.players["2"].cards
    for place, other in mutate(card):
        refuse(player, player.check_shown, [*rest, put(card, place, other)])
    refuse(player, player.check_shown, [card | {"position": card["position"] ^ 1}])
    refuse(player, player.check_shown, [card | {"round": 2}])
    early = sit_again(table, "1", 0)
    refuse(early, early.check_shown, [card])
    player.check_shown([card, *rest, card])
    common = sit_again(played("holdem", is_private=False), "1", 3)
    refuse(common, common.check_shown, [card])


@for_each(
    ("changes", "where"),
    [
        ({"label": "marked"}, "terms.label"),
        ({"exclude": ["AS"]}, "terms.exclude"),
        ({"algorithm": "inside_out"}, "terms.algorithm"),
        ({"reveal": "all", "view_keys": None}, "terms.reveal"),
        ({"words": []}, "terms.words"),
        ({"game": "omaha"}, "terms.game"),
    ],
)
def test_a_shoe_with_other_terms_is_refused(changes: Json, where: str) -> None:
    table = Table("holdem", is_private=True)
    opened = post(CLIENT, "/v1/shoes", **table.asked | changes)
    player = new_player(table, "1")
    refused = refuse(player, player.accept, "1", opened, **table.options)
    assert refused.startswith(where)


def change_signer(**changes: str) -> Json:
    """Return the key of the service with other members, as a list of signers."""
    (key,) = SIGNERS["keys"]
    return {"keys": [key | changes]}


ANOTHER_KEY = write_bytes(bytes(31) + b"\1")


@for_each(
    ("agreed", "where"),
    [
        ({"terms": None}, "terms"),
        ({"codes": None}, "codes"),
        ({"signers": change_signer(kid="another")}, "signed.kid"),
        ({"signers": change_signer(x=ANOTHER_KEY)}, "signed"),
        ({"signers": change_signer(use="vrf")}, "signed.kid"),
        ({"seats": ["2", "dealer"]}, "seat"),
    ],
)
def test_a_shoe_on_which_players_did_not_agree_is_refused(
    agreed: Json, where: str
) -> None:
    """Terms or cards that are not known, another service, another key, a key for proofs, no seat of the game."""
    table = Table("holdem", is_private=True)
    player = new_player(table, "1")
    options = table.options | agreed
    refused = refuse(player, player.accept, "1", table.opened, **options)
    assert refused.startswith(where)


def test_a_shoe_with_another_digest_than_its_commitment_is_refused() -> None:
    table = played("holdem", is_private=True)
    later = table.responses[0]["1"]
    player = new_player(table, "1")
    opened = table.opened | {"digest": later["digest"], "signed": later["signed"]}
    refused = refuse(player, player.accept, "1", opened, **table.options)
    assert refused == "digest"


def change_keys(table: Table) -> Iterator[Json]:
    """Yield requests for shoes in which not all is right with the keys, the quorum or the words."""
    other = Player(create_secrets())
    words = table.asked["words"][1:]
    keys = table.asked["consent"]["keys"]
    views = table.asked["view_keys"]
    yield {"consent": {"keys": keys | {"1": other.keys["sign"]}}}
    yield {"consent": {"keys": keys | {"1": keys["2"], "2": keys["1"]}}}
    yield {"consent": {"keys": keys, "quorum": 2}}
    yield {"consent": {"keys": keys, "quorum": 1, "start": 1}}
    yield {"view_keys": views | {"1": other.keys["view"]}}
    yield {"view_keys": {"2": views["2"]}}
    yield {"words": words}
    yield {"words": [other.word, *words]}


def test_a_shoe_without_the_own_keys_is_refused_even_if_it_was_agreed_on() -> None:
    table = Table("holdem", is_private=True)
    for changes in change_keys(table):
        opened = post(CLIENT, "/v1/shoes", **table.asked | changes)
        agreed = table.options | {"terms": opened["terms"]}
        player = new_player(table, "1")
        refuse(player, player.accept, "1", opened, **table.options)
        refuse(player, player.accept, "1", opened, **agreed)


def test_a_shoe_that_tells_all_cards_is_refused_unless_it_was_agreed_on() -> None:
    table = Table("holdem", is_private=True)
    opened = post(CLIENT, "/v1/shoes", **table.asked | {"view_keys": None})
    agreed = table.options | {"terms": opened["terms"]}
    player = new_player(table, "1")
    refuse(player, player.accept, "1", opened, **table.options)
    player.accept("1", opened, **agreed)


@for_each("name, is_private", KINDS)
def test_whatever_is_altered_in_an_opening_is_refused(
    name: str, *, is_private: bool
) -> None:
    table = played(name, is_private=is_private)
    seat = table.first_seat
    read = pick(table.opened, seat)
    player = new_player(table, seat)
    for place, other in mutate(read):
        refuse(player, player.accept, seat, put(read, place, other), **table.options)
    player.accept(seat, read, **table.options)


UNCHAINED = {"draw", "cards", "integers"}
"""The members of a record that its digest does not have."""


def invent(player: Player, view: Json, **changes: Any) -> Json:
    """Return a response with other members of its record (None: without it), and the digest to which it leads.

    A backend without a service can do that.
    """
    removed = [name for name, value in changes.items() if value is None]
    changed = view["seen"] | changes
    seen = select(changed, changed.keys() - removed)
    record = select(seen, seen.keys() - UNCHAINED)
    if player.draws == 0 and view["client_seed"] is not None:
        record["client_seed"] = view["client_seed"]
    digest = hash_draw(player.digest, record)
    return view | {"seen": seen, "digest": digest}


def sit_unsigned(
    name: str, *, is_private: bool = False, count: int = 0
) -> tuple[Player, Json]:
    """Return a player who needs no signatures and has followed some responses, and the next response."""
    table = played(name, is_private=is_private)
    seat = table.first_seat
    player = sit_again(table, seat, count)
    following = player._require_accepted()
    following.shoe = replace(following.shoe, signers=None)
    return player, pick(table.responses[count][seat], seat)


@for_each(
    ("name", "count", "changes", "where"), read_table("packages/invented_records.yaml")
)
def test_records_to_which_no_shoe_leads_are_refused(
    name: str, count: int, changes: Json, where: str
) -> None:
    player, view = sit_unsigned(name, count=count)
    assert refuse(player, player.follow, invent(player, view, **changes)) == where
    player.follow(invent(player, view))


def accept_numbers(**terms: Any) -> Player:
    """Return a player at a shoe of numbers, for which no words are given."""
    player = Player(create_secrets())
    player.accept("a", post(CLIENT, "/v1/shoes", **terms), beacon=None)
    return player


def test_a_tree_with_one_card_at_two_positions_is_refused() -> None:
    """Anybody can make such a tree."""
    salt = bytes(32)
    tree = MerkleTree([salt + pack(">3I", 0, position, 0) for position in (0, 1)])

    def open_card(position: int) -> Json:
        path = [step.hex() for step in tree.path(position)]
        card = {"round": 0, "position": position, "index": 0, "integer": 7}
        return card | {"salt": salt.hex(), "path": path}

    player = accept_numbers(min=7, max=8, reveal="shown")
    seen = {"draw": 1, "positions": [0], "rounds": [0], "integers": [7]}
    seen["roots"] = [tree.root.hex()]
    view = {"client_seed": None, "seen": seen, "shown": [open_card(0)]}
    player.follow(invent(player, view))
    assert refuse(player, player.check_shown, [open_card(1)]) == "shown"


@for_each("client_seed", [5, True, "", "x" * 257, [], ["x"]])
def test_a_client_seed_is_a_text_or_none(client_seed: Any) -> None:
    player = accept_numbers(min=1, max=9)
    seen = {"draw": 1, "positions": [0], "rounds": [0], "begun": 1, "integers": [7]}
    strange = invent(player, {"client_seed": client_seed, "seen": seen})
    assert refuse(player, player.follow, strange) == "client_seed"
    player.follow(invent(player, {"client_seed": "x" * 256, "seen": seen}))


INVENTIVE = ["stud", "deck", "numbers", "items", "deal"]
"""Games whose backend hashes what it likes, so that commitments and digests are right."""


@for_each("name", INVENTIVE)
@pytest.mark.sampled
def test_what_a_backend_invents_raises_no_other_error(name: str) -> None:
    _, view = sit_unsigned(name)
    for place, other in sample(list(mutate(view["seen"])), 8):
        player, _ = sit_unsigned(name)
        altered = view | {"seen": put(view["seen"], place, other)}
        with suppress(ValueError, AttributeError):
            altered = invent(player, altered)
        with suppress(Refused):
            player.follow(altered)


@for_each("name", INVENTIVE)
@pytest.mark.sampled
def test_terms_that_a_backend_invents_raise_no_other_error(name: str) -> None:
    table = played(name, is_private=False)
    seat = table.first_seat
    _, view = sit_unsigned(name)
    unsigned = table.options | {"signers": None}
    for place, other in sample(list(mutate(table.opened["terms"])), 2):
        terms = put(table.opened["terms"], place, other)
        opened = table.opened | {"terms": terms}
        player = new_player(table, seat)
        with suppress(Refused, ValueError):
            digest = hash_commitment(opened["seed_hash"], terms)
            opened |= {"commitment": digest, "digest": digest}
        with suppress(Refused):
            player.accept(seat, opened, **unsigned)
            player.follow(invent(player, view))


@for_each("name, is_private", KINDS)
@pytest.mark.sampled
def test_a_receipt_that_is_not_right_is_refused_or_does_not_verify(
    name: str, *, is_private: bool
) -> None:
    table = played(name, is_private=is_private)
    receipt = table.reveal()
    player = table.players[table.first_seat]
    for place, other in sample(list(mutate(receipt)), 8):
        try:
            proof = player.proof(put(receipt, place, other))
        except Refused:
            continue
        if not is_read_as_it_was(place, other):
            assert not is_valid(proof), (place, other)
    assert player.proof(receipt)["receipt"] is receipt


def is_read_as_it_was(place: Place, other: Any) -> bool:
    """Return whether /v1/verify reads what generated clients add, leave out or write in another way as it was."""
    if other is None or other is ABSENT:
        return bool(place[-1] == "in_play")
    return isinstance(other, float) and other.is_integer()
