"""The table of blackjack of examples/: people play while its workers are killed, and hands are paid by the rules."""

import asyncio
import json
import random
import re
import sys
from http.client import HTTPException
from itertools import chain, pairwise
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from shuffle_and_deal import Service

from tests.docs.examples import ADDRESS
from tests.packages.faulty_proxy import FaultyProxy, run_faulty_proxy
from tests.packages.game_server import (
    CLIENT,
    EXAMPLES,
    HANDS,
    MOST_MOVES,
    NAMES,
    GameServer,
    kill_again_and_again,
    load,
    until,
)
from tests.peers import kill
from tests.tables import for_each
from tools.serving import PATIENCE

Json = dict[str, Any]
BLACKJACK = EXAMPLES / "flask-blackjack"
STACK = 100 * MOST_MOVES
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

    `opened` are the different commitments that the table has shown, `views` the longest list of views, and `has_split`
    whether a hand has been split.
    """

    def __init__(self, server: Workers, name: str, seed: int) -> None:
        self.random = random.Random(f"{seed} {name}")
        self.name = name
        self.url = f"{server.url}/tables/t"
        self.opened: list[Json] = []
        self.views: list[Json] = []
        self.has_split = False
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
        self.has_split |= any(hand["is_split"] for hand in game["hands"])
        return game

    def play(self) -> None:
        while not self.has_left:
            game = self.watch()
            if self.has_seen_all(game):
                return
            message = {
                "name": self.name,
                "hand": game["hand"],
                "number": game["number"],
            }
            for _ in range(self.random.randint(1, 2)):
                self.fetch(body=message | self.decide(game))

    def has_seen_all(self, game: Json) -> bool:
        """Return whether the hands are over, one was split, and the shoe ran out within one: the cards decide when.

        All players find so before the same hand. Who has not bet yet sees how the last hand ended, and no card of the
        next one, which waits for the bets of all.
        """
        if game["phase"] != "bets" or self.name in game["bets"]:
            return False
        is_complete = self.has_split and any(map(ran_out_within, self.views))
        return is_complete and game["hand"] > HANDS

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
            asyncio.create_task(asyncio.to_thread(gambler.play)) for gambler in gamblers
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
            hand = gamblers[0].watch()["hand"]
            gamblers[0].fetch(body={"do": "close", "hand": hand, "number": 0})
            proof = gamblers[0].fetch("/proof")
        finally:
            server.stop()
    states = server.entries("game t")
    print(f"{hand - 1} hands, {server.starts - 1} kills, requests: {dict(proxy.fates)}")
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
    assert any(map(ran_out_within, turns))


def ran_out_within(turn: Json) -> bool:
    """Return whether the shoe ran out at a draw within a hand, so that cards stayed in play."""
    return bool(turn["reshuffled"] and turn["in_play"]["before"])


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
