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
    def missing(self) -> list[str]:
        """The seats whose texts the terms need, and that have not given them."""
        return [
            seat
            for seat, player in sorted(self.seats.items())
            if player["word"] and not player.get("text")
        ]


class _OfLists(MemoryStore):
    """A store by one that keeps lists: `load` and `save`. What it loaded of a table stays in memory.

    A text of the list is {"head": the members that changed}, and perhaps "turn", [name, text].
    """

    def __init__(self, store: Any, use: Callable[..., Awaitable[Any]]) -> None:
        super().__init__()
        self._store, self._use = store, use
        self._number, self._last, self._head = 0, "", dict[str, Any]()

    async def read(self, name: str) -> Head:
        texts = list(await self._use(self._store.load, name, max(0, self._number - 1)))
        if self._number and texts[:1] != [self._last]:
            raise TableError(_LOSS.format(name))
        for text in texts[min(1, self._number) :]:
            await self._add(name, text)
        return (self._number, write_json(self._head)) if self._number else None

    async def _add(self, name: str, text: str) -> None:
        entry = json.loads(text)
        turn = entry.get("turn")
        is_next = turn is None or open_view(turn[1], None)[0][
            "previous"
        ] == self._head.get("digest")
        if not (is_next and await super().append(name, self._number, "", turn)):
            raise TableError(_LOSS.format(name))
        self._number, self._last = self._number + 1, text
        self._head.update(entry["head"])

    async def append(
        self, name: str, number: int, head: str, turn: NewTurn = None
    ) -> bool:
        changes = {
            one: value
            for one, value in json.loads(head).items()
            if self._head.get(one, ...) != value
        }
        text = write_json({"head": changes, **({"turn": turn} if turn else {})})
        if is_saved := await self._use(self._store.save, name, number, text):
            await self._add(name, text)
        return bool(is_saved)


class _Place:
    """What a process keeps of a table: a lock, its store, and the last state that it saw."""

    def __init__(self, lock: Any, store: Store) -> None:
        self.lock, self.store, self.seen = lock, store, _State()

    def note(self, state: _State) -> None:
        with without_fork(), _guard:
            self.seen = max(self.seen, state, key=lambda state: state.number)


_LOSS = (
    "The store lost entries of {!r} that this process saw, by a failover or a restored backup, or has others in their "
    "place. Another draw could deal a card twice. Restore the entries, or go on with a new shoe under a new name."
)
_guard = threading.Lock()
_KEPT = 1_000  # tables of one store; a state that is kept no longer is read from the store again
_PART = 500  # turns that are read at once


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
        self._service, self._store, self.name = service, store, name

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
            place = (
                places.pop(self.name)
                if self.name in places
                else _Place(self._lock(), self._open_store())
            )
            places[self.name] = place
            if len(places) > _KEPT:
                del places[next(iter(places))]
            return place

    def _open_store(self) -> Store:
        return cast(
            "Store",
            self._store
            if hasattr(self._store, "append")
            else _OfLists(self._store, self._use),
        )

    @staticmethod
    async def _use(function: Callable[..., Any], *values: object) -> Any:
        """Call a function of the store, in a thread unless it is a coroutine function."""
        if inspect.iscoroutinefunction(function):
            return await function(*values)
        return await settle(await asyncio.to_thread(function, *values))

    async def _read(self, store: Store) -> _State:
        """Return the newest state.

        Raises `TableError` if the store has not all that this process saw. The last turn that it saw shows that: it has
        its name still, and the digest that binds it to all before it.
        """
        place = self._place
        seen = place.seen  # before the read: other calls go on meanwhile
        found = await self._use(store.read, self.name)
        state = _State(found[0], json.loads(found[1])) if found else _State()
        is_lost = state.number < seen.number or (
            state.number == seen.number and state.head != seen.head
        )
        if state.number > seen.number and "opened" in seen.head:
            is_lost = (
                "opened" not in state.head
                or state.head["opened"] != seen.head["opened"]
            )
            if not is_lost and seen.head["turns"]:
                text = await self._use(store.find, self.name, seen.head["last"])
                is_lost = (
                    text is None
                    or open_view(text, None)[0]["digest"] != seen.head["digest"]
                )
        if is_lost:
            raise TableError(_LOSS.format(self.name))
        place.note(state)
        return state

    async def _change(
        self, step: Callable[[_State], Awaitable[tuple[Json | None, T]]]
    ) -> T:
        """Take a step from the newest state until its change is saved, and return its result. None is not saved.

        A change has the members of the head that change, and perhaps a `turn`, with its name and text. A step is taken
        again only after another process saved a change, so a shoe bounds how often: no pause is needed.
        """
        async with self._enter():
            place = self._place
            refused = -1
            while (state := await self._read(place.store)).number != refused:
                change, result = await step(state)
                if change is None:
                    return result
                head = {**state.head, **change["head"]}
                values = (state.number, write_json(head), change.get("turn"))
                if await self._use(place.store.append, self.name, *values):
                    place.note(_State(state.number + 1, head))
                    return result
                refused = state.number
        raise TableError(_LOSS.format(self.name))

    async def _walk(self, seat: str | None) -> AsyncIterator[Json]:
        """Yield the views of all turns, a part of them at a time. Raises `TableError` if one does not follow."""
        store = self._open_store()
        head = (await self._read(store)).head
        count = 0
        digest = head["opened"]["commitment"] if "opened" in head else None
        for start in range(0, head["turns"], _PART):
            for text in await self._use(
                store.turns, self.name, start, min(_PART, head["turns"] - start)
            ):
                response, view = open_view(text, seat)
                if response["previous"] != digest:
                    raise TableError(_LOSS.format(self.name))
                count, digest = count + 1, response["digest"]
                yield view
        if (count, digest) != (head["turns"], head.get("digest")):
            raise TableError(_LOSS.format(self.name))

    async def _call(self, path: str, body: Json, members: Json) -> Json:
        """Return the response of the service. Raises `ServiceError` for one without these members."""
        response: Json = await settle(self._ask(path, body))
        known = response if isinstance(response, dict) else {}
        if missing := [
            name
            for name, kind in members.items()
            if not isinstance(known.get(name), kind)
        ]:
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

        async def step(state: _State) -> tuple[Json | None, list[str]]:
            known = state.seats.get(seat)
            if known and {name: known[name] for name in player} == player:
                return None, sorted(state.seats)
            if known or "opened" in state.head:
                raise TableError(
                    f"Seat {seat!r} is taken."
                    if known
                    else "The shoe is open: nobody joins any more."
                )
            return {"head": {"seats": {**state.seats, seat: player}}}, sorted(
                [*state.seats, seat]
            )

        return await self._change(step)

    async def open(self, /, **terms: Any) -> Json:
        """Seal the shoe that the members of a request to /v1/shoes describe, and return what everybody may know.

        That is, with the commitment, the response without its token. The words and keys of the players who joined are
        added, words in the order of the seats' names. Raises `TableError` if it is open with other terms.
        """

        async def step(state: _State) -> tuple[Json | None, Json]:
            if "opened" in state.head:
                if state.head["asked"] != terms:
                    raise TableError(
                        f"{self.name!r} is open with other terms. Each shoe has a name of its own."
                    )
                return None, deepcopy(state.head["opened"])
            opened = await self._call(
                "/v1/shoes", {**terms, **_terms_of(state.seats)}, _OPENED
            )
            head = {
                "asked": terms,
                "token": opened.pop("shoe"),
                "digest": opened["digest"],
                "round": 0,
            }
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
            return {
                "head": {"seats": {**state.seats, seat: {**player, "text": text}}}
            }, missing

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
        return await self._take("deal", action, {**members}, consents)

    async def draw(
        self,
        action: str,
        count: int,
        consents: Consents | None = None,
        **members: Unpack[DrawMembers],
    ) -> Turn:
        """Draw `count` cards, for a `seat` or for everybody to see; see `deal`."""
        return await self._take("draw", action, {"count": count, **members}, consents)

    async def _take(
        self, kind: str, name: str, members: Json, consents: Consents | None
    ) -> Turn:
        members = {
            member: value for member, value in members.items() if value is not None
        }

        async def step(state: _State) -> tuple[Json | None, Turn]:
            if text := await self._use(self._place.store.find, self.name, name):
                *was, turn = open_turn(name, text)
                if was != [kind, members]:
                    raise TableError(
                        f"{name!r} is the name of another action of {self.name!r}."
                    )
                return None, turn
            sent = {**members}
            if state.head["turns"] and state.head["client_seed"] == members.get(
                "client_seed"
            ):
                sent.pop("client_seed", None)
            body = await self._body(state, kind, sent, consents)
            response = await self._call(
                f"/v1/shoes/{kind}", {**body, "each_seat": True}, _TAKEN
            )
            if response["previous"] != state.head["digest"]:
                raise ServiceError(
                    f"/v1/shoes/{kind}: the response is for another state of the shoe."
                )
            head = {
                "token": response.pop("shoe"),
                "digest": response["digest"],
                "round": response["round"],
            }
            head["leaves"] = (
                body.get("leaves", {})
                if response["round"] == state.head["round"]
                else {}
            )
            head |= {
                "turns": state.head["turns"] + 1,
                "last": name,
                "has_in_play": "in_play" in response,
            }
            if kind == "deal":
                head["next_stage"] = response.get("next_stage")
            if head["turns"] == 1:
                head["client_seed"] = members.get("client_seed")
            turn = Turn(
                name,
                response,
                response.pop("seat_views"),
                response.pop("spectator_view"),
            )
            return {"head": head, "turn": (name, write_turn(kind, members, turn))}, turn

        return await self._change(step)

    async def _body(
        self, state: _State, kind: str, members: Json, consents: Consents | None
    ) -> Json:
        """Return the body of a request with the token, the first time with the texts, and with the consents."""
        if "opened" not in state.head or "revealed" in state.head:
            raise TableError(
                f"{self.name!r} is {'revealed' if 'opened' in state.head else 'not open'}."
            )
        body = {**members, "shoe": state.head["token"]}
        if (
            not state.head["turns"]
            and kind != "reveal"
            and "words" in state.head["opened"]["terms"]
        ):
            if state.missing:
                raise WordsMissing(state.missing)
            body["words"] = [
                player["text"]
                for _, player in sorted(state.seats.items())
                if player["word"]
            ]
        if consents:
            signed = await settle(
                consents({"action": kind, **members}, state.head["digest"])
            )
            leaves = {**state.head["leaves"], **signed.get("leaves", {})}
            body |= {
                "consents": signed["consents"],
                **({"leaves": leaves} if leaves else {}),
            }
        return body

    async def reveal(self, consents: Consents | None = None) -> Json:
        """Reveal the shoe: return the response with the receipt. After that nothing is dealt or drawn."""

        async def step(state: _State) -> tuple[Json | None, Json]:
            if "revealed" in state.head:
                return None, deepcopy(state.head["revealed"])
            change = await self._reveal(state, consents)
            return {"head": change}, change["revealed"]

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

        async def step(state: _State) -> tuple[Json | None, str]:
            head = state.head
            if "next" in head:
                return None, head["next"]
            if "revealed" not in head and (
                head.get("next_stage") or head.get("has_in_play")
            ):
                left = (
                    "there are stages to deal"
                    if head.get("next_stage")
                    else "the last draw has cards in play"
                )
                raise TableError(
                    f"A round of {self.name!r} is not over: {left}. Renew the table after the round."
                )
            base, number = re.fullmatch(
                r"(.*?)(?: \((\d+)\))?", self.name, re.DOTALL
            ).groups()  # type: ignore[union-attr]
            change = {"next": f"{base} ({int(number or 1) + 1})"}
            if "revealed" not in head:
                change |= await self._reveal(state, consents)
            return {"head": change}, change["next"]

        return await self._change(step)

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
        texts = [
            player["text"]
            for _, player in sorted(head["seats"].items())
            if player["word"] and "text" in player
        ]
        is_of_words = head["turns"] and "words" in head["opened"]["terms"]
        confirmed = {
            "commitment": head["opened"]["commitment"],
            "digest": head["digest"],
        }
        confirmed["client_seed"] = (
            ",".join(texts) if is_of_words else head.get("client_seed")
        )
        size = head["opened"]["size"]
        check = ShoeCheck(
            head["revealed"]["receipt"],
            confirmed=confirmed,
            size=size,
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
        return {
            "receipt": head["revealed"]["receipt"],
            "confirmed": confirmed
            | (
                {"client_seed": seed}
                if (seed := views and views[0]["client_seed"])
                else {}
            ),
            "seen": [stage["seen"] for stage in stages],
            **({"shown": shown} if shown else {}),
        }


def _terms_of(seats: Mapping[str, Json]) -> Json:
    """Return the terms that follow from the words and keys of players: all of them must consent."""
    players = sorted(seats.items())
    words = [player["word"] for _, player in players if player["word"]]
    sign = {seat: player["keys"]["sign"] for seat, player in players if player["keys"]}
    view = {
        seat: player["keys"]["view"]
        for seat, player in players
        if player["keys"] and "view" in player["keys"]
    }
    return {
        **({"words": words} if words else {}),
        **({"consent": {"keys": sign}} if sign else {}),
        **({"view_keys": view} if view else {}),
    }


class _BlockingTable(AsyncTable):
    """A table whose coroutines never suspend, for `Table`."""

    _lock = threading.Lock

    def __init__(self, service: Service, store: Store | ListStore, name: str) -> None:
        self._ask = service.call
        self._store, self.name = store, name

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
        self._table, self.name = _BlockingTable(service, store, name), name
        self._service, self._store = service, store

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
