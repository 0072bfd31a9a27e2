"""The streaming checks of both clients agree on right shoes and find what was altered."""

import asyncio
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from shuffle_and_deal import AsyncTable, MemoryStore, Service, Table
from shuffle_and_deal.checks import check_views
from shuffle_and_deal.orders import SHUFFLES, open_below
from shuffle_and_deal.player import Refused

from service.core.crypto.signatures import SigningKey
from service.settings import Settings
from tests.packages.in_process import BLOCKING, SETTINGS, async_service
from tests.packages.places import Place, put
from tests.tables import for_each, list_some, read_table
from tools.files import ROOT

Json = dict[str, Any]
SERVICE = BLOCKING["embedded"]


class Shoe(NamedTuple):
    """The members that open a shoe, and its turns, which are played some times over."""

    opened: Json
    turns: list[tuple[str, Json]]
    rounds: int = 1


SHUFFLED: list[tuple[str, Json]] = [
    ("draw", {"count": 1, "client_seed": "our words é"}),
    ("draw", {"count": 3, "seat": "1", "burn": 1}),
    ("draw", {"count": 2, "from": "bottom"}),
    ("draw", {"count": 30}),
    ("draw", {"count": 5}),
    ("draw", {"count": 40}),
]


def list_shoes() -> dict[str, Shoe]:
    """Return a shoe for each algorithm by its name, and those of the table."""
    deck = {"deck": "standard", "reshuffle": "at_cut", "cut": 20}
    shoes = {name: Shoe(deck | {"algorithm": name}, SHUFFLED) for name in SHUFFLES}
    for name, shoe in read_table("packages/checked_shoes.yaml").items():
        shoes[name] = Shoe(**shoe)
    return shoes


SHOES = list_shoes()
TEXTS = {"1": "a" * 16, "2": "b" * 20}


class Revealed(NamedTuple):
    """A revealed table, and what a check takes: the size, the receipt, the views of seat 1 and what was noted."""

    table: Table
    shoe: Json


@cache
def play(name: str) -> Revealed:
    """Return a table with the shoe of this name after its turns."""
    opened, turns, rounds = SHOES[name]
    table = Table(SERVICE, MemoryStore(), name)
    texts = TEXTS if name == "words" else {}
    for seat, text in texts.items():
        table.join(seat, sha256(text.encode()).hexdigest())
    size = table.open(**opened)["size"]
    for seat, text in texts.items():
        table.give(seat, text)
    for number, (action, members) in enumerate(turns * rounds):
        getattr(table, action)(f"{number}", **members)
    return Revealed(table, reveal(table, size))


def reveal(table: Table, size: int) -> Json:
    """Reveal a table, and return what a check takes."""
    return {
        "size": size,
        "receipt": table.reveal()["receipt"],
        "views": table.views("1"),
        "confirmed": table.proof("1")["confirmed"],
    }


class Verdict(NamedTuple):
    """Whether a shoe is right (None: it cannot be said) or "refused", and what is unchecked."""

    valid: bool | str | None
    unchecked: list[str]


RIGHT = Verdict(valid=True, unchecked=[])
WRONG = Verdict(valid=False, unchecked=[])
REFUSED = Verdict(valid="refused", unchecked=[])


def all_but(*unchecked: str) -> Verdict:
    """Return the verdict on a shoe that is right in all but what is unchecked."""
    if not unchecked:
        return RIGHT
    return Verdict(valid=None, unchecked=sorted(unchecked))


def verify(shoes: list[Json]) -> list[Verdict]:
    """Return the verdicts of `checkViews` on shoes, in parts of three views."""
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
    return [Verdict(*verdict) for verdict in json.loads(done.stdout)]


def check(shoe: Json) -> Verdict:
    """Return the verdict of `check_views` on a shoe."""
    members = shoe.copy()
    receipt = members.pop("receipt")
    views = members.pop("views")
    try:
        verdict = check_views(receipt, views, **members)
    except Refused:
        return REFUSED
    return Verdict(verdict["valid"], sorted(verdict.get("unchecked", {})))


def list_unknown(opened: Json) -> list[str]:
    """Return what Python leaves unchecked, as it knows the faces of one deck and the places of no game."""
    if opened.get("deck") == "tarot":
        return ["faces"]
    return ["places"] if {"game", "hands"} & opened.keys() else []


def test_right_shoes_are_right_in_both() -> None:
    shoes = [play(name).shoe for name in SHOES]
    for name, theirs in zip(SHOES, verify(shoes), strict=True):
        opened = SHOES[name].opened
        table, shoe = play(name)
        withheld = ["order"] if "reveal" in opened else []
        expected = all_but(*withheld, *list_unknown(opened))
        assert theirs == all_but(*withheld), name
        assert check(shoe) == expected, name
        assert table.check("1")["valid"] is expected.valid, name
        proof = table.proof("1")
        options = {"size": shoe["size"], "shown": proof.get("shown", ())}
        unnoted = check_views(proof["receipt"], proof["seen"], **options)
        assert unnoted["valid"] is None


def test_signatures_are_checked_with_the_keys_of_the_service() -> None:
    keys = (SigningKey.from_base64url("A" * 43),)
    service = Service.embedded(
        Settings(shoe_keys=SETTINGS.shoe_keys, signing_keys=keys)
    )
    signers = service.call("/.well-known/jwks.json")
    table = Table(service, MemoryStore(), "signed")
    size = table.open(deck="standard")["size"]
    for number in range(4):
        table.draw(f"{number}", 1, seat="1")
    shoe = reveal(table, size) | {"signers": signers}
    assert table.check("1", signers=signers)["valid"] is True

    def sign(number: int, signed: Any) -> Json:
        """Return the shoe with another signature of a view."""
        changed: Json = put(shoe, ("views", number, "signed"), signed)
        return changed

    first = shoe["views"][0]["signed"]
    expected = [
        (shoe, RIGHT),
        (sign(1, None), all_but("signed")),
        (shoe | {"signers": {"keys": []}}, WRONG),
        (sign(2, first), WRONG),
        (sign(3, first | {"kid": "x"}), WRONG),
        (sign(3, {"kid": 1}), WRONG),
        (sign(3, "x"), WRONG),
    ]
    theirs = verify([signed for signed, _ in expected])
    assert theirs == [verdict for _, verdict in expected]
    for signed, verdict in expected:
        assert check(signed) == verdict


def find_places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the places of all members in JSON."""
    if isinstance(value, dict | list):
        for key, member in (
            value.items() if isinstance(value, dict) else enumerate(value)
        ):
            yield from find_places(member, (*place, key))
    if place:
        yield place


def find_told(view: Json) -> Iterator[Place]:
    """Yield the places of what a view tells."""
    yield ("digest",)
    yield ("previous",)
    if "dealt_stages" not in view:
        yield from find_told_of_stage(view)
    for number, stage in enumerate(view.get("dealt_stages", [])):
        for place in find_told_of_stage(stage):
            yield ("dealt_stages", number, *place)


def find_told_of_stage(stage: Json) -> Iterator[Place]:
    for name in ("seen", "shown", "digest"):
        if name in stage:
            yield from find_places(stage[name], (name,))


def alter(value: Any) -> Any:
    """Return another value."""
    if isinstance(value, str):
        if re.fullmatch("[0-9a-f]{64}", value):
            return ("1" if value[0] == "0" else "0") + value[1:]
        return value + "x"
    if isinstance(value, list):
        return [*value, value[-1] if value else 0]
    if isinstance(value, dict):
        return value | {"extra": 1}
    return "x" if value is None else value + 1


class Altered(NamedTuple):
    """A shoe in which a place is altered."""

    name: str
    place: Place
    shoe: Json


def alter_members(name: str, source: random.Random) -> Iterator[Altered]:
    """Yield a shoe with one other member of the receipt or of a view."""
    shoe = play(name).shoe
    places = [("receipt", *place) for place in find_places(shoe["receipt"])]
    for number, view in enumerate(shoe["views"][:8]):
        places += [("views", number, *place) for place in find_told(view)]
    for place in source.sample(places, min(30, len(places))):
        value: Any = shoe
        for key in place:
            value = value[key]
        yield Altered(name, place, put(shoe, place, alter(value)))


def alter_order(name: str) -> Iterator[Altered]:
    """Yield a shoe without its first view, with its last view twice, and with its first two views swapped."""
    shoe = play(name).shoe
    views = shoe["views"]
    if len(views) > 1:
        first, second, *later = views
        yield Altered(name, ("first",), shoe | {"views": [second, *later]})
        yield Altered(name, ("twice",), shoe | {"views": [*views, views[-1]]})
        yield Altered(name, ("swapped",), shoe | {"views": [second, first, *later]})


def test_altered_members_are_found_by_both() -> None:
    source = random.Random(42)
    altered = []
    for name in SHOES:
        altered += [*alter_members(name, source), *alter_order(name)]
    verdicts = verify([case.shoe for case in altered])
    for (name, place, shoe), theirs in zip(altered, verdicts, strict=True):
        own = check(shoe)
        is_unknown = name == "another deck" and "cards" in place
        assert theirs.valid in (False, "refused"), (name, place)
        assert own.valid in (False, "refused") or is_unknown, (name, place)


def test_a_list_without_its_end_is_not_valid() -> None:
    shoe = play("packs").shoe
    short = shoe | {"views": shoe["views"][:-1]}
    assert verify([short]) == [all_but("draws")]
    assert check(short) == all_but("draws")


@for_each(
    ("note", "value"),
    [
        ("commitment", "0" * 64),
        ("client_seed", "x"),
        ("digest", "0" * 64),
        ("own_text", "c" * 16),
    ],
)
def test_notes_of_a_player_are_compared(note: str, value: str) -> None:
    shoe = put(play("words").shoe, ("confirmed", note), value)
    (theirs,) = verify([shoe])
    assert theirs.valid is False
    assert check(shoe).valid is False


def test_without_notes_it_is_unchecked_whose_shoe_it_is() -> None:
    shoe = play("words").shoe | {"confirmed": {}}
    assert verify([shoe]) == [all_but("commitment", "client_seed")]
    assert check(shoe) == all_but("commitment", "client_seed")


VECTORS = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text())


def open_vector(vector: Json) -> Callable[[int], int]:
    """Return a function that draws from the stream of a vector."""
    key = sha256(f"shuffle-and-deal stream 1\n{vector['seed']}".encode()).digest()
    return open_below(key, vector["index"])


def test_the_stream_is_that_of_the_vectors() -> None:
    bounded = VECTORS["bounded"]
    for vector in list_some(v for v in bounded if int(v["bound"]) <= 2**64):
        below = open_vector(vector)
        values = list_some(map(int, vector["values"]))
        assert [below(int(vector["bound"])) for _ in values] == values


def test_the_shuffles_are_those_of_the_vectors() -> None:
    vectors = [
        vector
        for vector in VECTORS["shuffles"] + VECTORS["sparse"]
        if vector["algorithm"] in SHUFFLES and "indices" in vector
    ]
    assert len(vectors) > 150
    for vector in vectors:
        indices = list(map(int, vector["indices"]))
        shuffle = SHUFFLES[vector["algorithm"]]
        order = shuffle(open_vector(vector), int(vector["n"]))
        assert list(islice(order, len(indices))) == indices


def test_asyncio_checks_too() -> None:
    async def run() -> Json:
        async with async_service() as service:
            table = AsyncTable(service, MemoryStore(), "table")
            await table.open(deck="standard")
            await table.draw("one", 2, seat="1")
            await table.reveal()
            return await table.check("1")

    assert asyncio.run(run()) == {"valid": True}
