"""A sealed game or shoe whose state is in a store: no card is lost or dealt twice, whatever process is killed."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
import os
import re
import threading
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import (
    Any,
    Concatenate,
    NamedTuple,
    NotRequired,
    ParamSpec,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
)

from shuffle_and_deal.forks import without_fork
from shuffle_and_deal.service import AsyncService, Service, ServiceError, finish
from shuffle_and_deal.stores import Head, ListStore, MemoryStore, NewTurn, Store, settle
from shuffle_and_deal.turns import Turn, open_turn, open_view, write_json, write_turn

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


class _State:
    """The state of a table: how many changes were saved, and the members of the head after them."""

    def __init__(self, number: int = 0, head: Json | None = None) -> None:
        self.number = number
        self.head: Json = head or {"seats": {}, "leaves": {}, "turns": 0}

    @property
    def seats(self) -> dict[str, Json]:
        seats: dict[str, Json] = self.head["seats"]
        return seats

    @property
    def texts(self) -> list[str]:
        """The texts that the players gave, in the order of their seats."""
        return [
            player["text"]
            for _, player in sorted(self.seats.items())
            if player["word"] and "text" in player
        ]

    @property
    def missing(self) -> list[str]:
        """The seats whose texts the terms need, and that have not given them."""
        return [
            seat
            for seat, player in sorted(self.seats.items())
            if player["word"] and not player.get("text")
        ]


class _Change(NamedTuple):
    """What a step changes: members of the head, and perhaps a turn that it adds."""

    head: Json
    turn: NewTurn = None


class _OfLists(MemoryStore):
    """A store by one that keeps lists: `load` and `save`. What it loaded of a table stays in memory.

    A text of the list is {"head": the members that changed}, and perhaps "turn", [name, text].
    """

    def __init__(self, store: Any, use: Callable[..., Awaitable[Any]]) -> None:
        super().__init__()
        self._store = store
        self._use = use
        self._number = 0
        self._last = ""
        self._head: Json = {}

    async def read(self, name: str) -> Head:
        texts = list(await self._use(self._store.load, name, max(0, self._number - 1)))
        if self._number and texts[:1] != [self._last]:
            raise TableError(_LOSS.format(name))
        for text in texts[min(1, self._number) :]:
            await self._add(name, text)
        if not self._number:
            return None
        return self._number, write_json(self._head)

    async def _add(self, name: str, text: str) -> None:
        """Note the next text of the list. Raises `TableError` if it does not follow."""
        entry = json.loads(text)
        turn = entry.get("turn")
        if not self._is_next(turn):
            raise TableError(_LOSS.format(name))
        if not await super().append(name, self._number, "", turn):
            raise TableError(_LOSS.format(name))
        self._number += 1
        self._last = text
        self._head.update(entry["head"])

    def _is_next(self, turn: NewTurn) -> bool:
        """Return whether a turn, if there is one, leads on from the last digest."""
        if turn is None:
            return True
        _, text = turn
        response, _ = open_view(text, None)
        return bool(response["previous"] == self._head.get("digest"))

    async def append(
        self, name: str, number: int, head: str, turn: NewTurn = None
    ) -> bool:
        entry: Json = {
            "head": {
                member: value
                for member, value in json.loads(head).items()
                if self._head.get(member, ...) != value
            }
        }
        if turn:
            entry["turn"] = turn
        text = write_json(entry)
        is_saved = await self._use(self._store.save, name, number, text)
        if is_saved:
            await self._add(name, text)
        return bool(is_saved)


class _Place:
    """What a process keeps of a table: a lock, its store, and the last state that it saw."""

    def __init__(self, lock: Any, store: Store) -> None:
        self.lock = lock
        self.store = store
        self.seen = _State()

    def note(self, state: _State) -> None:
        """Note a state, unless a later one was seen."""
        with without_fork(), _guard:
            if state.number > self.seen.number:
                self.seen = state


_LOSS = (
    "The store lost entries of {!r} that this process saw, by a failover or a restored backup, or has others in their "
    "place. Another draw could deal a card twice. Restore the entries, or go on with a new shoe under a new name."
)
_guard = threading.Lock()
_KEPT = 1_000
"""How many tables of one store a process keeps; the state of another is read from the store again."""
_PART = 500
"""How many turns are read at once."""

# The members of responses that a table reads, with their types
_OPENED: Json = {"shoe": str, "commitment": str, "digest": str, "terms": dict}
_TAKEN: Json = {
    "shoe": str,
    "previous": str,
    "digest": str,
    "round": int,
    "seat_views": dict,
    "spectator_view": dict,
}
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

    def __init__(
        self, service: AsyncService, store: Store | ListStore, name: str
    ) -> None:
        self._ask: Callable[[str, Json], Awaitable[Any] | Any] = service.call
        self._service = service
        self._store = store
        self.name = name

    @asynccontextmanager
    async def _enter(self) -> AsyncIterator[None]:
        """Wait for one's turn at the table."""
        async with self._place.lock:
            yield

    @property
    def _place(self) -> _Place:
        """What this process keeps of the table: every object with one store and name has the same.

        After a fork other threads of the parent may have the locks, so the child has its own.
        """
        with without_fork(), _guard:
            places: dict[str, _Place] = vars(self._store).setdefault(
                f"_places {self._lock} {os.getpid()}", {}
            )
            place = places.pop(self.name, None)
            if place is None:
                place = _Place(self._lock(), self._open_store())
            places[self.name] = place  # as the newest
            if len(places) > _KEPT:
                del places[next(iter(places))]
            return place

    def _open_store(self) -> Store:
        if hasattr(self._store, "append"):
            return cast("Store", self._store)
        return cast("Store", _OfLists(self._store, self._use))

    @staticmethod
    async def _use(function: Callable[..., Any], *values: object) -> Any:
        """Call a function of the store, in a thread unless it is a coroutine function."""
        if inspect.iscoroutinefunction(function):
            return await function(*values)
        return await settle(await asyncio.to_thread(function, *values))

    async def _read(self, store: Store) -> _State:
        """Return the newest state. Raises `TableError` if the store has not all that this process saw."""
        place = self._place
        seen = place.seen  # before the read: other calls go on meanwhile
        state = _State()
        found = await self._use(store.read, self.name)
        if found:
            number, head = found
            state = _State(number, json.loads(head))
        if not await self._has_all(store, state, seen):
            raise TableError(_LOSS.format(self.name))
        place.note(state)
        return state

    async def _has_all(self, store: Store, state: _State, seen: _State) -> bool:
        """Return whether a store, which now has a state, has all that was seen before."""
        if state.number < seen.number:
            return False
        if state.number == seen.number:
            return state.head == seen.head
        if "opened" not in seen.head:
            return True
        is_same_shoe = state.head.get("opened") == seen.head["opened"]
        return is_same_shoe and await self._has_last_turn(store, seen)

    async def _has_last_turn(self, store: Store, seen: _State) -> bool:
        """Return whether a store has the last turn that was seen, and so all before it.

        It has its name still, and the digest that binds it to all before it.
        """
        if not seen.head["turns"]:
            return True
        text = await self._use(store.find, self.name, seen.head["last"])
        if text is None:
            return False
        response, _ = open_view(text, None)
        return bool(response["digest"] == seen.head["digest"])

    async def _change(
        self, step: Callable[[_State], Awaitable[tuple[_Change | None, T]]]
    ) -> T:
        """Take a step from the newest state until its change is saved, and return its result. None is not saved.

        A step is taken again only after another process saved a change, so a shoe bounds how often: no pause is needed.
        """
        async with self._enter():
            place = self._place
            refused_number = -1
            while (state := await self._read(place.store)).number != refused_number:
                change, result = await step(state)
                if change is None:
                    return result
                head = state.head | change.head
                is_saved = await self._use(
                    place.store.append,
                    self.name,
                    state.number,
                    write_json(head),
                    change.turn,
                )
                if is_saved:
                    place.note(_State(state.number + 1, head))
                    return result
                refused_number = state.number
        raise TableError(_LOSS.format(self.name))

    async def _walk(self, seat: str | None) -> AsyncIterator[Json]:
        """Yield the views of all turns, a part of them at a time. Raises `TableError` if one does not follow."""
        store = self._open_store()
        head = (await self._read(store)).head
        count = 0
        digest = head["opened"]["commitment"] if "opened" in head else None
        for start in range(0, head["turns"], _PART):
            length = min(_PART, head["turns"] - start)
            for text in await self._use(store.turns, self.name, start, length):
                response, view = open_view(text, seat)
                if response["previous"] != digest:
                    raise TableError(_LOSS.format(self.name))
                count += 1
                digest = response["digest"]
                yield view
        if count != head["turns"] or digest != head.get("digest"):
            raise TableError(_LOSS.format(self.name))

    async def _call(self, path: str, body: Json, members: Json) -> Json:
        """Return the response of the service. Raises `ServiceError` for one without these members."""
        response: Json = await settle(self._ask(path, body))
        known = response if isinstance(response, dict) else {}
        missing = [
            name
            for name, member_type in members.items()
            if not isinstance(known.get(name), member_type)
        ]
        if missing:
            raise ServiceError(
                f"{path}: the response has no {', '.join(missing)}. Is this the address of the service?"
            )
        return response

    async def join(
        self, seat: str, word: str | None = None, keys: Keys | None = None
    ) -> list[str]:
        """Note a player before the shoe is opened: the SHA-256 of a random text, and the keys for private hands.

        Returns the seats that are taken, in the order of their names. Raises `TableError` if somebody else has the
        seat, if the shoe is open, or if the word is no SHA-256.
        """
        if word is not None and not re.fullmatch("[0-9a-f]{64}", word):
            raise TableError("word: a SHA-256 in lower-case hexadecimal was expected.")
        player = {"word": word, "keys": keys}

        async def step(state: _State) -> tuple[_Change | None, list[str]]:
            known = state.seats.get(seat)
            if known and {name: known[name] for name in player} == player:
                return None, sorted(state.seats)
            if known:
                raise TableError(f"Seat {seat!r} is taken.")
            if "opened" in state.head:
                raise TableError("The shoe is open: nobody joins any more.")
            seats = state.seats | {seat: player}
            return _Change({"seats": seats}), sorted(seats)

        return await self._change(step)

    async def open(self, /, **terms: Any) -> Json:
        """Seal the shoe that the members of a request to /v1/shoes describe, and return what everybody may know.

        That is, with the commitment, the response without its token. The words and keys of the players who joined are
        added, words in the order of the seats' names. Raises `TableError` if it is open with other terms.
        """

        async def step(state: _State) -> tuple[_Change | None, Json]:
            if "opened" in state.head:
                if state.head["asked"] != terms:
                    raise TableError(
                        f"{self.name!r} is open with other terms. Each shoe has a name of its own."
                    )
                return None, deepcopy(state.head["opened"])
            body = terms | _terms_of(state.seats)
            opened = await self._call("/v1/shoes", body, _OPENED)
            head = {
                "asked": terms,
                "token": opened.pop("shoe"),
                "digest": opened["digest"],
                "round": 0,
                "opened": opened,
            }
            return _Change(head), opened

        return await self._change(step)

    async def give(self, seat: str, text: str) -> list[str]:
        """Note the text of a player, and return the seats that have not given theirs.

        Raises `TableError` if the shoe is not open, if it is not the text with the SHA-256 that `join` noted, or if
        the service would refuse it.
        """

        async def step(state: _State) -> tuple[_Change | None, list[str]]:
            player = state.seats.get(seat, {})
            if "opened" not in state.head:
                raise TableError(
                    "Players give their texts after they have seen the commitment: open the shoe first."
                )
            if hashlib.sha256(text.encode()).hexdigest() != player.get("word"):
                raise TableError(
                    f"This is not the text that seat {seat!r} joined with."
                )
            if not re.fullmatch("[A-Za-z0-9_-]{16,64}", text):
                raise TableError(
                    "A text has 16 to 64 of A-Z, a-z, 0-9, _ and -: the service takes no other."
                )
            if "text" in player:
                return None, state.missing
            missing = [other for other in state.missing if other != seat]
            seats = state.seats | {seat: player | {"text": text}}
            return _Change({"seats": seats}), missing

        return await self._change(step)

    async def deal(
        self,
        action: str,
        consents: Consents | None = None,
        **members: Unpack[DealMembers],
    ) -> Turn:
        """Deal the next stage, or all `through` a later one. `action` is a name of your own for this deal.

        A call with the same name returns the same cards, until the reveal and after it. Each call may have the
        `client_seed`: it is sent with the first deal or draw, whichever that is. `consents` is needed for a
        shoe that has the players' keys: it gets the action to sign and the digest, and returns a dictionary of
        `consents`, and perhaps `leaves`, by seat. It is called again if another process was faster.

        Raises `WordsMissing`, `TableError`, and what `AsyncService.call` raises.
        """
        return await self._take("deal", action, dict(members), consents)

    async def draw(
        self,
        action: str,
        count: int,
        consents: Consents | None = None,
        **members: Unpack[DrawMembers],
    ) -> Turn:
        """Draw `count` cards, for a `seat` or for everybody to see; see `deal`."""
        return await self._take("draw", action, {"count": count} | members, consents)

    async def _take(
        self, kind: str, name: str, members: Json, consents: Consents | None
    ) -> Turn:
        """Deal or draw, by `kind`, unless the turn with this name did it before. A member that is None is left out."""
        asked = {
            member: value for member, value in members.items() if value is not None
        }

        async def step(state: _State) -> tuple[_Change | None, Turn]:
            text = await self._use(self._place.store.find, self.name, name)
            if text:
                known = open_turn(name, text)
                if known.kind != kind or known.asked != asked:
                    raise TableError(
                        f"{name!r} is the name of another action of {self.name!r}."
                    )
                return None, known.turn
            body = await self._body(
                state, kind, _leave_out_seed(asked, state), consents
            )
            response = await self._request_turn(kind, body, state)
            token = response.pop("shoe")
            views = response.pop("seat_views")
            spectators = response.pop("spectator_view")
            turn = Turn(name, response, views, spectators)
            head = _form_head(state, kind, asked, turn) | {"token": token}
            if response["round"] == state.head["round"]:
                head["leaves"] = body.get("leaves", {})
            return _Change(head, (name, write_turn(kind, asked, turn))), turn

        return await self._change(step)

    async def _request_turn(self, kind: str, body: Json, state: _State) -> Json:
        """Return the response to a deal or a draw, which must be for a state of the shoe."""
        path = f"/v1/shoes/{kind}"
        response = await self._call(path, body | {"each_seat": True}, _TAKEN)
        if response["previous"] != state.head["digest"]:
            raise ServiceError(
                f"{path}: the response is for another state of the shoe."
            )
        return response

    async def _body(
        self, state: _State, kind: str, members: Json, consents: Consents | None
    ) -> Json:
        """Return the body of a request with the token, the first time with the texts, and with the consents."""
        head = state.head
        if "opened" not in head:
            raise TableError(f"{self.name!r} is not open.")
        if "revealed" in head:
            raise TableError(f"{self.name!r} is revealed.")
        body = members | {"shoe": head["token"]}
        is_first = not head["turns"] and kind != "reveal"
        if is_first and "words" in head["opened"]["terms"]:
            if state.missing:
                raise WordsMissing(state.missing)
            body["words"] = state.texts
        if consents:
            action = {"action": kind} | members
            signed = await settle(consents(action, head["digest"]))
            body["consents"] = signed["consents"]
            leaves = head["leaves"] | signed.get("leaves", {})
            if leaves:
                body["leaves"] = leaves
        return body

    async def reveal(self, consents: Consents | None = None) -> Json:
        """Reveal the shoe: return the response with the receipt. After that nothing is dealt or drawn."""

        async def step(state: _State) -> tuple[_Change | None, Json]:
            if "revealed" in state.head:
                return None, deepcopy(state.head["revealed"])
            head = await self._reveal(state, consents)
            return _Change(head), head["revealed"]

        return await self._change(step)

    async def _reveal(self, state: _State, consents: Consents | None) -> Json:
        """Return the members of the head that a reveal changes."""
        body = await self._body(state, "reveal", {}, consents)
        revealed = await self._call("/v1/shoes/reveal", body, _REVEALED)
        return {"token": revealed.pop("shoe"), "revealed": revealed}

    async def renew(self, consents: Consents | None = None) -> AsyncTable:
        """Reveal the shoe between rounds of play, and return the table of the next shoe, which is not open yet.

        Its name is this one with " (2)", then " (3)" and so on; another call returns the same table. Players join it
        again, and its commitment is published as the first was.

        Raises `TableError` in a round: while stages of a hand are left to deal, and if the last draw named cards in
        play. Then go on in this shoe, in its next round by `reshuffle` or `in_play`, and renew the table later.
        """
        return AsyncTable(self._service, self._store, await self._renew(consents))

    async def _renew(self, consents: Consents | None) -> str:
        """Reveal the shoe and return the name of the next."""

        async def step(state: _State) -> tuple[_Change | None, str]:
            head = state.head
            if "next" in head:
                return None, head["next"]
            change = {"next": _name_next(self.name)}
            if "revealed" not in head:
                self._check_round_over(head)
                change |= await self._reveal(state, consents)
            return _Change(change), change["next"]

        return await self._change(step)

    def _check_round_over(self, head: Json) -> None:
        """Raise `TableError` within a round of play."""
        if head.get("next_stage"):
            rest = "there are stages to deal"
        elif head.get("has_in_play"):
            rest = "the last draw has cards in play"
        else:
            return
        raise TableError(
            f"A round of {self.name!r} is not over: {rest}. Renew the table after the round."
        )

    async def views(self, seat: str | None = None) -> list[Json]:
        """Return all that a seat may know, or that spectators may: the view of each deal and draw so far."""
        return [view async for view in self._walk(seat)]

    async def _revealed(self) -> Json:
        """Return the head. Raises `TableError` before the reveal."""
        head = (await self._read(self._open_store())).head
        if "revealed" not in head:
            raise TableError(f"{self.name!r} is not revealed.")
        return head

    async def check(
        self,
        seat: str | None = None,
        *,
        codes: Sequence[str] | None = None,
        signers: Json | None = None,
    ) -> Json:
        """Return the verdict on the revealed shoe by what a seat was shown, or spectators, as `check_views` returns it.

        It reads the store a part at a time, so the shoe may be of any length, and asks no service. It needs
        `cryptography`. `codes` are the cards by index of another deck than the standard one. `signers` is the JWK set
        of the service, by which each response must be signed.

        Raises `TableError` before the reveal.
        """
        from shuffle_and_deal.checks import ShoeCheck  # noqa: PLC0415 (needs cryptography)

        head = await self._revealed()
        opened = head["opened"]
        client_seed = head.get("client_seed")
        if head["turns"] and "words" in opened["terms"]:
            client_seed = ",".join(_State(head=head).texts)
        check = ShoeCheck(
            head["revealed"]["receipt"],
            confirmed={
                "commitment": opened["commitment"],
                "digest": head["digest"],
                "client_seed": client_seed,
            },
            size=opened["size"],
            codes=codes,
            signers=signers,
        )
        async for view in self._walk(seat):
            if not check.take(view):
                break
        return check.end()

    async def proof(self, seat: str | None = None) -> Json:
        """Return what a seat, or spectators, need to verify the shoe alone, by /v1/verify or verify.mjs.

        `confirmed` is what this table noted: a player's program puts its own notes in the place of it.
        Raises `TableError` before the reveal.
        """
        head = await self._revealed()
        views = await AsyncTable.views(self, seat)
        stages = [stage for view in views for stage in _stages(view)]
        shown = [card for stage in stages for card in stage.get("shown") or []]
        confirmed = {
            "commitment": head["opened"]["commitment"],
            "digest": head["digest"],
        }
        client_seed = views[0]["client_seed"] if views else None
        if client_seed:
            confirmed["client_seed"] = client_seed
        proof = {
            "receipt": head["revealed"]["receipt"],
            "confirmed": confirmed,
            "seen": [stage["seen"] for stage in stages],
        }
        if shown:
            proof["shown"] = shown
        return proof


def _terms_of(seats: Mapping[str, Json]) -> Json:
    """Return the terms that follow from the words and keys of players: all of them must consent."""
    words = []
    signing_keys = {}
    view_keys = {}
    for seat, player in sorted(seats.items()):
        if player["word"]:
            words.append(player["word"])
        keys = player["keys"] or {}
        if keys:
            signing_keys[seat] = keys["sign"]
        if "view" in keys:
            view_keys[seat] = keys["view"]
    terms: Json = {}
    if words:
        terms["words"] = words
    if signing_keys:
        terms["consent"] = {"keys": signing_keys}
    if view_keys:
        terms["view_keys"] = view_keys
    return terms


def _leave_out_seed(asked: Json, state: _State) -> Json:
    """Return the members to send: a request after the first may repeat its client seed, which is left out."""
    sent = dict(asked)
    if state.head["turns"] and state.head["client_seed"] == asked.get("client_seed"):
        sent.pop("client_seed", None)
    return sent


def _form_head(state: _State, kind: str, asked: Json, turn: Turn) -> Json:
    """Return the members of the head after a turn, but for the token."""
    response = turn.response
    head = {
        "digest": response["digest"],
        "round": response["round"],
        "leaves": {},
        "turns": state.head["turns"] + 1,
        "last": turn.name,
        "has_in_play": "in_play" in response,
    }
    if kind == "deal":
        head["next_stage"] = response.get("next_stage")
    if head["turns"] == 1:
        head["client_seed"] = asked.get("client_seed")
    return head


def _name_next(name: str) -> str:
    """Return the name of the table after one: of "shoe" it is "shoe (2)", and of that "shoe (3)"."""
    numbered = re.fullmatch(r"(?P<base>.*?) \((?P<number>\d+)\)", name, re.DOTALL)
    if numbered is None:
        return f"{name} (2)"
    return f"{numbered['base']} ({int(numbered['number']) + 1})"


class _BlockingTable(AsyncTable):
    """A table whose coroutines never suspend, for `Table`."""

    _lock = threading.Lock

    def __init__(self, service: Service, store: Store | ListStore, name: str) -> None:
        self._ask = service.call
        self._store = store
        self.name = name

    @asynccontextmanager
    async def _enter(self) -> AsyncIterator[None]:
        with self._place.lock:
            yield

    @staticmethod
    async def _use(function: Callable[..., Any], *values: object) -> Any:
        return await settle(function(*values))


def _blocking(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Any, P], T]:
    def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return finish(method(self._table, *args, **kwargs))

    call.__doc__ = method.__doc__
    return call


class Table:
    """`AsyncTable` for programs without asyncio; several threads may share it."""

    def __init__(self, service: Service, store: Store | ListStore, name: str) -> None:
        self._table = _BlockingTable(service, store, name)
        self._service = service
        self._store = store
        self.name = name

    join = _blocking(AsyncTable.join)
    open = _blocking(AsyncTable.open)
    give = _blocking(AsyncTable.give)
    deal = _blocking(AsyncTable.deal)
    draw = _blocking(AsyncTable.draw)
    reveal = _blocking(AsyncTable.reveal)
    views = _blocking(AsyncTable.views)

    def renew(self, consents: Consents | None = None) -> Table:
        """Reveal the shoe between rounds of play, and return the table of the next shoe, as `AsyncTable.renew` does."""
        return Table(self._service, self._store, finish(self._table._renew(consents)))

    check = _blocking(AsyncTable.check)
    proof = _blocking(AsyncTable.proof)
