"""The streaming checks of both clients agree on right shoes and find what was altered."""

import asyncio
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any

from shuffle_and_deal import AsyncTable, MemoryStore, Service, Table
from shuffle_and_deal.checks import _SHUFFLES, _open_below, check_views
from shuffle_and_deal.player import Refused

from service.core.crypto.signatures import SigningKey
from tests.conftest import ROOT
from tests.packages.in_process import BLOCKING, SETTINGS, async_service

Json = dict[str, Any]
SERVICE = BLOCKING["embedded"]
SEED = {"client_seed": "our words é"}


def draw(count: int, **members: Any) -> tuple[str, Json]:
    return "draw", {"count": count, **members}


def deal(**members: Any) -> tuple[str, Json]:
    return "deal", members


CUT = {"reshuffle": "at_cut"}
BLACKJACK = [
    action
    for _ in range(12)
    for action in (deal(through="second_cards"), draw(1, seat="1"))
]
SHOES: dict[str, tuple[Json, list[tuple[str, Json]]]] = {
    **{
        algorithm: (
            {"deck": "standard", "algorithm": algorithm, **CUT, "cut": 20},
            [
                draw(1, **SEED),
                draw(3, seat="1", burn=1),
                draw(2, **{"from": "bottom"}),
                draw(30),
                draw(5),
                draw(40),
            ],
        )
        for algorithm in _SHUFFLES
    },
    "packs": (
        {"deck": "standard", "decks": 6, "exclude": ["2C"], **CUT, "cut": 60},
        [draw(4, seat="1")] * 150,
    ),
    "another deck": ({"deck": "tarot"}, [draw(5), draw(5, seat="1")]),
    "in play": (
        {"deck": "standard"},
        [
            draw(26),
            draw(24, seat="1"),
            draw(10, in_play=[0, 3, 26]),
            draw(30),
            draw(9),
            draw(5, in_play=[0, 1]),
        ],
    ),
    "reshuffled": (
        {"deck": "standard"},
        [draw(5, reshuffle=True), draw(10, reshuffle=True), draw(40)],
    ),
    "numbers": (
        {"min": -3, "max": 49},
        [draw(6, **SEED), draw(6, seat="1"), draw(40), draw(20, in_play=[0])],
    ),
    "numbers to the last": ({"max": 20, **CUT, "cut": 0}, [draw(4)] * 12),
    "many numbers": ({"max": 2**17}, [draw(7), draw(3, **{"from": "bottom"})]),
    "never": ({"max": 9, "reshuffle": "never"}, [draw(4), draw(5)]),
    "items": (
        {"items": ["a", "b", "b", "c \u2028"]},
        [draw(2), draw(1, seat="1"), draw(1)],
    ),
    "items, shown": (
        {"items": ["a", "b", "b"], "reveal": "shown"},
        [draw(1), draw(1, seat="1"), draw(2, in_play=[0])],
    ),
    "a deck, shown": (
        {"deck": "standard", "reveal": "shown"},
        [
            draw(2, **SEED),
            draw(3, seat="1", burn=1),
            draw(20, reshuffle=True),
            draw(35, in_play=[1, 2]),
        ],
    ),
    "numbers, shown": (
        {"max": 30, "reveal": "shown", **CUT, "cut": 5},
        [draw(4, seat="1"), draw(4)] * 5,
    ),
    "words": ({"deck": "standard"}, [draw(2), draw(3, seat="1")]),
    "holdem": (
        {"game": "holdem", "players": 3},
        [deal(through="river", **SEED), deal(reshuffle=True)],
    ),
    "holdem, shown": (
        {"game": "holdem", "players": 2, "reveal": "shown"},
        [deal(), deal(through="river")],
    ),
    "blackjack": ({"game": "blackjack", "players": 2, **CUT, "cut": 60}, BLACKJACK),
    "rummy": (
        {"game": "rummy", "players": 2},
        [deal(), draw(28), draw(5, in_play=list(range(20))), deal(reshuffle=True)],
    ),
    "klondike": (
        {"game": "klondike"},
        [
            deal(),
            draw(2),
            draw(1, burn=1, **{"from": "bottom"}),
            draw(1, pile="tableau"),
        ],
    ),
    "a deal": (
        {"deck": "standard", "hands": 2, "cards": 3},
        [deal(), draw(2, seat="1"), draw(3)],
    ),
    "nothing": ({"deck": "standard"}, []),
}


@cache
def play(name: str) -> tuple[Table, Json]:
    """Return a revealed table, and its size, receipt, and views of seat 1 with what was noted."""
    terms, actions = SHOES[name]
    table = Table(SERVICE, MemoryStore(), name)
    texts = {"1": "a" * 16, "2": "b" * 20} if name == "words" else {}
    for seat, text in texts.items():
        table.join(seat, sha256(text.encode()).hexdigest())
    size = table.open(**terms)["size"]
    for seat, text in texts.items():
        table.give(seat, text)
    for number, (kind, members) in enumerate(actions):
        getattr(table, kind)(f"{number}", **members)
    receipt = table.reveal()["receipt"]
    confirmed = table.proof("1")["confirmed"]
    return table, {
        "size": size,
        "receipt": receipt,
        "views": table.views("1"),
        "confirmed": confirmed,
    }


def verify(shoes: list[Json]) -> list[Any]:
    """Return `valid` of `checkViews` for shoes in parts of three views, and what is unchecked, or "refused"."""
    program = f"""
    import {{ checkViews }} from {json.dumps(str(ROOT / "verify" / "sealed" / "views.mjs"))};
    import {{ Refused }} from {json.dumps(str(ROOT / "verify" / "core" / "validation.mjs"))};
    let text = "";
    for await (const chunk of process.stdin) text += chunk;
    const check = async ({{ receipt, views, confirmed, signers }}) => {{
      try {{
        const {{ valid, unchecked }} = await checkViews(receipt, views, {{ ...confirmed, signers, part: 3 }});
        return [valid, Object.keys(unchecked ?? {{}}).sort()];
      }} catch (error) {{
        if (!(error instanceof Refused)) throw error;
        return ["refused", []];
      }}
    }};
    const results = [];
    for (const shoe of JSON.parse(text)) results.push(await check(shoe));
    console.log(JSON.stringify(results));
    """
    command = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(
        command,
        input=json.dumps(shoes),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return list(json.loads(done.stdout))


def check(shoe: Json) -> list[Any]:
    try:
        options = {
            name: shoe[name]
            for name in ("confirmed", "size", "signers")
            if name in shoe
        }
        verdict = check_views(shoe["receipt"], shoe["views"], **options)
    except Refused:
        return ["refused", []]
    return [verdict["valid"], sorted(verdict.get("unchecked", {}))]


def test_right_shoes_are_right_in_both() -> None:
    shoes = [play(name)[1] for name in SHOES]
    for name, shoe, theirs in zip(SHOES, shoes, verify(shoes), strict=True):
        own = (
            {"faces"}
            if name == "another deck"
            else {"places"}
            if {"game", "hands"} & SHOES[name][0].keys()
            else set()
        )
        order = {"order"} if "shown" in name else set()
        assert theirs == [None if order else True, sorted(order)], name
        assert check(shoe) == [None if own | order else True, sorted(own | order)], name
        assert play(name)[0].check("1")["valid"] == check(shoe)[0], name
        file = play(name)[0].proof("1")
        assert (
            check_views(
                file["receipt"],
                file["seen"],
                size=shoe["size"],
                shown=file.get("shown", ()),
            )["valid"]
            is None
        )


def test_signatures_are_checked_with_the_keys_of_the_service() -> None:
    keys = (SigningKey.from_base64url("A" * 43),)
    service = Service.embedded(replace(SETTINGS, signing_keys=keys))
    table = Table(service, MemoryStore(), "signed")
    shoe = {"size": table.open(deck="standard")["size"]}
    for number in range(4):
        table.draw(f"{number}", 1, seat="1")
    shoe |= {"receipt": table.reveal()["receipt"], "views": table.views("1")}
    shoe |= {
        "confirmed": table.proof("1")["confirmed"],
        "signers": service.call("/.well-known/jwks.json"),
    }
    assert table.check("1", signers=shoe["signers"])["valid"] is True

    def change(number: int, signed: Any) -> Json:
        views = [
            view | ({"signed": signed} if k == number else {})
            for k, view in enumerate(shoe["views"])
        ]
        return {**shoe, "views": views}

    signed = shoe["views"][0]["signed"]
    strange = [
        change(2, signed),
        change(3, {**signed, "kid": "x"}),
        change(3, {"kid": 1}),
        change(3, "x"),
    ]
    shoes = [shoe, change(1, None), {**shoe, "signers": {"keys": []}}, *strange]
    expected = [[True, []], [None, ["signed"]], *[[False, []]] * 5]
    assert [check(one) for one in shoes] == expected
    assert verify(shoes) == expected


def find_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all members in JSON."""
    if isinstance(value, dict | list):
        for name, member in (
            value.items() if isinstance(value, dict) else enumerate(value)
        ):
            yield from find_places(member, (*path, name))
    if path:
        yield path


def alter(value: Any) -> Any:
    """Return another value."""
    if isinstance(value, str):
        is_digest = re.fullmatch("[0-9a-f]{64}", value)
        return (
            ("1" if value[0] == "0" else "0") + value[1:] if is_digest else value + "x"
        )
    if isinstance(value, list):
        return [*value, value[-1] if value else 0]
    return (
        value | {"extra": 1}
        if isinstance(value, dict)
        else "x"
        if value is None
        else value + 1
    )


def test_altered_members_are_found_by_both() -> None:
    source = random.Random(42)
    shoes = []
    titles = []
    for name in SHOES:
        shoe = play(name)[1]
        places = [("receipt", *path) for path in find_places(shoe["receipt"])]
        for number, view in enumerate(shoe["views"][:8]):
            for k, stage in enumerate(view.get("dealt_stages", [view])):
                within = ("dealt_stages", k) if "dealt_stages" in view else ()
                for member in {"seen", "shown", "digest"} & stage.keys():
                    places += [
                        ("views", number, *within, member, *path)
                        for path in [(), *find_places(stage[member])]
                    ]
            places += [("views", number, member) for member in ("digest", "previous")]
        for path in source.sample(places, min(30, len(places))):
            *start, last = path
            changed = deepcopy(shoe)
            end: Any = changed
            for step in start:
                end = end[step]
            end[last] = alter(end[last])
            shoes.append(changed)
            titles.append((name, path))
        views = shoe["views"]
        if len(views) > 1:
            for title, others in {
                "first": views[1:],
                "twice": [*views, views[-1]],
                "swapped": views[1::-1] + views[2:],
            }.items():
                shoes.append(shoe | {"views": others})
                titles.append((name, (title,)))
    for (name, path), shoe, theirs in zip(titles, shoes, verify(shoes), strict=True):
        assert theirs[0] in (False, "refused"), (name, path)
        is_face = name == "another deck" and "cards" in path
        assert check(shoe)[0] in (False, "refused") or is_face, (name, path)


def test_a_list_without_its_end_is_not_valid() -> None:
    shoe = play("packs")[1]
    short = shoe | {"views": shoe["views"][:-1]}
    assert verify([short]) == [[None, ["draws"]]]
    assert check(short) == [None, ["draws"]]


def test_notes_of_a_player_are_compared() -> None:
    shoe = play("words")[1]
    for name, value in {
        "commitment": "0" * 64,
        "client_seed": "x",
        "digest": "0" * 64,
        "own_text": "c" * 16,
    }.items():
        other = shoe | {"confirmed": {**shoe["confirmed"], name: value}}
        assert [verify([other])[0][0], check(other)[0]] == [False, False], name
    nothing = shoe | {"confirmed": {}}
    assert (
        verify([nothing])[0] == check(nothing) == [None, ["client_seed", "commitment"]]
    )


def test_the_stream_is_that_of_the_vectors() -> None:
    vectors = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text())

    def open_vector(vector: Json) -> Callable[[int], int]:
        key = sha256(f"shuffle-and-deal stream 1\n{vector['seed']}".encode()).digest()
        return _open_below(key, vector["index"])

    count = 0
    for vector in [*vectors["shuffles"], *vectors["sparse"]]:
        if vector["algorithm"] in _SHUFFLES and "indices" in vector:
            order = _SHUFFLES[vector["algorithm"]](
                open_vector(vector), int(vector["n"])
            )
            assert list(islice(order, len(vector["indices"]))) == [
                *map(int, vector["indices"])
            ]
            count += 1
    assert count > 150
    for vector in vectors["bounded"]:
        if int(vector["bound"]) <= 2**64:
            below = open_vector(vector)
            assert all(
                below(int(vector["bound"])) == int(value) for value in vector["values"]
            )


def test_asyncio_checks_too() -> None:
    async def run() -> Json:
        async with async_service() as service:
            table = AsyncTable(service, MemoryStore(), "table")
            await table.open(deck="standard")
            await table.draw("one", 2, seat="1")
            await table.reveal()
            return await table.check("1")

    assert asyncio.run(run()) == {"valid": True}
