"""A sealed game or shoe whose state is in a store: no card is lost or dealt twice, whatever process is killed."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Concatenate, NotRequired, ParamSpec, TypedDict, TypeVar, Unpack

from shuffle_and_deal.service import AsyncService, Service, ServiceError, finish
from shuffle_and_deal.stores import Store, settle

T = TypeVar("T")
P = ParamSpec("P")
Json = dict[str, Any]
Consents = Callable[[Json, str], Awaitable[Json] | Json]


class TableError(Exception):
    """The table cannot do this now: it is not open, is revealed, has another action with this name, or lost entries."""


class WordsMissing(TableError):
    """No card leaves before all players gave their texts. `seats` lists those who did not."""

    def __init__(self, seats: list[str]) -> None:
        self.seats = seats
        super().__init__(f"These seats have not given their texts: {', '.join(seats)}.")


class DealMembers(TypedDict, total=False):
    """The members of a request for a deal."""

    stage: str
    through: str
    reshuffle: bool
    client_seed: str
    notation: str
    name_style: str


DrawMembers = TypedDict(
    "DrawMembers",
    {
        "seat": str,
        "burn": int,
        "from": str,
        "pile": str,
        "part": str,
        "reshuffle": bool,
        "in_play": list[int] | list[str],
        "client_seed": str,
        "notation": str,
        "name_style": str,
    },
    total=False,
)


class Keys(TypedDict):
    """The public keys of a player, as JWK: Ed25519 to sign with, and P-256 for cards that only the player reads."""

    sign: Json
    view: NotRequired[Json]


@dataclass(frozen=True)
class Turn:
    """A deal or a draw that is saved. `response` is the whole response, for the backend alone."""

    name: str
    response: Json
    _views: Json
    _spectators: Json

    @property
    def cards(self) -> list[Any]:
        """The cards, items or integers of a draw."""
        drawn: list[Any] = self.response["integers" if "integers" in self.response else "cards"]
        return drawn

    def view(self, seat: str | None = None) -> Json:
        """Return the response that a seat may have, or spectators. Only a view may leave the backend."""
        view: Json = self._views.get(seat, self._spectators) if seat else self._spectators
        return view


class _State:
    """What the saved entries of a table lead to: the members of `head`, and the text of each deal and draw."""

    def __init__(self) -> None:
        self.number = 0  # of the next entry
        self.head: Json = {"seats": {}, "leaves": {}}
        self.client_seed: str | None = None  # as the first deal or draw has it
        self._turns: list[str] = []
        self._numbers: dict[str, int] = {}

    def add(self, text: str) -> bool:
        """Go on by an entry: `{"head": …}` with the members that change, and perhaps `"turn"`.

        Return whether it follows: a turn has the digest of the last one, unless entries were lost or came twice.
        """
        entry = json.loads(text)
        if "turn" in entry and entry["turn"]["response"]["previous"] != self.head.get("digest"):
            return False
        self.head.update(entry["head"])
        if "turn" in entry:
            if not self._turns:
                self.client_seed = entry["turn"]["asked"].get("client_seed")
            self._numbers[entry["turn"]["name"]] = len(self._turns)
            self._turns.append(text)
        self.number += 1
        return True

    def turns(self) -> list[Json]:
        return [json.loads(text)["turn"] for text in self._turns]

    def find_turn(self, name: str) -> Json | None:
        """Return the deal or draw with a name, or None."""
        number = self._numbers.get(name)
        return None if number is None else json.loads(self._turns[number])["turn"]

    @property
    def has_turns(self) -> bool:
        return bool(self._turns)

    @property
    def seats(self) -> dict[str, Json]:
        seats: dict[str, Json] = self.head["seats"]
        return seats

    @property
    def missing(self) -> list[str]:
        """The seats whose texts the terms need, and that have not given them."""
        return [seat for seat, player in sorted(self.seats.items()) if player["word"] and not player.get("text")]


class _Place:
    """What a process keeps of a table: a lock, the state that the last call left, and how far it has read."""

    def __init__(self, lock: Any) -> None:
        self.lock, self.state = lock, _State()
        self.seen = (0, "")  # the number of entries, and the last one

    def note(self, number: int, text: str) -> None:
        with _guard:
            self.seen = max(self.seen, (number, text), key=lambda seen: seen[0])


_LOSS = (
    "The store lost entries of {!r} that this process saw, by a failover or a restored backup, or has others in their "
    "place. Another draw could deal a card twice. Restore the entries, or go on with a new shoe under a new name."
)
_guard = threading.Lock()
_KEPT = 1_000  # tables of one store; a state that is kept no longer is read from the store again


def _find_place(store: Store, name: str, make_lock: Callable[[], Any]) -> _Place:
    """Return the place of a table in this process: every object with one store and name has the same."""
    with _guard:
        places: dict[str, _Place] = vars(store).setdefault(f"_places {make_lock}", {})
        place = places[name] = places.pop(name) if name in places else _Place(make_lock())
        if len(places) > _KEPT:
            del places[next(iter(places))]
        return place


def _make_turn(turn: Json) -> Turn:
    return Turn(turn["name"], turn["response"], turn["seat_views"], turn["spectator_view"])


# The members of responses that a table reads, with their types
_OPENED: Json = {"shoe": str, "commitment": str, "digest": str, "terms": dict}
_TAKEN: Json = {"shoe": str, "previous": str, "digest": str, "round": int, "seat_views": dict, "spectator_view": dict}
_REVEALED: Json = {"shoe": str, "receipt": dict}


def _stages(view: Json) -> list[Json]:
    """Return the response for each stage of a deal, or the response itself."""
    return view.get("dealt_stages") or [view]


class AsyncTable:
    """One sealed game or shoe, by its name in a store. Objects with the same store and name are the same table.

    A call does one thing at a time for its table, in the order of the calls. If another process was faster, the call
    throws its cards away, reads the state again and goes on. Cards are returned after they are saved: if the process
    or a connection ends before that, the same call returns the same cards.
    """

    _lock: Any = asyncio.Lock

    def __init__(self, service: AsyncService, store: Store, name: str) -> None:
        self._ask: Callable[[str, Json], Awaitable[Any] | Any] = service.call
        self._store, self.name = store, name

    @asynccontextmanager
    async def _enter(self) -> AsyncIterator[_State]:
        """Wait for one's turn at the table, and yield the state that the last call left."""
        place = _find_place(self._store, self.name, self._lock)
        async with place.lock:
            yield place.state

    async def _use(self, function: Callable[..., Any], *values: object) -> Any:
        """Call a function of the store, in a thread unless it is a coroutine function."""
        if inspect.iscoroutinefunction(function):
            return await function(*values)
        return await settle(await asyncio.to_thread(function, *values))

    async def _read(self, state: _State) -> _State:
        """Add to a state what other processes have saved since, and return it.

        Raises `TableError` if the store has not all that this process saw. The last entry that it saw shows that, as
        each draw is bound to all before it.
        """
        place = _find_place(self._store, self.name, self._lock)
        count, last = place.seen  # before the load: other calls go on meanwhile
        first = max(0, min(state.number, count) - 1)
        texts = await self._use(self._store.load, self.name, first)
        if count and [*texts[count - 1 - first : count - first]] != [last]:
            raise TableError(_LOSS.format(self.name))
        for text in texts[state.number - first :]:
            if not state.add(text):
                raise TableError(_LOSS.format(self.name))
            place.note(state.number, text)
        return state

    async def _change(self, step: Callable[[_State], Awaitable[tuple[Json | None, T]]]) -> T:
        """Take a step from the newest state until its entry is saved, and return its result. None is not saved.

        A step is taken again only after another process saved an entry, so a shoe bounds how often: no pause is needed.
        """
        async with self._enter() as state:
            refused = -1
            while (await self._read(state)).number != refused:
                entry, result = await step(state)
                if entry is None:
                    return result
                text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
                if await self._use(self._store.save, self.name, state.number, text):
                    state.add(text)
                    _find_place(self._store, self.name, self._lock).note(state.number, text)
                    return result
                refused = state.number
        raise TableError(_LOSS.format(self.name))

    async def _call(self, path: str, body: Json, members: Json) -> Json:
        """Return the response of the service. Raises `ServiceError` for one without these members."""
        response: Json = await settle(self._ask(path, body))
        known = response if isinstance(response, dict) else {}
        if missing := [name for name, kind in members.items() if not isinstance(known.get(name), kind)]:
            raise ServiceError(f"{path}: the response has no {', '.join(missing)}. Is this the address of the service?")
        return response

    async def join(self, seat: str, word: str | None = None, keys: Keys | None = None) -> list[str]:
        """Note a player before the shoe is opened: the SHA-256 of a random text, and the keys for private hands.

        Returns the seats that are taken, in the order of their names. Raises `TableError` if somebody else has the
        seat, if the shoe is open, or if the word is no SHA-256.
        """
        if word is not None and not re.fullmatch("[0-9a-f]{64}", word):
            raise TableError("word: a SHA-256 in lower-case hexadecimal was expected.")
        player = {"word": word, "keys": keys}

        async def step(state: _State) -> tuple[Json | None, list[str]]:
            known = state.seats.get(seat)
            if known and {name: known[name] for name in player} == player:
                return None, sorted(state.seats)
            if known or "opened" in state.head:
                raise TableError(f"Seat {seat!r} is taken." if known else "The shoe is open: nobody joins any more.")
            return {"head": {"seats": {**state.seats, seat: player}}}, sorted([*state.seats, seat])

        return await self._change(step)

    async def open(self, /, **terms: Any) -> Json:
        """Seal the shoe that the members of a request to /v1/shoes describe, and return what everybody may know.

        That is, with the commitment, the response without its token. The words and keys of the players who joined are
        added, words in the order of the seats' names. Raises `TableError` if it is open with other terms.
        """

        async def step(state: _State) -> tuple[Json | None, Json]:
            if "opened" in state.head:
                if state.head["asked"] != terms:
                    raise TableError(f"{self.name!r} is open with other terms. Each shoe has a name of its own.")
                return None, deepcopy(state.head["opened"])
            opened = await self._call("/v1/shoes", {**terms, **_terms_of(state.seats)}, _OPENED)
            head = {"asked": terms, "token": opened.pop("shoe"), "digest": opened["digest"], "round": 0}
            return {"head": {**head, "opened": opened}}, opened

        return await self._change(step)

    async def give(self, seat: str, text: str) -> list[str]:
        """Note the text of a player, and return the seats that have not given theirs.

        Raises `TableError` if the shoe is not open, if it is not the text with the SHA-256 that `join` noted, or if
        the service would refuse it.
        """

        async def step(state: _State) -> tuple[Json | None, list[str]]:
            player = state.seats.get(seat, {})
            if "opened" not in state.head:
                raise TableError("Players give their texts after they have seen the commitment: open the shoe first.")
            if hashlib.sha256(text.encode()).hexdigest() != player.get("word"):
                raise TableError(f"This is not the text that seat {seat!r} joined with.")
            if not re.fullmatch("[A-Za-z0-9_-]{16,64}", text):
                raise TableError("A text has 16 to 64 of A-Z, a-z, 0-9, _ and -: the service takes no other.")
            if "text" in player:
                return None, state.missing
            missing = [other for other in state.missing if other != seat]
            return {"head": {"seats": {**state.seats, seat: {**player, "text": text}}}}, missing

        return await self._change(step)

    async def deal(self, action: str, consents: Consents | None = None, **members: Unpack[DealMembers]) -> Turn:
        """Deal the next stage, or all `through` a later one. `action` is a name of your own for this deal.

        A call with the same name returns the same cards, until the reveal and after it. Each call may have the
        `client_seed`: it is sent with the first deal or draw, whichever that is. `consents` is needed for a
        shoe that has the players' keys: it gets the action to sign and the digest, and returns a dictionary of
        `consents`, and perhaps `leaves`, by seat. It is called again if another process was faster.

        Raises `WordsMissing`, `TableError`, and what `AsyncService.call` raises.
        """
        return await self._take("deal", action, {**members}, consents)

    async def draw(
        self, action: str, count: int, consents: Consents | None = None, **members: Unpack[DrawMembers]
    ) -> Turn:
        """Draw `count` cards, for a `seat` or for everybody to see; see `deal`."""
        return await self._take("draw", action, {"count": count, **members}, consents)

    async def _take(self, kind: str, name: str, members: Json, consents: Consents | None) -> Turn:
        members = {member: value for member, value in members.items() if value is not None}

        async def step(state: _State) -> tuple[Json | None, Turn]:
            if turn := state.find_turn(name):
                if (turn["action"], turn["asked"]) != (kind, members):
                    raise TableError(f"{name!r} is the name of another action of {self.name!r}.")
                return None, _make_turn(turn)
            sent = {**members}
            if state.client_seed and state.client_seed == members.get("client_seed"):
                del sent["client_seed"]
            body = await self._body(state, kind, sent, consents)
            response = await self._call(f"/v1/shoes/{kind}", {**body, "each_seat": True}, _TAKEN)
            if response["previous"] != state.head["digest"]:
                raise ServiceError(f"/v1/shoes/{kind}: the response is for another state of the shoe.")
            head = {"token": response.pop("shoe"), "digest": response["digest"], "round": response["round"]}
            head["leaves"] = body.get("leaves", {}) if response["round"] == state.head["round"] else {}
            views = {"seat_views": response.pop("seat_views"), "spectator_view": response.pop("spectator_view")}
            turn = {"name": name, "action": kind, "asked": members, "response": response, **views}
            return {"head": head, "turn": turn}, _make_turn(turn)

        return await self._change(step)

    async def _body(self, state: _State, kind: str, members: Json, consents: Consents | None) -> Json:
        """Return the body of a request with the token, the first time with the texts, and with the consents."""
        if "opened" not in state.head or "revealed" in state.head:
            raise TableError(f"{self.name!r} is {'revealed' if 'opened' in state.head else 'not open'}.")
        body = {**members, "shoe": state.head["token"]}
        if not state.has_turns and kind != "reveal" and "words" in state.head["opened"]["terms"]:
            if state.missing:
                raise WordsMissing(state.missing)
            body["words"] = [player["text"] for _, player in sorted(state.seats.items()) if player["word"]]
        if consents:
            signed = await settle(consents({"action": kind, **members}, state.head["digest"]))
            leaves = {**state.head["leaves"], **signed.get("leaves", {})}
            body |= {"consents": signed["consents"], **({"leaves": leaves} if leaves else {})}
        return body

    async def reveal(self, consents: Consents | None = None) -> Json:
        """Reveal the shoe: return the response with the receipt. After that nothing is dealt or drawn."""

        async def step(state: _State) -> tuple[Json | None, Json]:
            if "revealed" in state.head:
                return None, deepcopy(state.head["revealed"])
            revealed = await self._call("/v1/shoes/reveal", await self._body(state, "reveal", {}, consents), _REVEALED)
            return {"head": {"token": revealed.pop("shoe"), "revealed": revealed}}, revealed

        return await self._change(step)

    async def views(self, seat: str | None = None) -> list[Json]:
        """Return all that a seat may know, or that spectators may: the view of each deal and draw so far."""
        return [_make_turn(turn).view(seat) for turn in (await self._read(_State())).turns()]

    async def proof(self, seat: str | None = None) -> Json:
        """Return what a seat, or spectators, need to verify the shoe alone, by /v1/verify or verify.mjs.

        `confirmed` is what this table noted: a player's program puts its own notes in the place of it.
        Raises `TableError` before the reveal.
        """
        state = await self._read(_State())
        if "revealed" not in state.head:
            raise TableError(f"{self.name!r} is not revealed.")
        views = [_make_turn(turn).view(seat) for turn in state.turns()]
        stages = [stage for view in views for stage in _stages(view)]
        shown = [card for stage in stages for card in stage.get("shown") or []]
        confirmed = {"commitment": state.head["opened"]["commitment"], "digest": state.head["digest"]}
        return {
            "receipt": state.head["revealed"]["receipt"],
            "confirmed": confirmed | ({"client_seed": seed} if (seed := views and views[0]["client_seed"]) else {}),
            "seen": [stage["seen"] for stage in stages],
            **({"shown": shown} if shown else {}),
        }


def _terms_of(seats: Mapping[str, Json]) -> Json:
    """Return the terms that follow from the words and keys of players: all of them must consent."""
    players = sorted(seats.items())
    words = [player["word"] for _, player in players if player["word"]]
    sign = {seat: player["keys"]["sign"] for seat, player in players if player["keys"]}
    view = {seat: player["keys"]["view"] for seat, player in players if player["keys"] and "view" in player["keys"]}
    return {
        **({"words": words} if words else {}),
        **({"consent": {"keys": sign}} if sign else {}),
        **({"view_keys": view} if view else {}),
    }


class _BlockingTable(AsyncTable):
    """A table whose coroutines never suspend, for `Table`."""

    _lock = threading.Lock

    def __init__(self, service: Service, store: Store, name: str) -> None:
        self._ask = service.call
        self._store, self.name = store, name

    @asynccontextmanager
    async def _enter(self) -> AsyncIterator[_State]:
        place = _find_place(self._store, self.name, self._lock)
        with place.lock:
            yield place.state

    async def _use(self, function: Callable[..., Any], *values: object) -> Any:
        return await settle(function(*values))


def _blocking(method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[Any, P], T]:
    def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return finish(method(self._table, *args, **kwargs))

    call.__doc__ = method.__doc__
    return call


class Table:
    """`AsyncTable` for programs without asyncio; several threads may share it."""

    def __init__(self, service: Service, store: Store, name: str) -> None:
        self._table, self.name = _BlockingTable(service, store, name), name

    join = _blocking(AsyncTable.join)
    open = _blocking(AsyncTable.open)
    give = _blocking(AsyncTable.give)
    deal = _blocking(AsyncTable.deal)
    draw = _blocking(AsyncTable.draw)
    reveal = _blocking(AsyncTable.reveal)
    views = _blocking(AsyncTable.views)
    proof = _blocking(AsyncTable.proof)
