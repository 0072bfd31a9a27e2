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

from tests.packages.in_process import BLOCKING, EMBEDDED, InThreads, async_service
from tests.tables import for_each

Json = dict[str, Any]
SERVICE = BLOCKING["httpx"]


@pytest.fixture(autouse=True, params=BLOCKING)
def transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with httpx between and with the service embedded."""
    monkeypatch.setattr("tests.packages.test_table.SERVICE", BLOCKING[request.param])


class OtherProcess(MemoryStore):
    """The same states as another store has, as another process would see them: with locks of its own."""

    def __init__(self, store: MemoryStore) -> None:
        self._heads, self._turns, self._lock = store._heads, store._turns, store._lock


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
        turns = await asyncio.gather(
            *[
                table.draw(f"{process}, {number}", 1)
                for process, table in enumerate(tables)
                for number in range(3)
            ]
        )
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
    assert (drawn.response["draws"], drawn.cards) == (1, table.draw("first", 2).cards)
    assert table.draw("second", 1).response["draws"] == 2


def test_a_name_stands_for_one_action() -> None:
    table = open_table(MemoryStore(), game="holdem", players=2)
    dealt = table.deal("street", stage="hole")
    assert table.deal("street", stage="hole") == dealt
    for call in (
        lambda: table.deal("street"),
        lambda: table.draw("street", 1),
        lambda: table.open(deck="standard"),
    ):
        with pytest.raises(TableError, match="name"):
            call()
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


def test_no_card_leaves_before_all_texts_are_there() -> None:
    texts = {"2": "b" * 16, "1": "a" * 20, "10": "c" * 64}
    words = {
        seat: hashlib.sha256(text.encode()).hexdigest() for seat, text in texts.items()
    }
    table = Table(SERVICE, MemoryStore(), "table")
    for seat, word in words.items():
        table.join(seat, word)
    assert table.join("1", words["1"]) == ["1", "10", "2"]
    joins = (lambda: table.join("1", words["2"]), lambda: table.join("3", "a text"))
    for refused in (
        *joins,
        lambda: table.give("1", texts["1"]),
        lambda: table.deal("too early"),
    ):
        with pytest.raises(TableError):
            refused()
    opened = table.open(game="holdem", players=3)
    assert opened["terms"]["words"] == [words[seat] for seat in ("1", "10", "2")]
    assert "shoe" not in opened
    assert table.give("2", texts["2"]) == table.give("2", texts["2"]) == ["1", "10"]
    for refused in (
        lambda: table.join("3"),
        lambda: table.give("1", texts["2"]),
        lambda: table.give("4", texts["2"]),
    ):
        with pytest.raises(TableError):
            refused()
    with pytest.raises(WordsMissing) as missing:
        table.deal("hole")
    assert missing.value.seats == ["1", "10"]
    table.give("1", texts["1"])
    assert table.give("10", texts["10"]) == []
    assert table.deal("hole").response["client_seed"] == ",".join(
        texts[seat] for seat in ("1", "10", "2")
    )
    assert "words" not in table.deal("flop").response


@for_each("text", ["a" * 15, "a" * 65, "a" * 16 + "\n", "ä" * 16, "a text with blanks"])
def test_a_text_that_the_service_refuses_does_not_stop_the_table_later(
    text: str,
) -> None:
    table = Table(SERVICE, MemoryStore(), "table")
    table.join("1", hashlib.sha256(text.encode()).hexdigest())
    table.open(deck="standard")
    with pytest.raises(TableError, match="16 to 64"):
        table.give("1", text)
    with pytest.raises(WordsMissing):
        table.draw("first", 1)


SHOES: dict[str, tuple[Json, list[Callable[[Table], Any]]]] = {
    "a game": (
        {"game": "holdem", "players": 2},
        [lambda table: table.deal("all", through="river")],
    ),
    "open cards of one's own": (
        {"game": "seven_card_stud", "players": 2},
        [lambda table: table.deal("third")],
    ),
    "a shoe of a deck": (
        {"deck": "standard"},
        [
            lambda table: table.draw("up", 2),
            lambda table: table.draw("own", 3, seat="1", burn=1),
        ],
    ),
    "a deal of one's own": (
        {"deck": "standard", "hands": 2, "cards": 3},
        [lambda table: table.deal("all"), lambda table: table.draw("own", 1, seat="1")],
    ),
    "items": (
        {"items": ["a\u2028", "b\n", "c"], "reveal": "shown"},
        [lambda table: table.draw("own", 2, seat="1")],
    ),
    "numbers": ({"max": 49}, [lambda table: table.draw("six", 6)]),
}


@for_each("name", SHOES)
def test_each_seat_has_views_and_a_proof_of_its_own(name: str) -> None:
    terms, calls = SHOES[name]
    table = open_table(MemoryStore(), **terms)
    turns = [call(table) for call in calls]
    for seat in ("1", "2", None):
        views = table.views(seat)
        assert views == [turn.view(seat) for turn in turns]
        assert not {"shoe", "seat_views", "spectator_view"} & {
            member for view in views for member in view
        }
    with pytest.raises(TableError):
        table.proof()
    revealed = table.reveal()
    assert table.reveal() == revealed
    with pytest.raises(TableError):
        table.deal("late")
    for seat in ("1", "2", None):
        proof = table.proof(seat)
        verdict = SERVICE.call("/v1/verify", proof)
        told = [
            card
            for seen in proof["seen"]
            for card in seen.get("cards", seen.get("integers"))
            if card is not None
        ]
        unchecked = {"order"} if "reveal" in terms else set() if told else {"seen"}
        assert (verdict["valid"], set(verdict["unchecked"])) == (
            None if unchecked else True,
            unchecked,
        )


def test_a_view_tells_no_card_of_another_seat() -> None:
    table = open_table(MemoryStore(), deck="standard", hands=2, cards=3)
    dealt = table.deal("all")
    drawn = table.draw("own", 2, seat="1")
    hands = [hand["cards"] for hand in dealt.response["hands"]]
    for seat, expected in (
        ("1", [hands[0], []]),
        ("2", [[], hands[1]]),
        (None, [[], []]),
    ):
        assert [hand["cards"] for hand in dealt.view(seat)["hands"]] == expected
        assert drawn.view(seat)["cards"] == (drawn.cards if seat == "1" else [])
        told = str([dealt.view(seat), drawn.view(seat)])
        own = {*chain(*expected), *(drawn.cards if seat == "1" else [])}
        assert all(
            (f"'{card}'" in told) == (card in own)
            for card in {*chain(*hands), *drawn.cards}
        )


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
        assert database.execute("SELECT name, number FROM heads").fetchall() == [
            ("table", 41)
        ]
        assert database.execute("SELECT name, MAX(number) FROM turns").fetchall() == [
            ("table", 39)
        ]


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
    with pytest.raises(TableError, match="in play"):
        table.renew()
    table.draw("three", 1)
    following = table.renew()
    assert (following.name, table.renew().name) == ("shoe (2)", "shoe (2)")
    assert table.check()["valid"] is True
    with pytest.raises(TableError, match="revealed"):
        table.draw("four", 1)
    following.join("1")
    following.open(game="holdem", players=2)
    following.deal("hole")
    with pytest.raises(TableError, match="stages"):
        following.renew()
    following.deal("all", through="river")
    following.reveal()
    assert following.renew().name == "shoe (3)"
    for name in ("unopened", "shoe (3)"):
        with pytest.raises(TableError, match="not open"):
            Table(SERVICE, store, name).renew()


def test_a_table_that_was_killed_while_it_was_renewed_goes_on_to_the_same() -> None:
    for fails in ("before", "after"):
        store = Broken("")
        table = open_table(store)
        table.draw("one", 1)
        store.fails = fails
        with pytest.raises(OSError):  # noqa: PT011
            table.renew()
        store.fails = ""
        assert (
            Table(SERVICE, store, "table").renew().name,
            table.reveal().keys() >= {"receipt"},
        ) == ("table (2)", True)

    async def test(service: AsyncService) -> None:
        shared = MemoryStore()
        await AsyncTable(service, shared, "table").open(deck="standard")
        tables = [AsyncTable(service, OtherProcess(shared), "table") for _ in range(4)]
        renewed = await asyncio.gather(*[table.renew() for table in tables])
        assert {table.name for table in renewed} == {"table (2)"}

    run(test)
