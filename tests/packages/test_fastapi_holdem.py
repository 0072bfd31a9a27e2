"""The room of hold'em of examples/: people play, processes die, requests fail, and every proof is valid."""

import asyncio
import gc
import json
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.docs.examples import ADDRESS
from tests.packages.faulty_proxy import FaultyProxy, run_faulty_proxy
from tests.packages.game_server import (
    CARD,
    CLIENT,
    EXAMPLES,
    HANDS,
    NAMES,
    TOKEN,
    GameServer,
    check_chips,
    check_proofs,
    kill_again_and_again,
    load,
    until,
)
from tools.serving import wait_for_response

Json = dict[str, Any]
HOLDEM = EXAMPLES / "fastapi-holdem"
STOPPED_CLOCK = """\
from pathlib import Path


def time():
    return float(Path("clock").read_text())
"""


class Server(GameServer):
    """The room of the example, as a process that can be killed and started again."""

    def __init__(self, folder: Path, service: str, clock: str) -> None:
        betting = (HOLDEM / "betting.py").read_text()
        timed = betting.replace("import time\n", f"import {clock} as time\n")
        room = (HOLDEM / "room.py").read_text()
        (folder / "betting.py").write_text(timed)
        (folder / "room.py").write_text(room.replace(ADDRESS, service))
        arguments = "-m uvicorn room:app --log-level warning --port"
        command = [sys.executable, *arguments.split()]
        super().__init__(folder, command, "room.db", PYTHONPATH=CLIENT)


@contextmanager
def run_room(folder: Path, service: str, clock: str = "time") -> Iterator[Server]:
    """Run a room that gets the time from a module."""
    server = Server(folder, service, clock)
    server.start()
    try:
        assert server.process
        wait_for_response(server.process, f"{server.url}/docs")
        yield server
    finally:
        server.kill()


class Bot:
    """The player of the example, who acts at random, leaves at times, and keeps what was received and sent."""

    def __init__(self, server: Server, name: str, seed: int) -> None:
        self.random = random.Random(f"{seed} {name}")
        self.name = name
        self.received: list[str] = []
        self.sent: list[Json] = []
        self.player = load(HOLDEM / "player.py").Player(server.url, name)
        self._answer = self.player.answer
        self.player.answer = self.answer
        self.player.decide = self.decide

    def answer(self, room: Json, views: list[Json]) -> Json | None:
        self.received.append(json.dumps({"room": room, "views": views}))
        message: Json | None = self._answer(room, views)
        if self.random.random() < 0.01:
            message = {"do": "leave", "hand": room["hand"]}
        if message:
            self.sent.append(message)
        return message

    def decide(self, room: Json, views: list[Json]) -> Json:
        stack = room["players"][self.name]["chips"]
        owed = room["most"] - room["paid"][self.name]
        call: Json = {"chips": min(owed, stack)}
        choices = [call] * 6
        choices.append({"fold": True} if owed else {"chips": 0})
        if self.name not in room["acted"] or owed >= room["least"]:
            raised = min(owed + room["least"], stack)
            choices += [{"chips": stack}, {"chips": raised}]
        else:
            choices += [call, call]
        return self.random.choice(choices)


async def listen(
    server: Server, name: str, received: list[str], sent: list[Json]
) -> None:
    """Keep what is sent to a name, or to a spectator without one. Send the newest of these messages, and again."""
    connect = pytest.importorskip("websockets.asyncio.client").connect
    broken = pytest.importorskip("websockets.exceptions").WebSocketException
    url = f"{server.url.replace('http', 'ws')}/room?name={name}"
    while True:
        with suppress(OSError, broken):
            async with connect(url) as socket:
                while True:
                    for message in sent[-3:]:
                        await socket.send(json.dumps(message))
                    with suppress(TimeoutError):
                        async with asyncio.timeout(0.2):
                            while True:
                                received.append(str(await socket.recv()))
        await asyncio.sleep(0.2)  # the pause of a client before it connects again


async def end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended, as a connection that breaks may replace a cancellation, and close them."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=1)
    await asyncio.sleep(0.1)  # connections close in later turns of the loop


def newest_hand(received: list[str]) -> int:
    return int(json.loads(received[-1])["room"]["hand"]) if received else 0


@pytest.mark.packages
@pytest.mark.sampled
# websockets leaves some connections to a killed server
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_holdem_is_played_while_the_server_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: str, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)
    spectator: list[str] = []

    async def play(server: Server, proxy: FaultyProxy, bots: list[Bot]) -> None:
        playing = [bot.player.play() for bot in bots]
        playing += [
            listen(server, bot.name, bot.received, bot.sent) for bot in bots[:2]
        ]
        playing.append(listen(server, "", spectator, []))
        tasks = [asyncio.create_task(coroutine) for coroutine in playing]
        killing = kill_again_and_again(server, proxy, random.Random(seed))
        killer = asyncio.create_task(killing)
        for hand in range(1, HANDS + 1):
            await until(
                lambda: newest_hand(spectator) > hand,  # noqa: B023
                killer,
                *tasks,
                moves=proxy.count_answers,
            )
        killer.cancel()
        await until(
            lambda: missing_files(server, HANDS) == [],
            *tasks,
            moves=proxy.count_answers,
        )
        await end(tasks)

    with run_faulty_proxy(live, seed) as proxy, run_room(tmp_path, proxy.url) as server:
        bots = [Bot(server, name, seed) for name in NAMES]
        asyncio.run(play(server, proxy, bots))
        print(
            f"{HANDS} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}"
        )
        check_states(server.entries("room"))
        hands = list_hands(server)
        check_hands(server, HANDS, hands)
        for text in spectator:
            check_message(text, "", hands)
        for bot in bots:
            for text in bot.received:
                check_message(text, bot.name, hands)
        check_proofs(tmp_path, live, random.Random(seed), 2 * HANDS)
    gc.collect()


def missing_files(server: Server, hands: int) -> list[str]:
    """Return the proofs that players with a seat do not have yet."""
    players = {}
    for state in server.entries("room"):
        if state["phase"] == "words" and state.get("won"):
            players[state["hand"] - 1] = state["seats"].values()
    proofs = [
        f"{name}, hand {hand}.json"
        for hand, names in players.items()
        for name in names
        if hand <= hands
    ]
    return [proof for proof in proofs if not Path(proof).exists()]


PHASES = ("words", "sealing", "texts", "betting")


def check_states(states: list[Json]) -> None:
    """No chip appears or vanishes, and no state goes back."""
    for number, state in enumerate(states, 1):
        assert state["version"] == number
        check_chips(state)
    places = list(map(find_place, states))
    assert places == sorted(places)


def find_place(state: Json) -> list[int]:
    """Return how far a game has come."""
    place = [state["hand"], PHASES.index(state["phase"])]
    if state["phase"] == "betting":
        place += [state["number"], state["dealt"]]
    return place


class Hand(NamedTuple):
    """The cards of a hand that were dealt: the hole cards by the names of players, and the board."""

    own: dict[str, list[str]]
    board: list[str]


def list_hands(server: Server) -> dict[int, Hand]:
    """Return the hands that were dealt, by their numbers. No card and no position comes twice in a hand."""
    hands: dict[int, Hand] = {}
    for state in server.entries("room"):
        number = state["hand"]
        if state["phase"] == "betting" and number not in hands:
            turns = server.responses(f"hand {number}")
            seats = state["seats"]
            own = {seats[hand["seat"]]: hand["cards"] for hand in turns[0]["hands"]}
            piles = [pile for turn in turns for pile in turn["piles"]]
            board = [
                card
                for pile in piles
                for card in pile["cards"]
                if pile["name"] == "board"
            ]
            cards = [*board, *chain(*own.values())]
            positions = list(chain(*(turn["seen"]["positions"] for turn in turns)))
            assert len(cards) == 2 * len(own) + len(board)
            assert len(set(cards)) == len(cards)
            assert len(set(positions)) == len(positions)
            hands[number] = Hand(own, board)
    return hands


def check_hands(server: Server, count: int, hands: dict[int, Hand]) -> None:
    """Each hand was played to its end and proved to each player, or called off before a card left."""
    ends = {
        state["hand"] - 1: state
        for state in server.entries("room")
        if state["phase"] == "words"
    }
    for number in range(1, count + 1):
        end = ends[number]
        is_dealt = number in hands
        assert server.is_revealed(f"hand {number}") == is_dealt
        assert bool(end.get("won")) == is_dealt
        if is_dealt:
            hand = hands[number]
            assert end["board"] == hand.board
            assert sum(end["won"].values()) > 0
            for name in hand.own:
                assert Path(f"{name}, hand {number}.json").exists()
    assert len(hands) > count / 2


BOARDS = (0, 0, 3, 4, 5)
"""How many cards the board has after each number of stages."""


def check_message(text: str, name: str, hands: dict[int, Hand]) -> None:
    """A message tells the cards on the board, one's own, and those that are shown in the end. It has no token."""
    room, views = json.loads(text).values()
    allowed = {*room.get("board", []), *chain(*room.get("shown", {}).values())}
    if room["phase"] == "betting":
        hand = hands[room["hand"]]
        assert not room["shown"]
        assert len(views) == room["dealt"]
        assert room["board"] == hand.board[: BOARDS[room["dealt"]]]
        allowed |= set(hand.own.get(name, []))
    assert set(CARD.findall(text)) <= allowed
    assert TOKEN not in text


def set_clock(seconds: float) -> None:
    """Set the time of the room, in a file that it may read at any moment."""
    Path("clock.new").write_text(str(seconds))
    Path("clock.new").replace("clock")


def pass_patience(server: Server, betting: Any, state: Json) -> None:
    """Let the time of the room pass when it waits for nobody but Cem or Dee; it reveals no hand before."""
    late = [state["phase"], *betting.awaited(state)]
    is_late = late in (["betting", "Cem"], ["texts", "Dee"])
    if is_late and Path("clock").read_text() == str(state["since"]):
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{server.url}/hands/{state['hand']}")
        set_clock(state["since"] + betting.PATIENCE + 1)


async def play_four_hands(server: Server, betting: Any) -> None:
    """Let Cem, who gives no bets, Dee, who gives no texts, and others play until the fifth hand."""
    code = (HOLDEM / "player.py").read_text()
    hurried = code.replace("socket.recv(), 30", "socket.recv(), 0.2")
    program = load(HOLDEM / "player.py", hurried)
    players = {name: program.Player(server.url, name) for name in NAMES}
    withhold(players["Cem"], "bet")
    withhold(players["Dee"], "text")
    tasks = [asyncio.create_task(player.play()) for player in players.values()]

    def is_over() -> bool:
        state: Json = [betting.new_room(), *server.entries("room")][-1]
        pass_patience(server, betting, state)
        return bool(state["hand"] >= 5)

    await until(is_over, *tasks, moves=lambda: len(server.entries("room")))
    await end(tasks)


@pytest.mark.packages
def test_the_room_goes_on_without_players_who_give_no_text_or_do_not_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stopped.py").write_text(STOPPED_CLOCK)
    set_clock(0.0)
    with run_room(tmp_path, live, "stopped") as server:
        asyncio.run(play_four_hands(server, load(HOLDEM / "betting.py")))
        states = server.entries("room")
    check_states(states)
    second_hand = [state for state in states if state["hand"] == 2]
    assert any(state["phase"] == "words" and not state["won"] for state in second_hand)
    assert any("Cem" in state.get("folded", []) for state in states)
    assert set(states[-1]["players"]) == {"Ann", "Bob"}


def withhold(player: Any, kind: str) -> None:
    """Let a player give no messages of a kind, and not come back."""
    answer = player.answer
    seen = []

    def answer_some(room: Json, views: list[Json]) -> Json | None:
        seen.append(player.name in room["players"])
        message: Json | None = answer(room, views)
        if not message or message["do"] == kind:
            return None
        comes_back = message["do"] == "join" and any(seen)
        return None if comes_back else message

    player.answer = answer_some
