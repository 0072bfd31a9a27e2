"""A stand-in for discord.py: the names that the bot of examples/ uses, and a chat without a network."""

import inspect
import json
from collections.abc import Awaitable, Callable
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

Command = Callable[..., Awaitable[None]]


class Message(NamedTuple):
    """A text, and the JSON of its file or None."""

    text: str
    file: Any


_ids = count(1_400_000_000_000_000_001)


class Member:
    """A member of the server, or a channel. `inbox` has the messages to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = next(_ids)
        self.inbox: list[Message] = []

    async def send(self, content: str, *, file: Any = None) -> None:
        assert len(content) <= 2_000
        self.inbox.append(Message(content, file and json.load(file.fp)))


class Bot:
    """The commands of a bot. `run` returns at once."""

    def __init__(self, command_prefix: str, intents: object) -> None:
        self.commands: dict[str, Command] = {}
        self.prefix = command_prefix

    def command(self, name: str | None = None) -> Callable[[Command], Command]:
        def add(function: Command) -> Command:
            self.commands[name or function.__name__] = function
            return function

        return add

    def run(self, token: str) -> None:
        assert token

    async def say(
        self,
        author: Member,
        channel: Member,
        text: str,
        *members: Member,
        number: int = 0,
    ) -> None:
        """Call the command of a message, with its words as the parameters of the function ask for them."""
        name, _, rest = text.removeprefix(self.prefix).partition(" ")
        message = SimpleNamespace(id=number or next(_ids))
        context = SimpleNamespace(
            author=author, channel=channel, message=message, send=channel.send
        )
        _, *parameters = inspect.signature(self.commands[name]).parameters.values()
        words: list[Any] = []
        options = {}
        for parameter in parameters:
            if parameter.kind is parameter.KEYWORD_ONLY:
                options = {parameter.name: rest} if rest else {}
            elif parameter.kind is parameter.VAR_POSITIONAL:
                assert parameter.annotation is Member
                words += members
            else:
                word, _, rest = rest.partition(" ")
                words.append(int(word) if parameter.annotation is int else word)
        await self.commands[name](context, *words, **options)


def make_file(fp: Any, filename: str) -> SimpleNamespace:
    """Return a file as discord.py takes it."""
    return SimpleNamespace(fp=fp, filename=filename)


def modules() -> dict[str, ModuleType]:
    """Return the modules to import in place of discord.py's."""
    names = ("discord", "discord.ext", "discord.ext.commands")
    discord, extensions, commands = (ModuleType(name) for name in names)
    intents = SimpleNamespace(all=lambda: None)
    vars(discord).update(ext=extensions, Member=Member, Intents=intents, File=make_file)
    vars(extensions).update(commands=commands)
    vars(commands).update(Bot=Bot)
    return dict(zip(names, (discord, extensions, commands), strict=True))
