"""shuffle_and_deal.player.Player refuses what a hostile backend makes of openings, responses, views and receipts."""

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from rfc8785 import dumps
from shuffle_and_deal.player import Player, Refused, _canonical, _hash, create_secrets

from service.core.crypto.jwe import encrypt
from service.core.crypto.merkle import MerkleTree
from tests.http.spec import post
from tests.packages.player_tables import (
    CLIENT,
    KINDS,
    SIGNERS,
    Json,
    Table,
    is_valid,
    played,
    refuse,
    sit_again,
)
from tests.sealed.seats import read_bytes, write_bytes
from tests.tables import for_each, sample

JUNK: list[Any] = [
    None,
    False,
    -1,
    2**64,
    2.5,
    "x",
    "\ud800",
    [],
    {},
    [[]],
    {"": {}},
]  # no item of a shoe


def alter(value: Any) -> Iterator[Any]:
    """Yield other values than a value of JSON, of its type and of other types."""
    if isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value), bool(value))
    elif isinstance(value, str):
        another_end = value[:-1] + ("A" if value[-1:] != "A" else "B")
        yield from (value + "\n", value[1:], value.upper(), another_end, value + "=")
    elif isinstance(value, list):
        yield from (value[::-1], value[1:], [*value, *value[-1:]])
    elif isinstance(value, dict):
        yield {**value, "more": 1}
    yield from JUNK


def mutate(
    value: Any, path: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each value within a value as a path with another value for it, and each path without a value."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key), ...
        yield from (
            ((*path, key), other)
            for other in alter(member)
            if repr(other) != repr(member)
        )
        if isinstance(member, (dict, list)):
            yield from mutate(member, (*path, key))


def put(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Return a copy with another value at a path, or without the value there."""
    copy = parent = deepcopy(value)
    for key in path[:-1]:
        parent = parent[key]
    if other is ...:
        del parent[path[-1]]
    else:
        parent[path[-1]] = other
    return copy


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


def pick(response: Json, seat: str) -> Json:
    """Return what a player reads of a response, without what is as if it were not there."""
    read = {name: value for name, value in response.items() if name in READ}
    if isinstance(read.get("dealt_stages"), list):
        unread = {"signed", "client_seed"}
        stages = [
            pick(stage, seat) if isinstance(stage, dict) else stage
            for stage in read["dealt_stages"]
        ]
        read["dealt_stages"] = [
            {name: value for name, value in stage.items() if name not in unread}
            if isinstance(stage, dict)
            else stage
            for stage in stages
        ]
    if isinstance(read.get("views"), dict):
        read["views"] = {
            name: view for name, view in read["views"].items() if name == seat
        }
    empty: Json = {"client_seed": None, "shown": [], "views": {}}
    return {
        name: value
        for name, value in read.items()
        if (name, value) not in empty.items()
    }


@for_each("name, is_private", KINDS)
@pytest.mark.sampled
def test_whatever_is_altered_in_a_response_is_refused(
    name: str, *, is_private: bool
) -> None:
    """But for faces without proofs, which the receipt shows."""
    table = played(name, is_private=is_private)
    receipt = table.reveal()
    seat = next(iter(table.players))
    for number, response in enumerate(table.responses):
        player = sit_again(table, seat, number)
        read = pick(response[seat], seat)
        for path, other in sample(list(mutate(read)), 8):
            altered = put(read, path, other)
            if repr(pick(altered, seat)) == repr(read):
                continue
            if not is_private and {"cards", "integers"} & set(path):
                check_faces(table, seat, number, altered, receipt)
            elif not is_refused(player, altered):
                pytest.fail(f"accepted: {path} = {other!r}"[:200])
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
    for response in table.responses[number + 1 :]:
        with suppress(Refused):
            player.follow(response[seat])
            continue
        return
    proof = player.proof(receipt)
    told = [
        face for entry in proof["seen"] for face in faces_of(entry) if face is not None
    ]
    assert not is_valid(proof) or len(told) < count_told(table, seat)


def count_told(table: Table, seat: str) -> int:
    return sum(
        face is not None
        for entry in table.players[seat]._seen
        for face in faces_of(entry)
    )


def faces_of(entry: Json) -> list[Any]:
    faces: list[Any] = entry["cards"] if "cards" in entry else entry["integers"]
    return faces


def test_another_response_is_refused() -> None:
    """The one before, the next one, another seat's, another game's, and one that was dealt in another way."""
    for is_private in (True, False):
        table = played("rummy", is_private=is_private)
        other = Table("rummy", is_private=is_private)
        other.play()
        for number, response in enumerate(table.responses):
            player = sit_again(table, "1", number)
            strange = [r["1"] for k, r in enumerate(table.responses) if k != number]
            strange += [r["1"] for r in other.responses]
            if is_private and "views" in response["dealer"]:
                strange.append(response["dealer"])
                strange.append(
                    {
                        **response["1"],
                        "views": {"1": response["dealer"]["views"].get("dealer", "")},
                    }
                )
            for view in strange:
                if pick(view, "1") != pick(response["1"], "1"):
                    refuse(player, player.follow, view)
            player.follow(response["1"])
            refuse(player, player.follow, response["1"])


def test_each_stage_of_a_response_has_its_digest_and_its_views() -> None:
    table = played("holdem", is_private=True)
    player = sit_again(table, "1", 1)
    river = table.responses[1]["1"]
    strange: list[Json] = [
        {"digest": table.opened["digest"]},
        {"views": []},
        {"views": "none"},
        {"shown": {}},
    ]
    for changes in strange:
        stages = [{**river["dealt_stages"][0], **changes}, *river["dealt_stages"][1:]]
        refuse(player, player.follow, {**river, "dealt_stages": stages})
    player.follow(river)


def seal(table: Table, response: Json, **changes: Any) -> Json:
    """Return a response with another view for seat 1: text that anybody can encrypt."""
    player = table.players["1"]
    view = {
        "cards": player.cards[:2],
        "digest": response["digest"],
        "seat": "1",
        **changes,
    }
    return {**response, "views": {"1": encrypt(dumps(view), player.keys["view"])}}


def test_a_view_that_anybody_sealed_is_refused() -> None:
    table = played("holdem", is_private=True)
    first, (own, second) = table.responses[0]["1"], table.players["1"].cards[:2]
    others = table.players["2"].cards[:2]
    player = sit_again(table, "1", 0)
    changed: list[Json] = [
        *(
            {"cards": cards}
            for cards in (
                others,
                [second, own],
                [own],
                [],
                [own, own],
                [own, second, others[0]],
            )
        ),
        {"cards": [own, {**second, "position": own["position"]}]},
        {
            "cards": [
                own,
                {**others[0], "round": second["round"], "position": second["position"]},
            ]
        },
        *(
            {"cards": [own, put(second, path, other)]}
            for path, other in mutate(second)
            if is_writable(other)
        ),
        {"digest": table.opened["digest"]},
        {"seat": "2"},
        {"more": 1},
    ]
    for changes in changed:
        refuse(player, player.follow, seal(table, first, **changes))
    jwe = first["views"]["1"].split(".")
    texts = [
        (k, text)
        for k, part in enumerate(jwe)
        for text in alter(part)
        if isinstance(text, str) and text != part
    ]
    strange = [[*jwe[:k], text, *jwe[k + 1 :]] for k, text in texts]
    header = json.loads(read_bytes(jwe[0]))
    headers = [put(header, path, other) for path, other in mutate(header)]
    for x, y in ((0, 0), (0, 1), (2**256 - 1, 1)):
        point = {"x": write_bytes(x.to_bytes(32)), "y": write_bytes(y.to_bytes(32))}
        headers.append({**header, "epk": {**header["epk"], **point}})
    strange += [
        [write_bytes(json.dumps(other).encode()), *jwe[1:]] for other in headers
    ]
    for parts in [*strange, jwe[1:], [*jwe, ""], []]:
        refuse(player, player.follow, {**first, "views": {"1": ".".join(parts)}})
    assert player.follow(seal(table, first)) == [own, second]
    flop, *stages = (river := table.responses[1]["1"])["dealt_stages"]
    refuse(
        player, player.follow, {**river, "dealt_stages": [seal(table, flop), *stages]}
    )
    player.follow(river)


def test_a_view_with_another_header_is_refused() -> None:
    """Whoever seals a view writes its header."""
    table = played("holdem", is_private=True)
    first = table.responses[0]["1"]
    player = sit_again(table, "1", 0)
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_numbers()
    epk = {"kty": "EC", "crv": "P-256"} | {
        name: write_bytes(getattr(point, name).to_bytes(32)) for name in ("x", "y")
    }
    shared = key.exchange(ec.ECDH(), player._reading.public_key())
    information = (7).to_bytes(4) + b"A256GCM" + bytes(8) + (256).to_bytes(4)
    content_key = ConcatKDFHash(SHA256(), 32, information).derive(shared)
    text = dumps(
        {"cards": table.players["1"].cards[:2], "digest": first["digest"], "seat": "1"}
    )

    def seal(header: Json) -> Json:
        encoded = write_bytes(json.dumps(header).encode())
        sealed = AESGCM(content_key).encrypt(bytes(12), text, encoded.encode())
        parts = [
            encoded,
            "",
            *map(write_bytes, (bytes(12), sealed[:-16], sealed[-16:])),
        ]
        return {**first, "views": {"1": ".".join(parts)}}

    header = {"alg": "ECDH-ES", "enc": "A256GCM", "epk": epk}
    for path, other in mutate(header):
        refuse(player, player.follow, seal(put(header, path, other)))
    assert player.follow(seal(header)) == table.players["1"].cards[:2]


def is_writable(value: Any) -> bool:
    """Return whether canonical JSON has the value, and writes it in a way of its own."""
    return value not in ("\ud800", 2**64) and not (
        isinstance(value, float) and value.is_integer()
    )


def test_shown_cards_are_checked_and_noted() -> None:
    table = played("holdem", is_private=True)
    player, (card, *rest) = sit_again(table, "1", 3), table.players["2"].cards
    for path, other in mutate(card):
        refuse(player, player.check_shown, [*rest, put(card, path, other)])
    refuse(player, player.check_shown, [{**card, "position": card["position"] ^ 1}])
    refuse(sit_again(table, "1", 0), player.check_shown, [{**card, "round": 2}])
    refuse(sit_again(table, "1", 0), sit_again(table, "1", 0).check_shown, [card])
    player.check_shown([card, *rest, card])
    common = sit_again(played("holdem", is_private=False), "1", 3)
    refuse(common, common.check_shown, [card])


OPENINGS: dict[str, tuple[Json, Json, str]] = {
    "a label": ({"label": "marked"}, {}, "terms.label"),
    "fewer cards": ({"exclude": ["AS"]}, {}, "terms.exclude"),
    "another algorithm": ({"algorithm": "inside_out"}, {}, "terms.algorithm"),
    "another receipt": ({"reveal": "all", "view_keys": None}, {}, "terms.reveal"),
    "no words": ({"words": []}, {}, "terms.words"),
    "another game": ({"game": "omaha"}, {}, "terms.game"),
    "the terms are not known": ({}, {"terms": None}, "terms"),
    "the cards are not known": ({}, {"codes": None}, "codes"),
    "another service": (
        {},
        {"signers": {"keys": [{**SIGNERS["keys"][0], "kid": "another"}]}},
        "signed.kid",
    ),
    "another key": (
        {},
        {
            "signers": {
                "keys": [{**SIGNERS["keys"][0], "x": write_bytes(bytes(31) + b"\1")}]
            }
        },
        "signed",
    ),
    "a key for proofs": (
        {},
        {"signers": {"keys": [{**SIGNERS["keys"][0], "use": "vrf"}]}},
        "signed.kid",
    ),
    "no seat of the game": ({}, {"seats": ["2", "dealer"]}, "seat"),
}


@for_each("changes, options, where", OPENINGS.values(), ids=OPENINGS)
def test_a_shoe_with_other_terms_is_refused(
    changes: Json, options: Json, where: str
) -> None:
    table = Table("holdem", is_private=True)
    opened = (
        post(CLIENT, "/v1/shoes", **table.asked | changes) if changes else table.opened
    )
    player = Player({**table.players["1"]._secrets, "commitment": None})
    assert refuse(
        player, player.accept, "1", opened, **table.options | options
    ).startswith(where)


def test_a_shoe_with_another_digest_than_its_commitment_is_refused() -> None:
    table = played("holdem", is_private=True)
    later = table.responses[0]["1"]
    player = Player({**table.players["1"]._secrets, "commitment": None})
    opened = {**table.opened, "digest": later["digest"], "signed": later["signed"]}
    assert refuse(player, player.accept, "1", opened, **table.options) == "digest"


def change_keys(table: Table) -> Iterator[Json]:
    """Yield requests for shoes in which not all is right with the keys, the quorum or the words."""
    other = Player(create_secrets())
    words = table.asked["words"][1:]
    keys = table.asked["consent"]["keys"]
    views = table.asked["view_keys"]
    yield {"consent": {"keys": {**keys, "1": other.keys["sign"]}}}
    yield {"consent": {"keys": {**keys, "1": keys["2"], "2": keys["1"]}}}
    yield {"consent": {"keys": keys, "quorum": 2}}
    yield {"consent": {"keys": keys, "quorum": 1, "start": 1}}
    yield {"view_keys": {**views, "1": other.keys["view"]}}
    yield {"view_keys": {"2": views["2"]}}
    yield {"view_keys": None}
    yield {"words": words}
    yield {"words": [other.word, *words]}


def test_a_shoe_without_the_own_keys_is_refused_even_if_the_players_agreed_on_it() -> (
    None
):
    table = Table("holdem", is_private=True)
    for number, changes in enumerate(change_keys(table)):
        opened = post(CLIENT, "/v1/shoes", **{**table.asked, **changes})
        player = Player({**table.players["1"]._secrets, "commitment": None})
        refuse(player, player.accept, "1", opened, **table.options)
        if number != 6:  # a shoe that tells all cards to all players can be agreed on
            refuse(
                player,
                player.accept,
                "1",
                opened,
                **{**table.options, "terms": opened["terms"]},
            )


@for_each("name, is_private", KINDS)
def test_whatever_is_altered_in_an_opening_is_refused(
    name: str, *, is_private: bool
) -> None:
    table = played(name, is_private=is_private)
    seat, player = next(iter(table.players.items()))
    read = pick(table.opened, seat)
    fresh = Player({**player._secrets, "commitment": None})
    for path, other in mutate(read):
        refuse(fresh, fresh.accept, seat, put(read, path, other), **table.options)
    fresh.accept(seat, read, **table.options)


def invent(player: Player, view: Json, **changes: Any) -> Json:
    """Return a response with another record, and the digest to which it leads, as a backend without a service can."""
    seen = {
        name: value
        for name, value in (view["seen"] | changes).items()
        if value is not ...
    }
    record = {
        name: value
        for name, value in seen.items()
        if name not in ("draw", "cards", "integers")
    }
    if player.draws == 0 and view["client_seed"] is not None:
        record["client_seed"] = view["client_seed"]
    return {
        **view,
        "seen": seen,
        "digest": _hash("draw", player.digest, _canonical(record)),
    }


def sit_unsigned(
    name: str, *, is_private: bool = False, count: int = 0
) -> tuple[Player, Json]:
    """Return a player who needs no signatures and has followed some responses, and the next response."""
    table = played(name, is_private=is_private)
    seat = next(iter(table.players))
    player = sit_again(table, seat, count)
    player._signers = None
    return player, pick(table.responses[count][seat], seat)


INVENTED = yaml.safe_load(Path(__file__).with_name("invented_records.yaml").read_text())


@for_each("name, count, changes, where", INVENTED, ids=lambda value: str(value)[:40])
def test_records_to_which_no_shoe_leads_are_refused(
    name: str, count: int, changes: Json, where: str
) -> None:
    player, view = sit_unsigned(name, count=count)
    others = {
        member: ... if value is None else value for member, value in changes.items()
    }
    assert refuse(player, player.follow, invent(player, view, **others)) == where
    player.follow(invent(player, view))


def test_a_tree_with_one_card_at_two_positions_is_refused() -> None:
    """Anybody can make such a tree."""
    entries = [
        bytes(32) + b"".join(number.to_bytes(4) for number in (0, position, 0))
        for position in range(2)
    ]
    tree = MerkleTree(entries)
    one, other = (
        {"round": 0, "position": position, "index": 0, "integer": 7, "salt": "00" * 32}
        | {"path": [step.hex() for step in tree.path(position)]}
        for position in range(2)
    )
    opened = post(CLIENT, "/v1/shoes", min=7, max=8, reveal="shown")
    player = Player(create_secrets())
    player.accept("a", opened, beacon=None)
    seen = {
        "draw": 1,
        "positions": [0],
        "rounds": [0],
        "roots": [tree.root.hex()],
        "integers": [7],
    }
    player.follow(invent(player, {"client_seed": None, "seen": seen, "shown": [one]}))
    assert refuse(player, player.check_shown, [other]) == "shown"


def test_a_client_seed_is_a_text_or_none() -> None:
    opened = post(CLIENT, "/v1/shoes", min=1, max=9)
    player = Player(create_secrets())
    player.accept("a", opened, beacon=None)
    seen = {"draw": 1, "positions": [0], "rounds": [0], "begun": 1, "integers": [7]}
    for seed in (5, True, "", "x" * 257, [], ["x"]):
        assert (
            refuse(
                player,
                player.follow,
                invent(player, {"client_seed": seed, "seen": seen}),
            )
            == "client_seed"
        )
    player.follow(invent(player, {"client_seed": "x" * 256, "seen": seen}))


@for_each("name", ["stud", "deck", "numbers", "items", "deal"])
@pytest.mark.sampled
def test_what_a_backend_invents_raises_no_other_error(name: str) -> None:
    """It hashes what it likes, so that commitments and digests are right."""
    table, (_, view) = played(name, is_private=False), sit_unsigned(name)
    seat = next(iter(table.players))
    terms = table.opened["terms"]
    for path, other in sample(list(mutate(terms)), 2):
        opened = {**table.opened, "terms": put(terms, path, other)}
        player = Player({**table.players[seat]._secrets, "commitment": None})
        with suppress(Refused, ValueError):
            commitment = _hash(
                "commitment", opened["seed_hash"], _canonical(opened["terms"])
            )
            opened |= {"commitment": commitment, "digest": commitment}
        with suppress(Refused):
            player.accept(seat, opened, **{**table.options, "signers": None})
            player.follow(invent(player, view))
    for path, other in sample(list(mutate(view["seen"])), 8):
        player, _ = sit_unsigned(name)
        altered = {**view, "seen": put(view["seen"], path, other)}
        with suppress(ValueError, AttributeError):
            altered = invent(player, altered)
        with suppress(Refused):
            player.follow(altered)


@for_each("name, is_private", KINDS)
@pytest.mark.sampled
def test_a_receipt_that_is_not_right_is_refused_or_does_not_verify(
    name: str, *, is_private: bool
) -> None:
    table = played(name, is_private=is_private)
    receipt = table.reveal()
    player = next(iter(table.players.values()))
    for path, other in sample(list(mutate(receipt)), 8):
        altered = put(receipt, path, other)
        try:
            proof = player.proof(altered)
        except Refused:
            continue
        # /v1/verify reads what generated clients add, leave out or write in another way as it was
        is_same = (
            path[-1] == "in_play"
            if other in (None, ...)
            else isinstance(other, float) and other.is_integer()
        )
        assert is_same or not is_valid(proof), (path, other)
    assert player.proof(receipt)["receipt"] is receipt
