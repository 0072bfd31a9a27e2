"""The bot of examples/: dice, chests, roles and raffles of a channel, which its members check."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from itertools import chain
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from shuffle_and_deal import Service, TableError

from tests.conftest import run_service
from tests.docs.examples import ADDRESS
from tests.docs.guide import Beacon
from tests.packages import discord_stand_in
from tests.packages.discord_stand_in import Member, Message
from tests.packages.game_server import EXAMPLES, NAMES, TOKEN, load, until
from tests.peers import run_http_server
from tests.tables import for_each
from tools.files import ROOT

Json = dict[str, Any]
BOT = EXAMPLES / "discord-bot" / "bot.py"
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
