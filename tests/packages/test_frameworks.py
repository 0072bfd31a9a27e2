"""The servers of examples/ in Python: people play, processes die, requests fail, and every proof is valid."""

import asyncio
import gc
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from itertools import chain, pairwise
from pathlib import Path
from secrets import token_urlsafe
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from shuffle_and_deal import Service, TableError

from tests.conftest import run_service
from tests.docs.examples import ADDRESS
from tests.docs.guide import Beacon
from tests.packages import discord_stand_in
from tests.packages.discord_stand_in import Member, Message
from tests.packages.faulty_proxy import FaultyProxy, run_faulty_proxy
from tests.packages.game_server import (
    CARD,
    CLIENT,
    EXAMPLES,
    HANDS,
    TOKEN,
    GameServer,
    check_proofs,
    kill_again_and_again,
    until,
)
from tests.peers import kill, run_http_server
from tests.programs import count_tokens
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import PATIENCE, wait_for_response

Json = dict[str, Any]
HOLDEM = EXAMPLES / "fastapi-holdem"
BLACKJACK = EXAMPLES / "flask-blackjack"
BOT = EXAMPLES / "discord-bot" / "bot.py"
NAMES = ("Ann", "Bob", "Cem", "Dee")


@for_each(
    ("name", "most"),
    [
        ("fastapi-holdem/room.py", 1_700),
        ("discord-bot/bot.py", 1_700),
        ("colyseus-twenty-one/room.mjs", 1_700),
        ("boardgame-tricks/server.mjs", 1_700),
        ("flask-blackjack/table.py", 1_300),
        ("socketio-draw-poker/server.mjs", 1_300),
    ],
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


def check_chips(room: Json) -> None:
    """The bank, the chips of all players and their bets are 0 together, and nobody has less than none."""
    chips = [player["chips"] for player in room["players"].values()]
    paid = room.get("paid", {}).values()
    assert room["bank"] + sum(chips) + sum(paid) == 0
    assert min(chips, default=0) >= 0


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


STACKS = [1, 3, 7, 12, 40, 100, 1_000]


@pytest.mark.sampled
def test_betting_keeps_all_chips_whatever_players_do() -> None:
    betting = load(HOLDEM / "betting.py")
    source = random.Random(42)
    for _ in range(50 * HANDS):
        names = [f"player {number}" for number in range(source.randint(2, 6))]
        chips = {name: source.choice(STACKS) for name in names}
        room = open_room(betting, chips)
        while step := (room["turn"] or betting.next_step(room)):
            if source.random() < 0.05:
                betting.stand_up(room, source.choice(names))
            elif room["turn"]:
                act_at_random(betting, room, source)
            elif step == "end":
                pay_at_random(betting, room, source)
            else:
                betting.begin_street(room, ["card"])
            check_chips(room)


def pay_at_random(betting: Any, room: Json, source: random.Random) -> None:
    """Pay the pots by random strengths, and see that each player wins what the rules say, and who folded nothing."""
    paid = room["paid"].copy()
    seats = room["seats"].copy()
    folded = set(room["folded"])
    strengths = {seat: source.randint(1, 3) for seat in betting.live_seats(room)}
    betting.pay_pots(room, strengths, {})
    expected = share_pots(paid, {seats[seat]: strengths[seat] for seat in strengths})
    assert {name: won for name, won in room["won"].items() if won} == expected
    assert not folded & expected.keys()


def act_at_random(betting: Any, room: Json, source: random.Random) -> None:
    """Act, and see that acts that the rules do not have change nothing."""
    name = room["turn"]
    stack = room["players"][name]["chips"]
    owed = room["most"] - room["paid"][name]
    least = room["least"]
    number = room["number"]
    before = json.dumps(room)
    wrong: list[Any] = [-1, stack + 1, 1.0, True, "1", None]
    if 0 < owed <= stack:
        wrong.append(owed - 1)
    if owed < owed + least - 1 < stack:
        wrong.append(owed + least - 1)
    for chips in wrong:
        with pytest.raises((TypeError, ValueError)):
            betting.act(room, name, number, chips)
    betting.act(room, name, number - 1, fold=True)
    other = next(other for other in room["players"] if other != name)
    with pytest.raises(ValueError, match="turn"):
        betting.act(room, other, number, fold=True)
    assert json.dumps(room) == before
    with suppress(ValueError):  # who may not raise may call
        if source.random() < 0.4:
            raised = source.choice([stack, owed + least, owed + 2 * least])
            betting.act(room, name, number, raised)
            return
    folds = source.random() < 0.2
    betting.act(room, name, number, min(owed, stack), fold=folds)


def share_pots(paid: dict[str, int], strengths: dict[str, int]) -> dict[str, int]:
    """Return what each player wins. The chips that the same players may win are one pot."""
    pots: Counter[tuple[str, ...]] = Counter()
    for level in range(max(paid.values())):
        payers = [name for name in paid if paid[name] > level]
        rivals = tuple(name for name in payers if name in strengths)
        pots[rivals] += len(payers)
    won: Counter[str] = Counter()
    for rivals, pot in pots.items():
        most = max(strengths[rival] for rival in rivals)
        best = [name for name in rivals if strengths[name] == most]
        for chip in range(pot):
            won[best[chip % len(best)]] += 1
    return dict(won)


def test_blinds_turns_and_raises_are_those_of_holdem() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 100, "Bob": 100, "Cem": 100})
    assert room["seats"] == {"1": "Ann", "2": "Bob", "dealer": "Cem"}
    assert room["paid"] == {"Ann": 5, "Bob": 10, "Cem": 0}
    assert room["turn"] == "Cem"
    assert room["least"] == 10
    for name, chips in (("Cem", 30), ("Ann", 25), ("Bob", 20)):
        assert room["turn"] == name
        betting.act(room, name, room["number"], chips)
        assert room["least"] == 20  # after a raise by 20, and two calls
    assert room["turn"] is None
    assert betting.next_step(room) == "flop"
    betting.begin_street(room, ["card"] * 3)
    assert room["turn"] == "Ann"
    assert room["least"] == 10
    for name in ("Ann", "Bob", "Cem"):
        betting.act(room, name, room["number"], 0)
    assert betting.next_step(room) == "turn"


def test_of_two_players_the_button_is_the_small_blind_and_acts_first() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 100, "Bob": 100})
    assert room["seats"] == {"1": "Ann", "dealer": "Bob"}
    assert room["paid"] == {"Ann": 10, "Bob": 5}
    assert room["turn"] == "Bob"
    betting.act(room, "Bob", 0, 5)
    assert room["turn"] == "Ann"  # the big blind may raise
    betting.act(room, "Ann", 1, 0)
    betting.begin_street(room, ["card"] * 3)
    assert room["turn"] == "Ann"


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

    def __init__(self, service: Service, url: str, drand: str) -> None:
        self.service = service
        self._url = url
        self._drand = drand
        self._bots: list[Any] = []
        self.members = {name: Member(name) for name in NAMES}
        self.channel = Member("channel")
        self.start()

    def start(self, drand: str | None = None) -> None:
        """Start the bot, as a new process would, with a drand that does not let it wait."""
        code = BOT.read_text().replace(ADDRESS, self._url)
        code = code.replace("// 3 + 12", "// 3")
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
    ) -> Message:
        """Send a message to the channel, and return the last answer in it."""
        author, *mentioned = [self.members[member] for member in (name, *members)]
        await self.bot.bot.say(author, self.channel, text, *mentioned, number=number)
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
        self, answer: Message, seen: list[Json] | None = None, **confirmed: Any
    ) -> Json:
        """Return the verdict on the file of an answer, with what a member saw and noted."""
        noted: Json = {"confirmed": confirmed}
        if seen is not None:
            noted["seen"] = seen
        verdict: Json = self.service.call("/v1/verify", answer.file | noted)
        return verdict


def find_commitment(answer: Message) -> str:
    return str(re.findall("[0-9a-f]{64}", answer.text)[0])


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
    """Yield a chat, in which no token of a shoe is sent."""
    url, drand = addresses
    for name, module in discord_stand_in.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.chdir(tmp_path)
    with Service(url) as service:
        (key,) = service.call("/.well-known/jwks.json")["keys"]
        monkeypatch.setenv("DISCORD_TOKEN", "token")
        monkeypatch.setenv("VRF_KEY", key["kid"])
        chat = Chat(service, url, drand)
        yield chat
        for member in (chat.channel, *chat.members.values()):
            assert TOKEN not in json.dumps(member.inbox)


@pytest.mark.packages
def test_dice_are_proved_at_once(chat: Chat, tmp_path: Path) -> None:
    async def play() -> None:
        rolled = await chat.say("Ann", "!roll 3d6 to the moon", number=7)
        again = await chat.say("Ann", "!roll 3d6 to the moon", number=7)
        assert rolled == again
        proof = rolled.file
        assert len(proof["integers"]) == 3
        assert rolled.text == f"Ann rolls {proof['integers']}"
        assert proof["proof"]["alpha"]["game"] == "message 7"
        assert proof["proof"]["alpha"]["players"] == ["to the moon"]
        assert chat.verify(rolled)["valid"] is True
        keys = chat.service.call("/.well-known/jwks.json")
        Path("jwks.json").write_text(json.dumps(keys))
        Path("proof.json").write_text(json.dumps(proof))
        program = str(ROOT / "verify" / "verify.mjs")
        command = ["node", program, "--keys", "jwks.json", "proof.json"]
        checked = subprocess.run(command, capture_output=True, text=True, check=True)
        assert checked.stdout.startswith("valid")

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
        assert verdict["valid"] is True
        assert verdict["chosen_by"] == "last_word"
        _, *numbers = chain(*(seen["integers"] for seen in proof.file["seen"]))
        chests = zip(numbers, answers, strict=True)
        for count, (number, answer) in enumerate(chests, 1):
            thing = chat.bot.name_thing(numbers[:count])
            assert answer == (f"Ann, chest {count}, number {number}: {thing}", None)
        others = find_commitment(await chat.say("Bob", "!open"))
        assert chat.verify(proof, commitment=others)["valid"] is False
        with pytest.raises(TableError):
            await chat.say("Ann", "!open")

    chat.run(play)


@pytest.mark.packages
@for_each(
    ("numbers", "thing"),
    [
        ([6], "an epic"),
        ([7], "a rare thing"),
        ([57], "a rare thing"),
        ([58], "a common thing"),
        ([1_000], "a common thing"),
        ([1_000] * 73, "a common thing"),
        ([1_000] * 90, "an epic"),
        ([1_000] * 91, "a common thing"),
    ],
)
def test_a_chest_has_what_its_number_and_those_before_say(
    chat: Chat, numbers: list[int], thing: str
) -> None:
    assert chat.bot.name_thing(numbers) == thing


@pytest.mark.packages
def test_each_member_gets_a_role_that_nobody_else_sees(chat: Chat) -> None:
    async def play() -> None:
        commitment = await chat.kill_while_waiting("Ann", "!roles monday", *NAMES)
        again = await chat.say("Ann", "!roles monday", *NAMES)
        assert find_commitment(again) == commitment
        answers = {name: member.inbox[-1] for name, member in chat.members.items()}
        hands = chain(*(answer.file["hands"] for answer in answers.values()))
        counts = sorted(len(hand["cards"]) for hand in hands)
        assert counts == [0] * 12 + [1] * 4
        told_to_all = json.dumps(chat.channel.inbox).split('"')
        assert {"werewolf", "seer"} <= set(told_to_all)  # in the terms alone
        with pytest.raises(TableError):
            await chat.say("Ann", "!roles monday", *reversed(NAMES))
        with pytest.raises(TableError):
            await chat.say("Bob", "!prove roles monday")
        proof = await chat.say("Ann", "!prove roles monday")
        noted: Json = {"commitment": commitment, "client_seed": Beacon.RANDOMNESS}
        for number, answer in enumerate(answers.values(), 1):
            seen = answer.file
            assert chat.verify(proof, seen=[seen], **noted)["valid"] is True
            (own,) = [hand["cards"] for hand in seen["hands"] if hand["cards"]]
            assert answer.text == f"You have number {number}: {own}"
            (role,) = own
            another = "healer" if role == "seer" else "seer"
            swapped = json.loads(json.dumps(seen).replace(role, another))
            assert chat.verify(proof, seen=[swapped], **noted)["valid"] is False

    chat.run(play)


@pytest.mark.packages
def test_a_raffle_has_one_result(chat: Chat) -> None:
    async def play() -> None:
        for name in (*NAMES, "Ann"):
            await chat.say(name, "!join spring")
        commitment = await chat.kill_while_waiting("Dee", "!draw spring 2")
        late = await chat.say("Ann", "!join spring")
        assert "closed" in late.text
        drawn = await chat.say("Ann", "!draw spring 2")
        again = await chat.say("Bob", "!draw spring 2")
        assert drawn == again
        with pytest.raises(TableError):
            await chat.say("Ann", "!draw spring 3")
        assert drawn.file["receipt"]["terms"]["items"] == list(NAMES)
        winners = drawn.file["seen"][0]["cards"]
        assert drawn.text == f"The winners: {', '.join(winners)}"
        noted: Json = {"commitment": commitment, "client_seed": Beacon.RANDOMNESS}
        assert chat.verify(drawn, **noted)["valid"] is True
        noted["client_seed"] = "another"
        assert chat.verify(drawn, **noted)["valid"] is False

    chat.run(play)


STACK = 100 * HANDS
"""Chips for all hands: a hand costs at most 85, of four doubled bets of 10 and an insurance of 5.

Who has none cannot bet, and the others wait for that bet.
"""


class Workers(GameServer):
    """The table of blackjack by gunicorn, whose workers are killed one at a time."""

    def __init__(self, folder: Path, service: str) -> None:
        for name in ("rules.py", "table.py"):
            code = (BLACKJACK / name).read_text().replace(ADDRESS, service)
            code = code.replace("DECKS, CUT = 6, 78", "DECKS, CUT = 1, 6")
            code = code.replace(
                "STACK, SEATS, HANDS = 1_000", f"STACK, SEATS, HANDS = {STACK}"
            )
            (folder / name).write_text(code)
        super().__init__(folder, [], "tables.db", PYTHONPATH=CLIENT)
        arguments = "-m gunicorn table:app --workers 2 --log-level warning --bind"
        address = f"127.0.0.1:{self.port}"
        self._command = [sys.executable, *arguments.split(), address]

    def start(self) -> None:
        if not self.process:
            super().start()

    def kill(self) -> None:
        """Kill a worker. Gunicorn starts another one."""
        assert self.process
        assert self.process.poll() is None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if children:
            kill(int(children[self.starts % len(children)]))
        self.starts += 1

    def stop(self) -> None:
        assert self.process
        self.process.terminate()
        self.process.wait(PATIENCE)


MOVES = ["split", "split", "hit", "double", "stand"]


class Gambler:
    """A player of blackjack who acts at random, and sends messages twice.

    `opened` are the different commitments that the table has shown, and `views` the longest list of views.
    """

    def __init__(self, server: Workers, name: str, seed: int) -> None:
        self.random = random.Random(f"{seed} {name}")
        self.name = name
        self.url = f"{server.url}/tables/t"
        self.opened: list[Json] = []
        self.views: list[Json] = []
        self.has_left = False

    def fetch(self, path: str = "", body: Json | None = None) -> Json:
        """Send a request until a worker lives through it; a message that is refused changes nothing."""
        data = json.dumps(body).encode() if body else None
        headers = {"Content-Type": "application/json"}
        while True:
            try:
                request = Request(self.url + path, data, headers)
                with urlopen(request, timeout=60) as response:
                    answer: Json = json.load(response)
                    return answer
            except HTTPError as error:
                if error.code == 400:
                    return {}
            except (OSError, HTTPException):
                continue

    def watch(self) -> Json:
        """Return the game, and keep of what the table shows what the test checks: all of it would be gigabytes."""
        shown = self.fetch()
        if shown["opened"] not in self.opened:
            self.opened.append(shown["opened"])
        self.views = max(self.views, shown["views"], key=len)
        game: Json = shown["game"]
        return game

    def play(self, hands: int) -> None:
        while not self.has_left:
            game = self.watch()
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
            return {"do": "act", "move": self.random.choice(MOVES)}
        if len(game["bets"]) == len(NAMES) - 1:
            return {"do": "start"}
        return {"do": "bet", "chips": 10, "words": f"the words of {self.name}"}


@pytest.mark.packages
@pytest.mark.sampled
def test_blackjack_is_played_while_its_workers_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: str, seed: int
) -> None:
    async def play(
        server: Workers, proxy: FaultyProxy, gamblers: list[Gambler]
    ) -> None:
        killing = kill_again_and_again(server, proxy, random.Random(seed))
        killer = asyncio.create_task(killing)
        playing = [
            asyncio.create_task(asyncio.to_thread(gambler.play, HANDS))
            for gambler in gamblers
        ]
        try:
            await until(
                lambda: all(task.done() for task in playing),
                killer,
                moves=proxy.count_answers,
            )
        finally:
            killer.cancel()
            for gambler in gamblers:
                gambler.has_left = True
            await asyncio.gather(*playing)

    monkeypatch.chdir(tmp_path)
    with run_faulty_proxy(live, seed) as proxy:
        server = Workers(tmp_path, proxy.url)
        server.start()
        gamblers = [Gambler(server, name, seed) for name in NAMES[:3]]
        try:
            asyncio.run(play(server, proxy, gamblers))
            gamblers[0].fetch(body={"do": "close", "hand": HANDS + 1, "number": 0})
            proof = gamblers[0].fetch("/proof")
        finally:
            server.stop()
    states = server.entries("game t")
    print(f"{HANDS} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}")
    check_games(states)
    check_turns(server)
    (opened,) = gamblers[0].opened
    assert all(gambler.opened == [opened] for gambler in gamblers)
    views = max((gambler.views for gambler in gamblers), key=len)
    assert all(not view["cards"] for view in views if view.get("seat") == "dealer")
    assert proof["seen"][: len(views)] == [view["seen"] for view in views]
    confirmed = {
        "commitment": opened["commitment"],
        "client_seed": views[0]["client_seed"],
        "digest": views[-1]["digest"],
    }
    noted = {"receipt": proof["receipt"], "seen": proof["seen"], "confirmed": confirmed}
    with Service(live) as client:
        assert client.call("/v1/verify", noted)["valid"] is True


def check_games(games: list[Json]) -> None:
    """No state is lost, and of the one pack nothing that is in play comes twice. Hands are split at times."""
    assert [game["version"] for game in games] == list(range(1, len(games) + 1))
    for game in games:
        own = [hand["cards"] for hand in game["hands"]]
        cards = [*game["dealer"], *game["hole"], *chain(*own)]
        assert len(set(cards)) == len(cards)
        assert game["phase"] == "bets" or len(game["in_play"]) == len(cards)
    assert any(hand["is_split"] for game in games for hand in game["hands"])


def check_turns(server: Workers) -> None:
    """No place is drawn twice. After the cut card a hand begins with all cards, and within a hand without some."""
    turns = server.responses("shoe of t")
    places = [
        place
        for turn in turns
        for place in zip(turn["rounds"], turn["positions"], strict=True)
    ]
    assert len(set(places)) == len(places)
    named = list(zip(server.actions("shoe of t"), turns, strict=True))
    for (_, last), (action, turn) in pairwise(named):
        if action.endswith(" draw 0") and last["remaining"] <= 6:
            assert turn["in_play"] == {"before": [], "after": []}
    assert any(turn["in_play"]["before"] for turn in turns if turn["reshuffled"])


def test_the_view_of_django_answers_both_methods(
    live: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = (BLACKJACK / "README.md").read_text()
    (view,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    table = (BLACKJACK / "table.py").read_text().replace(ADDRESS, live)
    start, _ = table.split('@app.get("/tables/<name>")\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(BLACKJACK)
    django = "def csrf_exempt(view): return view\ndef JsonResponse(data, status=200): return status, data\n"
    views = load(BLACKJACK / "table.py", start + django + dedent(view))

    def ask(method: str, body: Json | None = None, **query: str) -> Any:
        request = SimpleNamespace(method=method, GET=query, body=json.dumps(body))
        return views.play(request, "table 7")

    bet = {"do": "bet", "name": "Ann", "hand": 1, "chips": 10}
    nothing = {"do": "bet", "name": "Bob", "hand": 1, "chips": 0}
    start_hand = {"do": "start", "name": "Ann", "hand": 1, "number": 0}
    with views.service:
        _, before = ask("GET")
        assert ask("POST", bet) == (200, {})
        refused, _ = ask("POST", nothing)
        assert refused == 400
        assert ask("POST", start_hand) == (200, {})
        status, shown = ask("GET", since="1")
        assert status == 200
        assert shown["opened"] == before["opened"]
        assert len(shown["game"]["hands"][0]["cards"]) == 2
        assert shown["game"]["hole"] == []
        assert shown["views"][0]["draws"] == 2


INSURE = {"do": "insure", "chips": 5}
STAND = {"do": "act", "move": "stand"}
HIT = {"do": "act", "move": "hit"}
DOUBLE = {"do": "act", "move": "double"}
SPLIT = {"do": "act", "move": "split"}


@for_each(
    ("cards", "hole", "moves", "chips"),
    [
        ("AS 9H KS", "9D", [], 15),  # a natural
        ("AS KH KS", "AD", [], 0),  # against another
        ("TS AH 9S", "KD", [INSURE], 0),  # insured
        ("TS AH 9S", "8D", [INSURE, STAND], -5),
        ("5S 6H 6S TH", "TD", [DOUBLE], 20),  # against 26: the dealer draws a ten
        ("8S 9H 8H TC 9C", "8D", [SPLIT, STAND, STAND], 10),
        ("AS 9H AH KC 9C", "9D", [SPLIT], 20),  # 21, no natural, and 20
        ("TS 6H 6S KC", "TD", [HIT], -10),
    ],
)
def test_hands_of_blackjack_are_paid(
    cards: str, hole: str, moves: list[Json], chips: int
) -> None:
    rules = load(BLACKJACK / "rules.py")
    game = rules.new_game()
    left = [*cards.split(), "TH", "TH", "TH"]

    def lay_what_is_due() -> None:
        while due := rules.next_draw(game):
            count, seat = due
            drawn = [hole] if seat else [left.pop(0) for _ in range(count)]
            rules.lay(game, drawn)

    rules.apply(game, "bet", "Ann", 1, chips=10)
    rules.apply(game, "start", "Ann", 1, 0)
    lay_what_is_due()
    for move in moves:
        rules.apply(game, name="Ann", hand=1, number=game["number"], **move)
        lay_what_is_due()
    assert game["phase"] == "bets"
    assert game["chips"]["Ann"] - rules.STACK == chips
