"""shuffle_and_deal.AsyncTable and Table: no card twice and none lost, whatever fails, and a proof for each player."""

import asyncio
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from shuffle_and_deal import (
    AsyncService,
    AsyncTable,
    MemoryStore,
    Problem,
    SQLiteStore,
    Store,
    Table,
    TableError,
    WordsMissing,
)

from tests.packages.in_process import (
    BLOCKING,
    EMBEDDED,
    InThreads,
    OtherProcess,
    async_service,
)
from tests.tables import for_each

Json = dict[str, Any]
SERVICE = BLOCKING["httpx"]


@pytest.fixture(autouse=True, params=BLOCKING)
def transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with httpx between and with the service embedded."""
    monkeypatch.setattr("tests.packages.test_table.SERVICE", BLOCKING[request.param])


class Broken(MemoryStore):
    """A store that loses its connection before it saves, or after it."""

    def __init__(self, fails: str) -> None:
        super().__init__()
        self.fails = fails

    async def append(
        self, name: str, number: int, head: str, turn: tuple[str, str] | None = None
    ) -> bool:
        if self.fails == "before":
            raise OSError
        is_saved = await super().append(name, number, head, turn)
        if self.fails == "after":
            raise OSError
        return is_saved


def run(test: Callable[[AsyncService], Coroutine[Any, Any, None]]) -> None:
    async def run_with_service() -> None:
        async with async_service() as service:
            await test(service if SERVICE is BLOCKING["httpx"] else EMBEDDED)

    asyncio.run(run_with_service())


def open_table(store: Store, name: str = "table", **terms: Any) -> Table:
    table = Table(SERVICE, store, name)
    table.open(**(terms or {"deck": "standard"}))
    return table


def refuse(
    act: Callable[..., object], *values: Any, match: str | None = None, **members: Any
) -> None:
    """Check that an act is refused with a TableError that says why."""
    with pytest.raises(TableError, match=match):
        act(*values, **members)


def test_calls_at_once_take_their_turns_in_the_order_of_the_calls() -> None:
    async def test(service: AsyncService) -> None:
        store = MemoryStore()
        await AsyncTable(service, store, "table").open(deck="standard")
        draws = [
            AsyncTable(service, store, "table").draw(f"hit {number}", 1)
            for number in range(12)
        ]
        turns = await asyncio.gather(*draws)
        assert [turn.response["draws"] for turn in turns] == list(range(1, 13))
        assert len({turn.cards[0] for turn in turns}) == 12

    run(test)


def test_processes_that_draw_at_once_get_different_cards() -> None:
    async def test(service: AsyncService) -> None:
        store = MemoryStore()
        await AsyncTable(service, store, "table").open(deck="standard")
        tables = [AsyncTable(service, OtherProcess(store), "table") for _ in range(6)]
        draws = [
            table.draw(f"{process}, {number}", 1)
            for process, table in enumerate(tables)
            for number in range(3)
        ]
        turns = await asyncio.gather(*draws)
        assert sorted(turn.response["draws"] for turn in turns) == list(range(1, 19))
        assert len({turn.cards[0] for turn in turns}) == 18

    run(test)


def test_a_process_that_was_slower_asks_for_other_consents() -> None:
    async def test(service: AsyncService) -> None:
        store = MemoryStore()
        digests = []
        table = AsyncTable(service, OtherProcess(store), "table")
        await table.open(deck="standard")

        async def sign(action: Json, digest: str) -> Json:
            digests.append(digest)
            if len(digests) == 1:
                await AsyncTable(service, store, "table").draw("faster", 1)
            assert action == {"action": "draw", "count": 2, "seat": "1"}
            return {"consents": {}}

        drawn = await table.draw("slower", 2, sign, seat="1")
        assert drawn.response["draws"] == 2
        assert digests[0] != digests[1]

    run(test)


@for_each("fails", ["before", "after"])
def test_a_call_that_failed_returns_the_same_cards_the_next_time(fails: str) -> None:
    store = Broken("")
    table = open_table(store)
    store.fails = fails
    with pytest.raises(OSError):  # noqa: PT011
        table.draw("first", 2)
    store.fails = ""
    drawn = table.draw("first", 2)
    assert drawn.response["draws"] == 1
    assert table.draw("first", 2).cards == drawn.cards
    assert table.draw("second", 1).response["draws"] == 2


def test_a_name_stands_for_one_action() -> None:
    table = open_table(MemoryStore(), game="holdem", players=2)
    dealt = table.deal("street", stage="hole")
    assert table.deal("street", stage="hole") == dealt
    refuse(table.deal, "street", match="name")
    refuse(table.draw, "street", 1, match="name")
    refuse(table.open, deck="standard", match="name")
    with pytest.raises(Problem, match="409") as problem:
        table.draw("too early", 1)
    assert problem.value.errors.keys() == {"pile"}
    assert table.deal("flop").response["stage"] == "flop"


def test_each_call_may_have_the_client_seed() -> None:
    store = MemoryStore()
    table = open_table(store)
    with ThreadPoolExecutor() as pool:
        draws = [
            pool.submit(table.draw, f"card {k}", 1, client_seed="our words")
            for k in range(8)
        ]
    assert len({draw.result().cards[0] for draw in draws}) == 8
    with pytest.raises(Problem, match="draw 9 is next"):
        table.draw("another", 1, client_seed="other words")
    table.reveal()
    assert table.proof()["confirmed"]["client_seed"] == "our words"


TEXTS = {"2": "b" * 16, "1": "a" * 20, "10": "c" * 64}
"""Texts of the players by seat, whose order is that of texts: 1, 10, 2."""


@pytest.fixture
def joined() -> Table:
    """Return a table at which three players have noted the words for their texts."""
    table = Table(SERVICE, MemoryStore(), "table")
    for seat, text in TEXTS.items():
        table.join(seat, write_word(text))
    return table


def test_a_seat_is_joined_by_one_word(joined: Table) -> None:
    assert joined.join("1", write_word(TEXTS["1"])) == ["1", "10", "2"]
    refuse(joined.join, "1", write_word(TEXTS["2"]))
    refuse(joined.join, "3", "a text")


def test_no_text_is_given_and_no_card_dealt_before_the_shoe_is_open(
    joined: Table,
) -> None:
    refuse(joined.give, "1", TEXTS["1"])
    refuse(joined.deal, "too early")


def test_a_shoe_is_opened_with_the_words_in_the_order_of_the_seats(
    joined: Table,
) -> None:
    opened = joined.open(game="holdem", players=3)
    assert opened["terms"]["words"] == [
        write_word(TEXTS[seat]) for seat in ("1", "10", "2")
    ]
    assert "shoe" not in opened
    refuse(joined.join, "3")


def test_a_text_is_given_for_the_own_word_and_may_be_given_again(joined: Table) -> None:
    joined.open(game="holdem", players=3)
    assert joined.give("2", TEXTS["2"]) == ["1", "10"]
    assert joined.give("2", TEXTS["2"]) == ["1", "10"]
    refuse(joined.give, "1", TEXTS["2"])
    refuse(joined.give, "4", TEXTS["2"])


def test_no_card_leaves_before_all_texts_are_there(joined: Table) -> None:
    joined.open(game="holdem", players=3)
    joined.give("2", TEXTS["2"])
    with pytest.raises(WordsMissing) as missing:
        joined.deal("hole")
    assert missing.value.seats == ["1", "10"]
    joined.give("1", TEXTS["1"])
    assert joined.give("10", TEXTS["10"]) == []
    client_seed = f"{TEXTS['1']},{TEXTS['10']},{TEXTS['2']}"
    assert joined.deal("hole").response["client_seed"] == client_seed
    assert "words" not in joined.deal("flop").response


def write_word(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@for_each("text", ["a" * 15, "a" * 65, "a" * 16 + "\n", "ä" * 16, "a text with blanks"])
def test_a_text_that_the_service_refuses_does_not_stop_the_table_later(
    text: str,
) -> None:
    table = Table(SERVICE, MemoryStore(), "table")
    table.join("1", write_word(text))
    table.open(deck="standard")
    refuse(table.give, "1", text, match="16 to 64")
    with pytest.raises(WordsMissing):
        table.draw("first", 1)


@for_each(
    ("terms", "turns"),
    [
        ({"game": "holdem", "players": 2}, [("deal", {"through": "river"})]),
        ({"game": "seven_card_stud", "players": 2}, [("deal", {})]),
        (
            {"deck": "standard"},
            [("draw", {"count": 2}), ("draw", {"count": 3, "seat": "1", "burn": 1})],
        ),
        (
            {"deck": "standard", "hands": 2, "cards": 3},
            [("deal", {}), ("draw", {"count": 1, "seat": "1"})],
        ),
        (
            {"items": ["a\u2028", "b\n", "c"], "reveal": "shown"},
            [("draw", {"count": 2, "seat": "1"})],
        ),
        ({"max": 49}, [("draw", {"count": 6})]),
    ],
)
def test_each_seat_has_views_and_a_proof_of_its_own(
    terms: Json, turns: list[tuple[str, Json]]
) -> None:
    table = open_table(MemoryStore(), **terms)
    played = [
        getattr(table, action)(f"turn {number}", **members)
        for number, (action, members) in enumerate(turns)
    ]
    for seat in ("1", "2", None):
        views = table.views(seat)
        assert views == [turn.view(seat) for turn in played]
        for view in views:
            assert not {"shoe", "seat_views", "spectator_view"} & view.keys()
    refuse(table.proof)
    revealed = table.reveal()
    assert table.reveal() == revealed
    refuse(table.deal, "late")
    for seat in ("1", "2", None):
        proof = table.proof(seat)
        verdict = SERVICE.call("/v1/verify", proof)
        unchecked = list_unchecked(proof)
        assert verdict["valid"] is (None if unchecked else True)
        assert verdict["unchecked"].keys() == unchecked


def list_unchecked(proof: Json) -> set[str]:
    """Return what a proof cannot show: the order of a shoe that is not told, and anything to one who saw no card."""
    if proof["receipt"]["terms"]["reveal"] == "shown":
        return {"order"}
    faces = [seen.get("cards", seen.get("integers")) for seen in proof["seen"]]
    told = [face for face in chain(*faces) if face is not None]
    return set() if told else {"seen"}


def test_a_view_tells_no_card_of_another_seat() -> None:
    table = open_table(MemoryStore(), deck="standard", hands=2, cards=3)
    dealt = table.deal("all")
    drawn = table.draw("own", 2, seat="1")
    first, second = [hand["cards"] for hand in dealt.response["hands"]]
    own: dict[str | None, list[list[str]]] = {
        "1": [first, [], drawn.cards],
        "2": [[], second, []],
        None: [[], [], []],
    }
    for seat, cards in own.items():
        hands = dealt.view(seat)["hands"]
        view = drawn.view(seat)
        assert [*(hand["cards"] for hand in hands), view["cards"]] == cards
        told = str([dealt.view(seat), view])
        for card in (*first, *second, *drawn.cards):
            assert (f"'{card}'" in told) == (card in chain(*cards))


def test_threads_and_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    open_table(SQLiteStore(path))

    def draw_some(thread: int) -> list[str]:
        table = Table(SERVICE, SQLiteStore(path), "table")
        return [table.draw(f"{thread}, {number}", 1).cards[0] for number in range(8)]

    with ThreadPoolExecutor(5) as pool:
        cards = list(chain(*pool.map(draw_some, range(5))))
    assert len(set(cards)) == 40
    with closing(sqlite3.connect(path)) as database:
        heads = database.execute("SELECT name, number FROM heads").fetchall()
        turns = database.execute("SELECT name, MAX(number) FROM turns").fetchall()
    assert heads == [("table", 41)]
    assert turns == [("table", 39)]


def test_a_table_for_threads_waits_for_no_event_loop() -> None:
    class Waiting(MemoryStore):
        async def read(self, name: str) -> tuple[int, str] | None:
            await asyncio.sleep(0)  # suspends
            return None

    with pytest.raises(RuntimeError, match="AsyncTable"):
        open_table(Waiting())


def test_a_deal_to_four_seats_is_one_request() -> None:
    async def test() -> None:
        transport = InThreads()
        async with async_service(transport) as service:
            table = AsyncTable(service, MemoryStore(), "table")
            await table.open(deck="standard", hands=4, cards=7)
            dealt = await table.deal("hands")
            assert all(dealt.view(seat)["hands"] for seat in ("1", "2", "3", "4", None))
        assert Counter(transport.paths) == {"/v1/shoes": 1, "/v1/shoes/deal": 1}

    asyncio.run(test())


def test_a_table_is_renewed_between_rounds() -> None:
    store = MemoryStore()
    table = open_table(store, "shoe", deck="standard")
    table.draw("one", 50)
    table.draw("two", 4, in_play=[0, 1])
    refuse(table.renew, match="in play")
    table.draw("three", 1)
    following = table.renew()
    assert following.name == "shoe (2)"
    assert table.renew().name == "shoe (2)"
    assert table.check()["valid"] is True
    refuse(table.draw, "four", 1, match="revealed")
    following.join("1")
    following.open(game="holdem", players=2)
    following.deal("hole")
    refuse(following.renew, match="stages")
    following.deal("all", through="river")
    following.reveal()
    assert following.renew().name == "shoe (3)"
    for name in ("unopened", "shoe (3)"):
        refuse(Table(SERVICE, store, name).renew, match="not open")


@for_each("fails", ["before", "after"])
def test_a_table_that_was_killed_while_it_was_renewed_goes_on_to_the_same(
    fails: str,
) -> None:
    store = Broken("")
    table = open_table(store)
    table.draw("one", 1)
    store.fails = fails
    with pytest.raises(OSError):  # noqa: PT011
        table.renew()
    store.fails = ""
    again = Table(SERVICE, store, "table")
    assert again.renew().name == "table (2)"
    assert "receipt" in table.reveal()


def test_processes_that_renew_a_table_at_once_go_on_to_the_same() -> None:
    async def test(service: AsyncService) -> None:
        shared = MemoryStore()
        await AsyncTable(service, shared, "table").open(deck="standard")
        tables = [AsyncTable(service, OtherProcess(shared), "table") for _ in range(4)]
        renewed = await asyncio.gather(*[table.renew() for table in tables])
        assert {table.name for table in renewed} == {"table (2)"}

    run(test)
