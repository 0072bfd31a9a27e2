"""The servers of examples/ in Python: people play, processes die, requests fail, and every proof is valid."""

import asyncio
import gc
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from itertools import pairwise
from pathlib import Path
from secrets import token_urlsafe
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from shuffle_and_deal import Service, TableError

from tests.conftest import ROOT, run_service
from tests.docs.examples import ADDRESS
from tests.docs.guide import Beacon
from tests.packages import discord_stand_in
from tests.packages.faulty_proxy import FaultyProxy, run_faulty_proxy
from tests.packages.game_server import (
    CARD,
    EXAMPLES,
    HANDS,
    GameServer,
    check_proofs,
    kill_again_and_again,
    until,
)
from tests.peers import kill, run_http_server
from tests.programs import count_tokens
from tests.tables import for_each
from tools.serving import PATIENCE, wait_for_response

Json = dict[str, Any]
HOLDEM = EXAMPLES / "fastapi-holdem"
BLACKJACK = EXAMPLES / "flask-blackjack"
BOT = EXAMPLES / "discord-bot" / "bot.py"
NAMES = ("Ann", "Bob", "Cem", "Dee")


_ROOMS = (
    "fastapi-holdem/room.py",
    "discord-bot/bot.py",
    "colyseus-twenty-one/room.mjs",
    "boardgame-tricks/server.mjs",
)
_TABLES = ("flask-blackjack/table.py", "socketio-draw-poker/server.mjs")


@for_each(
    ("name", "most"),
    [*((name, 1_700) for name in _ROOMS), *((name, 1_300) for name in _TABLES)],
)
def test_a_server_is_short_beside_its_rules(name: str, most: int) -> None:
    assert count_tokens((EXAMPLES / name).read_text()) <= most


def load(file: Path, code: str | None = None) -> Any:
    """Return a program as a module, perhaps with other code."""
    module = ModuleType(file.stem)
    exec(compile(code or file.read_text(), file.name, "exec"), vars(module))
    return module


STOPPED_CLOCK = """\
from pathlib import Path


def time():
    return float(Path("clock").read_text())
"""


class Server(GameServer):
    """The room of the example, as a process that can be killed and started again."""

    def __init__(self, folder: Path, service: str, clock: str) -> None:
        betting = (HOLDEM / "betting.py").read_text()
        room = (HOLDEM / "room.py").read_text()
        (folder / "betting.py").write_text(
            betting.replace("import time\n", f"import {clock} as time\n")
        )
        (folder / "room.py").write_text(room.replace(ADDRESS, service))
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "room:app",
            "--log-level",
            "warning",
            "--port",
        ]
        super().__init__(
            folder, command, "room.db", PYTHONPATH=str(ROOT / "clients" / "python")
        )


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
        self.random, self.name = random.Random(f"{seed} {name}"), name
        self.received: list[str] = []
        self.sent: list[Json] = []
        self.player = load(HOLDEM / "player.py").Player(server.url, name)
        self._answer, self.player.answer, self.player.decide = (
            self.player.answer,
            self.answer,
            self.decide,
        )

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
        may_raise = self.name not in room["acted"] or owed >= room["least"]
        call: Json = {"chips": min(owed, stack)}
        raises = (
            [{"chips": stack}, {"chips": min(owed + room["least"], stack)}]
            if may_raise
            else [call, call]
        )
        return self.random.choice(
            [*[call] * 6, {"fold": True} if owed else {"chips": 0}, *raises]
        )


async def listen(
    server: Server, name: str, received: list[str], sent: list[Json]
) -> None:
    """Keep what is sent to a name, or to a spectator without one. Send the newest of these messages, and again."""
    connect = pytest.importorskip("websockets.asyncio.client").connect
    errors = (OSError, pytest.importorskip("websockets.exceptions").WebSocketException)
    while True:
        with suppress(*errors):
            async with connect(
                f"{server.url.replace('http', 'ws')}/room?name={name}"
            ) as socket:
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
@pytest.mark.filterwarnings(
    "ignore:unclosed:ResourceWarning"
)  # websockets leaves some connections to a killed server
def test_holdem_is_played_while_the_server_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: str, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)

    async def play(server: Server, proxy: FaultyProxy) -> None:
        tasks = [asyncio.create_task(bot.player.play()) for bot in bots]
        tasks += [
            asyncio.create_task(listen(server, bot.name, bot.received, bot.sent))
            for bot in bots[:2]
        ]
        tasks += [asyncio.create_task(listen(server, "", spectator, []))]
        killer = asyncio.create_task(
            kill_again_and_again(server, proxy, random.Random(seed))
        )
        for hand in range(1, HANDS + 1):
            await until(
                lambda: newest_hand(spectator) > hand,  # noqa: B023
                killer,
                *tasks,
                moves=proxy.count_answers,
            )
        killer.cancel()
        await until(
            lambda: missing_files(server, bots, HANDS) == [],
            *tasks,
            moves=proxy.count_answers,
        )
        await end(tasks)

    spectator: list[str] = []
    with run_faulty_proxy(live, seed) as proxy, run_room(tmp_path, proxy.url) as server:
        bots = [Bot(server, name, seed) for name in NAMES]
        asyncio.run(play(server, proxy))
        print(
            f"{HANDS} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}"
        )
        check_states(server.entries("room"))
        cards = list_cards(server)
        check_hands(server, HANDS, cards)
        for name, received in [
            ("", spectator),
            *((bot.name, bot.received) for bot in bots),
        ]:
            for text in received:
                check_message(text, name, cards)
        check_proofs(tmp_path, live, random.Random(seed), 2 * HANDS)
    gc.collect()


def missing_files(server: Server, bots: list[Bot], hands: int) -> list[str]:
    """Return the proofs that players with a seat do not have yet."""
    over = [
        state
        for state in server.entries("room")
        if state["phase"] == "words" and state.get("won")
    ]
    last = {
        state["hand"] - 1: state["seats"].values()
        for state in over
        if state["hand"] - 1 <= hands
    }
    proofs = [
        f"{name}, hand {hand}.json" for hand, names in last.items() for name in names
    ]
    return [proof for proof in proofs if not Path(proof).exists()]


def check_states(states: list[Json]) -> None:
    """No chip appears or vanishes, and no state goes back."""
    places = []
    for number, state in enumerate(states, 1):
        chips = [player["chips"] for player in state["players"].values()]
        assert state["version"] == number
        assert state["bank"] + sum(chips) + sum(state.get("paid", {}).values()) == 0
        assert min(chips, default=0) >= 0
        phase = ("words", "sealing", "texts", "betting").index(state["phase"])
        places.append(
            (
                state["hand"],
                phase,
                (state["number"], state["dealt"]) if phase == 3 else (0, 0),
            )
        )
    assert places == sorted(places)


def list_cards(server: Server) -> dict[int, Json]:
    """Return the cards of each hand that were dealt: the hole cards by the names of players, and the board."""
    cards = {}
    for state in server.entries("room"):
        if state["phase"] == "betting" and state["hand"] not in cards:
            turns = server.responses(f"hand {state['hand']}")
            own = {
                state["seats"][dealt["seat"]]: dealt["cards"]
                for dealt in turns[0]["hands"]
            }
            piles = [
                pile
                for turn in turns
                for pile in turn["piles"]
                if pile["name"] == "board"
            ]
            board = [card for pile in piles for card in pile["cards"]]
            every = [*board, *(card for cards in own.values() for card in cards)]
            positions = [
                position for turn in turns for position in turn["seen"]["positions"]
            ]
            assert len(set(every)) == len(every) == 2 * len(own) + len(board)
            assert len(set(positions)) == len(positions)
            cards[state["hand"]] = {"own": own, "board": board}
    return cards


def check_hands(server: Server, hands: int, cards: dict[int, Json]) -> None:
    """Each hand was played to its end and proved to each player, or called off before a card left."""
    ends = {
        state["hand"] - 1: state
        for state in server.entries("room")
        if state["phase"] == "words"
    }
    for hand in range(1, hands + 1):
        is_revealed = server.is_revealed(f"hand {hand}")
        assert is_revealed == bool(ends[hand].get("won")) == (hand in cards)
        if hand in cards:
            assert ends[hand]["board"] == cards[hand]["board"]
            assert sum(ends[hand]["won"].values()) > 0
            assert all(
                Path(f"{name}, hand {hand}.json").exists()
                for name in cards[hand]["own"]
            )
    assert len(cards) > hands / 2


def check_message(text: str, name: str, cards: dict[int, Json]) -> None:
    """A message tells the cards on the board, one's own, and those that are shown in the end. It has no token."""
    room, views = json.loads(text).values()
    allowed = {
        *room.get("board", []),
        *(card for shown in room.get("shown", {}).values() for card in shown),
    }
    if room["phase"] == "betting":
        assert not room["shown"]
        assert len(views) == room["dealt"]
        assert (
            room["board"]
            == cards[room["hand"]]["board"][: [0, 0, 3, 4, 5][room["dealt"]]]
        )
        allowed |= set(cards[room["hand"]]["own"].get(name, []))
    assert set(CARD.findall(text)) <= allowed
    assert "gAAAA" not in text


@pytest.mark.packages
def test_the_room_goes_on_without_players_who_give_no_text_or_do_not_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: str
) -> None:
    monkeypatch.chdir(tmp_path)
    hurried = (
        (HOLDEM / "player.py")
        .read_text()
        .replace("socket.recv(), 30", "socket.recv(), 0.2")
    )

    async def play(server: Server) -> None:
        players = [
            load(HOLDEM / "player.py", hurried).Player(server.url, name)
            for name in NAMES
        ]
        for player, kind in ((players[2], "bet"), (players[3], "text")):
            withhold(player, kind)
        tasks = [asyncio.create_task(player.play()) for player in players]

        def is_over() -> bool:
            """Let the time of the room pass when it waits for nobody else."""
            state: Json = [betting.new_room(), *server.entries("room")][-1]
            late = (state["phase"], *betting.awaited(state))
            if late in (("betting", "Cem"), ("texts", "Dee")) and Path(
                "clock"
            ).read_text() == str(state["since"]):
                with pytest.raises(HTTPError, match="404"):
                    urlopen(f"{server.url}/hands/{state['hand']}")
                set_clock(state["since"] + betting.PATIENCE + 1)
            return bool(state["hand"] >= 5)

        await until(is_over, *tasks, moves=lambda: len(server.entries("room")))
        await end(tasks)

    def set_clock(seconds: float) -> None:
        Path("clock.new").write_text(str(seconds))
        Path("clock.new").replace("clock")

    set_clock(0.0)
    Path("stopped.py").write_text(STOPPED_CLOCK)
    betting = load(HOLDEM / "betting.py")
    with run_room(tmp_path, live, "stopped") as server:
        asyncio.run(play(server))
        states = server.entries("room")
    check_states(states)
    assert any(
        state["hand"] == 2 and state["phase"] == "words" and not state["won"]
        for state in states
    )
    assert any("Cem" in state.get("folded", []) for state in states)
    assert set(states[-1]["players"]) == {"Ann", "Bob"}


def withhold(player: Any, kind: str) -> None:
    """Let a player give no messages of a kind, and not come back."""
    answer = player.answer
    seen = []

    def answer_some(room: Json, views: list[Json]) -> Json | None:
        seen.append(player.name in room["players"])
        message: Json | None = answer(room, views)
        return (
            None
            if message
            and (message["do"] == kind or (message["do"] == "join" and any(seen)))
            else message
        )

    player.answer = answer_some


def open_room(betting: Any, chips: Json) -> Json:
    """Return a room in which a hand is dealt to these players, the last one at the button."""
    room: Json = betting.new_room()
    for name, count in chips.items():
        betting.sit_down(room, name)
        room["players"][name]["chips"] = count
    room["bank"] = -sum(chips.values())
    for name in chips:
        betting.note_word(room, name, "0" * 64)
    room.update(phase="texts", missing=[])
    betting.begin_street(room, [])
    return room


@pytest.mark.sampled
def test_betting_keeps_all_chips_whatever_players_do() -> None:
    betting = load(HOLDEM / "betting.py")
    source = random.Random(42)
    for _ in range(50 * HANDS):
        names = [f"player {number}" for number in range(source.randint(2, 6))]
        room = open_room(
            betting,
            {name: source.choice([1, 3, 7, 12, 40, 100, 1_000]) for name in names},
        )
        while step := (room["turn"] or betting.next_step(room)):
            if source.random() < 0.05:
                betting.stand_up(room, source.choice(names))
            elif room["turn"]:
                act_at_random(betting, room, source)
            elif step == "end":
                paid = {**room["paid"]}
                folded = list(room["folded"])
                strengths = {
                    seat: source.randint(1, 3) for seat in betting.live_seats(room)
                }
                seats = room["seats"]
                betting.pay_pots(room, strengths, {})
                expected = share_pots(
                    paid,
                    {seats[seat]: strength for seat, strength in strengths.items()},
                )
                assert {
                    name: won for name, won in room["won"].items() if won
                } == expected
                assert not set(folded) & set(expected)
            else:
                betting.begin_street(room, ["card"])
            chips = [player["chips"] for player in room["players"].values()]
            assert room["bank"] + sum(chips) + sum(room["paid"].values()) == 0
            assert min(chips, default=0) >= 0


def act_at_random(betting: Any, room: Json, source: random.Random) -> None:
    """Act, and see that acts that the rules do not have change nothing."""
    name = room["turn"]
    stack = room["players"][name]["chips"]
    owed = room["most"] - room["paid"][name]
    least = room["least"]
    before = json.dumps(room)
    wrong: list[Any] = [
        -1,
        stack + 1,
        1.0,
        True,
        "1",
        None,
        *([owed - 1] if 0 < owed <= stack else []),
    ]
    wrong += [owed + least - 1] if owed < owed + least - 1 < stack else []
    for chips in wrong:
        with pytest.raises((TypeError, ValueError)):
            betting.act(room, name, room["number"], chips)
    betting.act(room, name, room["number"] - 1, fold=True)
    other = next(other for other in room["players"] if other != name)
    with pytest.raises(ValueError, match="turn"):
        betting.act(room, other, room["number"], fold=True)
    assert json.dumps(room) == before
    with suppress(ValueError):  # who may not raise may call
        if source.random() < 0.4:
            betting.act(
                room,
                name,
                room["number"],
                source.choice([stack, owed + least, owed + 2 * least]),
            )
            return
    betting.act(
        room, name, room["number"], min(owed, stack), fold=source.random() < 0.2
    )


def share_pots(paid: dict[str, int], strengths: dict[str, int]) -> dict[str, int]:
    """Return what each player wins. The chips that the same players may win are one pot."""
    pots: dict[tuple[str, ...], int] = {}
    for level in range(max(paid.values())):
        rivals = tuple(
            name for name in paid if paid[name] > level and name in strengths
        )
        pots[rivals] = pots.get(rivals, 0) + sum(
            chips > level for chips in paid.values()
        )
    won: dict[str, int] = {}
    for rivals, pot in pots.items():
        best = [
            name
            for name in rivals
            if strengths[name] == max(strengths[rival] for rival in rivals)
        ]
        for chip in range(pot):
            won[best[chip % len(best)]] = won.get(best[chip % len(best)], 0) + 1
    return won


def test_blinds_turns_and_raises_are_those_of_holdem() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 100, "Bob": 100, "Cem": 100})
    assert room["seats"] == {"1": "Ann", "2": "Bob", "dealer": "Cem"}
    assert room["paid"] == {"Ann": 5, "Bob": 10, "Cem": 0}
    assert room["turn"] == "Cem"
    for name, chips in (
        ("Cem", 30),
        ("Ann", 25),
        ("Bob", 20),
    ):  # a raise by 20, and two calls
        assert (room["turn"], room["least"]) == (name, 20 if name != "Cem" else 10)
        betting.act(room, name, room["number"], chips)
    assert (room["turn"], betting.next_step(room)) == (None, "flop")
    betting.begin_street(room, ["card"] * 3)
    assert (room["turn"], room["least"]) == ("Ann", 10)
    for name, chips in (("Ann", 0), ("Bob", 0), ("Cem", 0)):
        betting.act(room, name, room["number"], chips)
    assert betting.next_step(room) == "turn"
    two = open_room(betting, {"Ann": 100, "Bob": 100})
    assert two["seats"] == {"1": "Ann", "dealer": "Bob"}
    assert (two["paid"], two["turn"]) == ({"Ann": 10, "Bob": 5}, "Bob")
    betting.act(two, "Bob", 0, 5)
    assert two["turn"] == "Ann"  # the big blind may raise
    betting.act(two, "Ann", 1, 0)
    betting.begin_street(two, ["card"] * 3)
    assert two["turn"] == "Ann"


def test_an_all_in_for_less_than_a_raise_lets_nobody_raise_again() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 1_000, "Bob": 1_000, "Cem": 55, "Dee": 1_000})
    assert room["turn"] == "Cem"
    betting.act(room, "Cem", 0, 10)
    betting.act(room, "Dee", 1, 40)  # a raise by 30
    betting.act(room, "Ann", 2, 35)
    betting.act(room, "Bob", 3, fold=True)
    betting.act(room, "Cem", 4, 45)  # all-in for 15 more
    assert room["turn"] == "Dee"
    with pytest.raises(ValueError, match="pay 15"):
        betting.act(room, "Dee", 5, 100)
    betting.act(room, "Dee", 5, 15)
    betting.act(room, "Ann", 6, 15)
    assert room["turn"] is None


def test_the_button_moves_to_the_next_player_who_stays() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, dict.fromkeys(NAMES, 100))
    buttons = []
    for leaver in (None, "Ann", None, "Dee"):
        buttons.append(room["seats"]["dealer"])
        if leaver:
            betting.stand_up(room, leaver)
        while room["turn"]:
            betting.act(room, room["turn"], room["number"], fold=True)
        betting.pay_pots(room, dict.fromkeys(betting.live_seats(room), 0), {})
        for name in room["players"]:
            betting.note_word(room, name, "0" * 64)
        room.update(phase="texts", missing=[])
        betting.begin_street(room, [])
    assert buttons == ["Dee", "Ann", "Bob", "Cem"]
    assert room["seats"] == {"1": "Cem", "dealer": "Bob"}


NOWHERE = "http://127.0.0.1:1"
"""An address where nobody listens."""


class Chat:
    """A channel with four members and the bot of the example, which can be started again."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        folder: Path,
        service: Service,
        url: str,
        drand: str,
    ) -> None:
        self.service, self._url, self._drand = service, url, drand
        self.members = {name: discord_stand_in.Member(name) for name in NAMES}
        self._bots: list[Any] = []
        self.channel = discord_stand_in.Member("channel")
        for name, module in discord_stand_in.modules().items():
            monkeypatch.setitem(sys.modules, name, module)
        (key,) = service.call("/.well-known/jwks.json")["keys"]
        monkeypatch.setenv("DISCORD_TOKEN", "token")
        monkeypatch.setenv("VRF_KEY", key["kid"])
        monkeypatch.chdir(folder)
        self.start()

    def start(self, drand: str | None = None) -> None:
        """Start the bot, as a new process would, with a drand that does not let it wait."""
        code = BOT.read_text().replace(ADDRESS, self._url).replace("// 3 + 12", "// 3")
        code, count = re.subn(r"https://api.drand.sh/\w+", drand or self._drand, code)
        assert count == 1
        self.bot = load(BOT, code)
        self._bots.append(self.bot)

    def run(self, play: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Play, and close the connections of all bots."""

        async def play_and_close() -> None:
            await play()
            for bot in self._bots:
                for client in (bot.service, bot.drand):
                    async with client:
                        pass

        asyncio.run(play_and_close())

    async def say(
        self, name: str, text: str, *members: str, number: int = 0
    ) -> discord_stand_in.Message:
        """Send a message to the channel, and return the last answer in it."""
        mentioned = [self.members[member] for member in members]
        await self.bot.bot.say(
            self.members[name], self.channel, text, *mentioned, number=number
        )
        return self.channel.inbox[-1]

    async def kill_while_waiting(self, name: str, text: str, *members: str) -> str:
        """Send a message whose command waits for drand, end the bot then, and start it. Return the commitment."""
        self.start(NOWHERE)
        count = len(self.channel.inbox)
        task = asyncio.create_task(self.say(name, text, *members))
        await until(lambda: len(self.channel.inbox) > count)
        task.cancel()
        self.start()
        return find_commitment(self.channel.inbox[-1])

    def verify(
        self,
        answer: discord_stand_in.Message,
        seen: list[Json] | None = None,
        **confirmed: Any,
    ) -> Json:
        noted = {"confirmed": confirmed} | ({} if seen is None else {"seen": seen})
        verdict: Json = self.service.call("/v1/verify", {**answer[1], **noted})
        return verdict


def find_commitment(answer: discord_stand_in.Message) -> str:
    return str(re.findall("[0-9a-f]{64}", answer[0])[0])


@pytest.fixture(scope="module")
def addresses() -> Iterator[tuple[str, str]]:
    """The addresses of a service that proves deals, and of a drand."""
    with (
        run_service(VRF_KEYS=token_urlsafe(32)) as service,
        run_http_server(Beacon) as drand,
    ):
        yield service, drand


@pytest.fixture
def chat(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, addresses: tuple[str, str]
) -> Iterator[Chat]:
    with Service(addresses[0]) as service:
        chat = Chat(monkeypatch, tmp_path, service, *addresses)
        yield chat
        inboxes = [
            chat.channel.inbox,
            *(member.inbox for member in chat.members.values()),
        ]
        assert "gAAAA" not in json.dumps(inboxes)


@pytest.mark.packages
def test_dice_are_proved_at_once(chat: Chat, tmp_path: Path) -> None:
    async def play() -> None:
        text, proof = rolled = await chat.say("Ann", "!roll 3d6 to the moon", number=7)
        assert rolled == await chat.say("Ann", "!roll 3d6 to the moon", number=7)
        assert text == f"Ann rolls {proof['integers']}"
        assert len(proof["integers"]) == 3
        assert (
            proof["proof"]["alpha"]["game"],
            proof["proof"]["alpha"]["players"],
        ) == ("message 7", ["to the moon"])
        assert chat.verify(rolled)["valid"] is True
        Path("jwks.json").write_text(
            json.dumps(chat.service.call("/.well-known/jwks.json"))
        )
        Path("proof.json").write_text(json.dumps(proof))
        command = [
            "node",
            str(ROOT / "verify" / "verify.mjs"),
            "--keys",
            "jwks.json",
            "proof.json",
        ]
        assert subprocess.run(
            command, capture_output=True, text=True, check=True
        ).stdout.startswith("valid")

    chat.run(play)


@pytest.mark.packages
def test_chests_follow_from_numbers_that_the_member_checks(chat: Chat) -> None:
    async def play() -> None:
        commitment = find_commitment(await chat.say("Ann", "!open"))
        answers = [await chat.say("Ann", "!open abracadabra", number=1)]
        for number in range(2, 13):
            if number % 4 == 0:
                chat.start()
            answers.append(await chat.say("Ann", "!open", number=number))
            assert await chat.say("Ann", "!open", number=number) == answers[-1]
        with pytest.raises(TableError):
            await chat.say("Ann", "!open hocus pocus")
        proof = await chat.say("Ann", "!prove chests")
        verdict = chat.verify(proof, commitment=commitment, client_seed="abracadabra")
        assert (verdict["valid"], verdict["chosen_by"]) == (True, "last_word")
        numbers = [number for seen in proof[1]["seen"] for number in seen["integers"]][
            1:
        ]
        things = [chat.bot.name_thing(numbers[:count]) for count in range(1, 13)]
        chests = enumerate(zip(numbers, things, strict=True), 1)
        assert answers == [
            (f"Ann, chest {count}, number {number}: {thing}", None)
            for count, (number, thing) in chests
        ]
        assert (
            chat.verify(
                proof, commitment=find_commitment(await chat.say("Bob", "!open"))
            )["valid"]
            is False
        )
        with pytest.raises(TableError):
            await chat.say("Ann", "!open")

    chat.run(play)
    name = chat.bot.name_thing
    common = "a common thing"
    assert [name([1_000] * count) for count in (1, 73, 90, 91)] == [
        common,
        common,
        "an epic",
        common,
    ]
    assert [name([number]) for number in (6, 7, 57, 58)] == [
        "an epic",
        *["a rare thing"] * 2,
        "a common thing",
    ]


@pytest.mark.packages
def test_each_member_gets_a_role_that_nobody_else_sees(chat: Chat) -> None:
    async def play() -> None:
        commitment = await chat.kill_while_waiting("Ann", "!roles monday", *NAMES)
        assert (
            find_commitment(await chat.say("Ann", "!roles monday", *NAMES))
            == commitment
        )
        files = {name: member.inbox[-1][1] for name, member in chat.members.items()}
        told = [hand["cards"] for file in files.values() for hand in file["hands"]]
        assert sorted(map(len, told)) == [0] * 12 + [1] * 4
        assert set(json.dumps(chat.channel.inbox).split('"')) >= {
            "werewolf",
            "seer",
        }  # in the terms alone
        with pytest.raises(TableError):
            await chat.say("Ann", "!roles monday", *reversed(NAMES))
        with pytest.raises(TableError):
            await chat.say("Bob", "!prove roles monday")
        proof = await chat.say("Ann", "!prove roles monday")
        for name, file in files.items():
            noted = {"commitment": commitment, "client_seed": Beacon.RANDOMNESS}
            assert chat.verify(proof, seen=[file], **noted)["valid"] is True
            text = chat.members[name].inbox[-1][0]
            (own,) = [hand["cards"] for hand in file["hands"] if hand["cards"]]
            assert text == f"You have number {NAMES.index(name) + 1}: {own}"
            swapped = json.loads(
                json.dumps(file).replace(
                    own[0], "seer" if own != ["seer"] else "healer"
                )
            )
            assert chat.verify(proof, seen=[swapped], **noted)["valid"] is False

    chat.run(play)


@pytest.mark.packages
def test_a_raffle_has_one_result(chat: Chat) -> None:
    async def play() -> None:
        for name in (*NAMES, "Ann"):
            await chat.say(name, "!join spring")
        commitment = await chat.kill_while_waiting("Dee", "!draw spring 2")
        assert "closed" in (await chat.say("Ann", "!join spring"))[0]
        drawn = await chat.say("Ann", "!draw spring 2")
        assert drawn == await chat.say("Bob", "!draw spring 2")
        with pytest.raises(TableError):
            await chat.say("Ann", "!draw spring 3")
        assert drawn[1]["receipt"]["terms"]["items"] == list(NAMES)
        assert drawn[0] == f"The winners: {', '.join(drawn[1]['seen'][0]['cards'])}"
        assert (
            chat.verify(drawn, commitment=commitment, client_seed=Beacon.RANDOMNESS)[
                "valid"
            ]
            is True
        )
        assert (
            chat.verify(drawn, commitment=commitment, client_seed="another")["valid"]
            is False
        )

    chat.run(play)


class Workers(GameServer):
    """The table of blackjack by gunicorn, whose workers are killed one at a time."""

    def __init__(self, folder: Path, service: str) -> None:
        for name in ("rules.py", "table.py"):
            code = (BLACKJACK / name).read_text().replace(ADDRESS, service)
            (folder / name).write_text(
                code.replace("DECKS, CUT = 6, 78", "DECKS, CUT = 1, 6")
            )
        super().__init__(
            folder, [], "tables.db", PYTHONPATH=str(ROOT / "clients" / "python")
        )
        options = [
            "--workers",
            "2",
            "--bind",
            f"127.0.0.1:{self.port}",
            "--log-level",
            "warning",
        ]
        self._command = [sys.executable, "-m", "gunicorn", *options, "table:app"]

    def start(self) -> None:
        if not self.process:
            super().start()

    def kill(self) -> None:
        """Kill a worker. Gunicorn starts another one."""
        assert self.process
        assert self.process.poll() is None
        children = (
            Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
            .read_text()
            .split()
        )
        if children:
            kill(int(children[self.starts % len(children)]))
        self.starts += 1

    def stop(self) -> None:
        assert self.process
        self.process.terminate()
        self.process.wait(PATIENCE)


class Gambler:
    """A player of blackjack who acts at random, sends messages twice, and keeps all that the table shows."""

    def __init__(self, server: Workers, name: str, seed: int) -> None:
        self.random, self.name, self.url = (
            random.Random(f"{seed} {name}"),
            name,
            f"{server.url}/tables/t",
        )
        self.watched: list[Json] = []

    def fetch(self, path: str = "", body: Json | None = None) -> Json:
        """Send a request until a worker lives through it; a message that is refused changes nothing."""
        while True:
            with suppress(OSError, HTTPException):
                data = json.dumps(body).encode() if body else None
                request = Request(
                    self.url + path, data, {"Content-Type": "application/json"}
                )
                try:
                    with urlopen(request, timeout=60) as response:
                        answer: Json = json.load(response)
                        return answer
                except HTTPError as error:
                    if error.code == 400:
                        return {}

    def play(self, hands: int) -> None:
        while True:
            shown = self.fetch()
            self.watched.append(shown)
            game = shown["game"]
            if game["hand"] > hands or game["phase"] == "over":
                return
            message = {
                "name": self.name,
                "hand": game["hand"],
                "number": game["number"],
            }
            for _ in range(self.random.randint(1, 2)):
                self.fetch(body=message | self.decide(game))

    def decide(self, game: Json) -> Json:
        if game["phase"] == "insurance":
            return {"do": "insure", "chips": self.random.choice([0, 5])}
        if game["phase"] == "play":
            return {
                "do": "act",
                "move": self.random.choice(
                    ["split", "split", "hit", "double", "stand"]
                ),
            }
        may_start = len(game["bets"]) == len(NAMES) - 1
        return (
            {"do": "start"}
            if may_start
            else {"do": "bet", "chips": 10, "words": f"the words of {self.name}"}
        )


@pytest.mark.packages
@pytest.mark.sampled
def test_blackjack_is_played_while_its_workers_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: str, seed: int
) -> None:
    async def play(server: Workers, proxy: FaultyProxy) -> None:
        killer = asyncio.create_task(
            kill_again_and_again(server, proxy, random.Random(seed))
        )
        await asyncio.gather(
            *(asyncio.to_thread(gambler.play, HANDS) for gambler in gamblers)
        )
        killer.cancel()

    monkeypatch.chdir(tmp_path)
    with run_faulty_proxy(live, seed) as proxy:
        server = Workers(tmp_path, proxy.url)
        server.start()
        gamblers = [Gambler(server, name, seed) for name in NAMES[:3]]
        try:
            asyncio.run(play(server, proxy))
            gamblers[0].fetch(body={"do": "close", "hand": HANDS + 1, "number": 0})
            proof = gamblers[0].fetch("/proof")
        finally:
            server.stop()
    states = server.entries("game t")
    print(f"{HANDS} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}")
    assert [state["version"] for state in states] == list(range(1, len(states) + 1))
    for state in states:
        cards = list_table(state)
        assert len(set(cards)) == len(
            cards
        )  # of one pack: nothing that is in play comes twice
        assert state["phase"] == "bets" or len(state["in_play"]) == len(cards)
    turns = server.responses("shoe of t")
    named = list(zip(server.actions("shoe of t"), turns, strict=True))
    places = [
        place
        for turn in turns
        for place in zip(turn["rounds"], turn["positions"], strict=True)
    ]
    assert len(set(places)) == len(places)
    for (_, last), (action, turn) in pairwise(named):
        if action.endswith(" draw 0") and last["remaining"] <= 6:  # the cut card
            assert turn["in_play"] == {"before": [], "after": []}
    assert any(
        turn["in_play"]["before"] for turn in turns if turn["reshuffled"]
    )  # in the middle of a hand
    assert any(hand["is_split"] for state in states for hand in state["hands"])
    opened = [shown["opened"] for gambler in gamblers for shown in gambler.watched]
    assert all(one == opened[0] for one in opened)
    views = max(
        (shown["views"] for gambler in gamblers for shown in gambler.watched), key=len
    )
    assert all(not view["cards"] for view in views if view.get("seat") == "dealer")
    confirmed = {"commitment": opened[0]["commitment"], "digest": views[-1]["digest"]}
    confirmed["client_seed"] = views[0]["client_seed"]
    noted = {"receipt": proof["receipt"], "seen": proof["seen"], "confirmed": confirmed}
    assert proof["seen"][: len(views)] == [view["seen"] for view in views]
    with Service(live) as client:
        assert client.call("/v1/verify", noted)["valid"] is True


def list_table(game: Json) -> list[str]:
    return [
        *game["dealer"],
        *game["hole"],
        *(card for hand in game["hands"] for card in hand["cards"]),
    ]


def test_the_view_of_django_answers_both_methods(
    live: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (view,) = re.findall(
        r"```python\n(.*?)```", (BLACKJACK / "README.md").read_text(), re.DOTALL
    )
    start, _ = (
        (BLACKJACK / "table.py")
        .read_text()
        .replace(ADDRESS, live)
        .split('@app.get("/tables/<name>")\n')
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(BLACKJACK)
    django = "def csrf_exempt(view): return view\ndef JsonResponse(data, status=200): return status, data\n"
    views = load(BLACKJACK / "table.py", start + django + dedent(view))

    def ask(method: str, body: Json | None = None, **query: str) -> Any:
        return views.play(
            SimpleNamespace(method=method, GET=query, body=json.dumps(body)), "table 7"
        )

    with views.service:
        opened = ask("GET")[1]["opened"]
        assert ask("POST", {"do": "bet", "name": "Ann", "hand": 1, "chips": 10}) == (
            200,
            {},
        )
        assert (
            ask("POST", {"do": "bet", "name": "Bob", "hand": 1, "chips": 0})[0] == 400
        )
        assert ask("POST", {"do": "start", "name": "Ann", "hand": 1, "number": 0}) == (
            200,
            {},
        )
        status, shown = ask("GET", since="1")
        assert (status, shown["opened"], len(shown["game"]["hands"][0]["cards"])) == (
            200,
            opened,
            2,
        )
        assert shown["game"]["hole"] == []
        assert shown["views"][0]["draws"] == 2


def test_hands_of_blackjack_are_paid() -> None:
    rules = load(BLACKJACK / "rules.py")
    for cards, hole, moves, chips in (
        (["AS", "9H", "KS"], "9D", [], 15),  # a natural
        (["AS", "KH", "KS"], "AD", [], 0),  # against another
        (["TS", "AH", "9S"], "KD", [("insure", 5)], 0),  # insured
        (["TS", "AH", "9S"], "8D", [("insure", 5), ("act", "stand")], -5),
        (
            ["5S", "6H", "6S", "TH"],
            "TD",
            [("act", "double")],
            20,
        ),  # against 26: the dealer draws the next card
        (
            ["8S", "9H", "8H", "TC", "9C"],
            "8D",
            [("act", "split"), ("act", "stand"), ("act", "stand")],
            10,
        ),
        (
            ["AS", "9H", "AH", "KC", "9C"],
            "9D",
            [("act", "split")],
            20,
        ),  # 21, no natural, and 20
        (["TS", "6H", "6S", "KC"], "TD", [("act", "hit")], -10),
    ):
        game = rules.new_game()
        left = [*cards, *["TH"] * 3]
        rules.apply(game, "bet", "Ann", 1, chips=10)
        rules.apply(game, "start", "Ann", 1, 0)
        for move in [None, *moves]:
            if move:
                member = {"insure": "chips", "act": "move"}[move[0]]
                rules.apply(
                    game, move[0], "Ann", 1, game["number"], **{member: move[1]}
                )
            while due := rules.next_draw(game):
                rules.lay(
                    game, [hole] if due[1] else [left.pop(0) for _ in range(due[0])]
                )
        assert (game["phase"], game["chips"]["Ann"] - rules.STACK) == ("bets", chips), (
            cards,
            game,
        )
