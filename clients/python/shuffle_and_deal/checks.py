"""The check of a sealed shoe of any length without a service, from the stream and sealed shoes of docs/definitions.

It follows all draws of a shoe with their digests and repeats the order of each round. It knows the order of the cards
of a standard pack; for another deck it needs `codes`. It knows no rules of games: that a deal brought its cards to the
right places is left to /v1/verify and to `checkViews` of the JavaScript package.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import iter_unpack
from typing import Any, cast

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from shuffle_and_deal.player import (
    _DIGEST,
    _OF_DRAWS,
    _RECEIPT,
    _SEEN,
    Json,
    Refused,
    _canonical,
    _check,
    _check_signed,
    _climb,
    _hash,
    _refusing,
    _tag,
    _u32,
)

_DRAWN: Json = {
    "round": int,
    "total": int,
    "draws": int,
    "digest": _DIGEST,
    "in_play": object,
    "*": object,
}
_PLACES = (
    "that the deal brings its cards to these places, and when it begins a round: "
    "/v1/verify and checkViews check that"
)
_FACES = "which cards the indices stand for: pass the codes of the deck in its order"
_ORDER = "a partial receipt cannot show that the order came from the seeds"


def check_views(receipt: Json, views: Iterable[Json], **options: Any) -> Json:
    """Return the verdict on a revealed shoe, by its receipt and all its responses in order, as a seat has them.

    It has `valid`, True, False or None; the first `difference`, with `where`, `expected` and `seen`; and the reasons
    for what is `unchecked`. Memory does not grow with the draws. The options are those of `ShoeCheck`. Raises `Refused`
    for what is no receipt or no response.
    """
    check = ShoeCheck(receipt, **options)
    for view in views:
        if not check.take(view):
            break
    return check.end()


class ShoeCheck:
    """A check that takes the responses of a shoe one by one.

    `confirmed` has what a player noted: `commitment`, `digest`, `client_seed`, `own_text`. `size` is the number of
    cards, needed for other decks than standard packs unless `codes`, the cards of the shoe by index, are given. `shown`
    are shown cards, needed for the `seen` of responses without the response around it. `signers` is the JWK set of the
    service: with it each response must be signed.
    """

    def __init__(
        self,
        receipt: Json,
        *,
        confirmed: Json | None = None,
        size: int | None = None,
        codes: Sequence[Any] | None = None,
        shown: Iterable[Json] = (),
        signers: Json | None = None,
    ) -> None:
        self._signers, self._unsigned = signers, 0
        self._beside = {(card["round"], card["position"]): card for card in shown}
        with _refusing("receipt"):
            receipt = (
                receipt["receipt"] if isinstance(receipt["receipt"], dict) else receipt
            )
            self._is_full = "server_seed" in receipt
            full: Json = {"server_seed": _DIGEST, "shown?": [dict]}
            kind = (
                full
                if self._is_full
                else {"seed_hash": _DIGEST, "root": object, "shown": [dict]}
            )
            _check("receipt", receipt, {**_RECEIPT, **kind})
            self._drawn = {"in_play": None, **receipt["drawn"]}
            _check("drawn", self._drawn, _DRAWN)
            self._receipt, self._terms, self._notes = (
                receipt,
                receipt["terms"],
                confirmed or {},
            )
            self._client_seed = receipt["client_seed"]
            self._seed = bytes.fromhex(receipt["server_seed"]) if self._is_full else b""
            self._is_dealt = "game" in self._terms or "hands" in self._terms
            self._has_tree = self._terms["reveal"] != "all"
            self._member = (
                "cards"
                if "deck" in self._terms or "items" in self._terms
                else "integers"
            )
            self._faces = codes or _list_faces(self._terms)
            self._learned: dict[int, str] = {}
            if self._faces is None and size is None:
                raise Refused(
                    "size",
                    "of this deck the size of the shoe, or its codes, are needed",
                )
            self._size = (size or 0) if self._faces is None else len(self._faces)
        self._digest = self._last = receipt["commitment"]
        self._is_noted = self._notes.get("digest") in (None, self._digest)
        self._draws = self._total = self._compared = self._unproved = 0
        self._round, self._in_play = -1, cast("list[int] | None", None)
        self._top = self._bottom = 0
        self._taken = set[int]()
        self._order: _Order | None = None
        self._roots: dict[int, str] = {}
        self._places: dict[
            tuple[int, int], int
        ] = {}  # of shown cards, by round and index
        self.difference: Json | None = None
        with _refusing("receipt"):
            self._check_commitment()

    def take(self, view: Json) -> bool:
        """Check the next response. Return whether there is no difference so far."""
        with _refusing(f"seen[{self._draws}]"):
            stages = view.get("dealt_stages") or [view]
            is_response = "seen" in stages[0]
            for stage in stages if self.difference is None else ():
                self._take_draw(
                    stage["seen"] if is_response else stage,
                    stage.get("shown") if is_response else None,
                )
                if is_response and self.difference is None:
                    self._compare("digest", self._digest, stage["digest"])
            if is_response:
                self._compare("previous", self._last, view["previous"])
                self._compare("digest", self._digest, view["digest"])
            if self._signers is not None and self.difference is None:
                self._check_signature(view)
            self._last = self._digest
        return self.difference is None

    def _check_signature(self, view: Json) -> None:
        if view.get("signed") is None:
            self._unsigned += 1
            return
        try:
            _check_signed(view, self._signers)
        except Refused as refused:
            self._demand(
                False,  # noqa: FBT003
                refused.where,
                "a signature of this digest by a key of the service",
                view["signed"],
            )

    def end(self) -> Json:
        """Return the verdict after the last response."""
        with _refusing("drawn"):
            self._compare_end()
        if self.difference:
            return {"valid": False, "difference": self.difference}
        drawn = self._drawn
        unchecked = dict[str, str]()
        if self._notes.get("commitment") is None:
            unchecked["commitment"] = (
                "it was not compared with the commitment that was shown before the first card"
            )
        if (
            self._client_seed is not None
            and not {"client_seed", "own_text"} & self._notes.keys()
        ):
            unchecked["client_seed"] = (
                "it was not compared with the seed or the texts that the players gave"
            )
        if "items_sha256" in self._terms:
            unchecked["items"] = "the list that the numbers stand for"
        if self._draws < drawn["draws"]:
            unchecked["draws"] = (
                f"{drawn['draws'] - self._draws} of the {drawn['draws']} draws are not there"
            )
        if self._is_full and drawn["total"] > 0 and not self._compared:
            unchecked["seen"] = "no card was seen, so none was compared"
        if self._faces is None:
            unchecked["faces"] = _FACES
        elif self._unproved:
            unchecked["faces"] = (
                f"{self._unproved} cards were told without a proof, or not told to anybody"
            )
        if self._is_dealt:
            unchecked["places"] = _PLACES
        if self._unsigned:
            unchecked["signed"] = f"{self._unsigned} responses are not signed"
        if not self._is_full:
            unchecked["order"] = _ORDER
        return {"valid": None, "unchecked": unchecked} if unchecked else {"valid": True}

    def _compare(self, where: str, expected: Any, seen: Any) -> None:
        self._demand(
            expected == seen and isinstance(expected, bool) == isinstance(seen, bool),
            where,
            expected,
            seen,
        )

    def _demand(
        self, is_right: object, where: str, expected: Any, seen: Any = None
    ) -> None:
        """Note the first difference."""
        if self.difference is None and not is_right:
            self.difference = {
                "where": where,
                "expected": expected,
                "seen": seen,
                "draw": self._draws,
            }

    def _check_commitment(self) -> None:
        """Compare the receipt with its seeds and terms, and with what the player noted."""
        receipt = self._receipt
        terms = self._terms
        notes = self._notes
        client_seed = self._client_seed
        seed_hash = (
            _hash("seed", receipt["server_seed"])
            if self._is_full
            else receipt["seed_hash"]
        )
        self._compare(
            "commitment",
            _hash("commitment", seed_hash, _canonical(terms)),
            receipt["commitment"],
        )
        for name in ("commitment", "client_seed"):
            self._demand(
                notes.get(name) in (None, receipt[name]),
                name,
                notes.get(name),
                receipt[name],
            )
        is_drawn = self._drawn["draws"] > 0
        if client_seed is not None:
            _check("client_seed", client_seed, str)
            self._demand(is_drawn, "client_seed", None, client_seed)
        if "words" in terms and is_drawn:
            texts = (client_seed or "").split(",")
            digests = [sha256(text.encode()).hexdigest() for text in texts]
            self._demand(
                digests == terms["words"],
                "client_seed",
                "texts of the digests in terms.words",
                client_seed,
            )
            own = notes.get("own_text")
            self._demand(own in (None, *texts), "client_seed", own, client_seed)
        if not self._is_full:
            self._demand(
                (receipt["root"] is not None) == is_drawn,
                "root",
                "a root if and only if there is a draw",
            )

    def _take_draw(self, seen: Json, shown: list[Json] | None) -> None:
        _check("seen", seen, _SEEN)
        where = f"seen[{self._draws}]"
        self._draws += 1
        self._compare(f"{where}.draw", self._draws, seen["draw"])
        cards = seen[self._member]
        positions = seen["positions"]
        for name in {"rounds", "places", self._member} & seen.keys():
            self._compare(f"{where}.{name}", len(positions), len(seen[name]))
        is_stage = {"stage", "places"} <= seen.keys() and not _OF_DRAWS & seen.keys()
        is_draw = not {"stage", "places"} & seen.keys() and seen.get("burned", 0) < len(
            positions
        )
        is_draw = (
            is_draw
            and ("pile" in seen) == self._is_dealt
            and (self._is_dealt or "part" not in seen)
        )
        self._demand(
            is_draw or (is_stage and self._is_dealt),
            where,
            "a stage or a draw of this shoe",
        )
        self._demand(
            ("begun" if self._has_tree else "roots") not in seen,
            where,
            "no such member in this shoe",
        )
        self._compare(
            f"{where}.in_play",
            sorted(set(seen.get("in_play", ()))),
            seen.get("in_play", []),
        )
        if self.difference is None:
            self._follow(where, seen, cards)
        if self.difference is None and self._has_tree:
            self._check_shown(where, seen, cards, shown)
        self._roots = {
            number: root
            for number, root in self._roots.items()
            if number == self._round
        }
        self._places = {
            key: position
            for key, position in self._places.items()
            if key[0] == self._round
        }
        record = {
            name: value
            for name, value in seen.items()
            if name not in ("draw", self._member)
        }
        if self._draws == 1 and self._client_seed is not None:
            record["client_seed"] = self._client_seed
        self._digest = _hash("draw", self._digest, _canonical(record))
        self._is_noted |= self._digest == self._notes.get("digest")
        self._total += len(positions)

    def _follow(self, where: str, seen: Json, cards: list[Any]) -> None:
        """Take the cards of a draw in their rounds, and compare their faces with the order."""
        held = seen.get("in_play")
        roots = seen.get("roots", [])
        end = self._round + (len(roots) if self._has_tree else seen.get("begun", 0))
        if self._is_dealt:
            order = [max(self._round, 0), *seen["rounds"], end]
            ends = (0, 0)
            is_right = (
                order == sorted(order)
                and [end, *seen["rounds"]][-1] == end <= max(self._round, 0) + 1
            )
            self._demand(
                is_right,
                f"{where}.rounds",
                "rounds up to the one that began",
                seen["rounds"],
            )
        else:
            tries = [
                one
                for top in (True, False)
                if (one := self._repeat(seen, is_from_top=top))
            ]
            near = [
                one for one in tries if one[0]["positions"] == seen["positions"]
            ] or tries
            self._demand(near, where, "a draw that the rules of the shoe allow")
            expected, ends = near[0] if near else ({}, (0, 0))
            for name, value in expected.items():
                self._compare(
                    f"{where}.{name}", value, end if name == "begun" else seen[name]
                )
        self._demand(
            held is None or end > max(self._round, 0),
            f"{where}.in_play",
            "none, as no round begins",
            held,
        )
        for number in range(self._round if self._round >= 0 else 0, end + 1):
            if self.difference is None and number > self._round:
                self._begin_round(
                    where,
                    held if number == end and number > 0 else None,
                    roots[number - end - 1 :],
                )
            for k, (position, of) in enumerate(
                zip(seen["positions"], seen["rounds"], strict=True)
            ):
                if of == number and self.difference is None:
                    is_there = position < self._shuffled and position not in self._taken
                    self._demand(
                        is_there,
                        f"{where}.positions[{k}]",
                        "a card that was not taken",
                        position,
                    )
                    self._taken.add(position)
                    if cards[k] is not None:
                        self._compared += 1
                    if cards[k] is not None and self._order and self.difference is None:
                        face = self._face_of(self._order.at(position), cards[k])
                        self._compare(f"{where}.{self._member}[{k}]", face, cards[k])
        self._top, self._bottom = ends

    def _begin_round(
        self, where: str, held: list[int] | None, roots: list[str]
    ) -> None:
        """Begin the next round, with the cards at some positions of this one in play."""
        is_taken = all(
            position >= self._shuffled or position in self._taken
            for position in held or ()
        )
        self._demand(is_taken, f"{where}.in_play", "cards that were taken", held)
        if self.difference:
            return
        in_play = None
        if held is not None:
            in_play = (
                sorted(self._order.at(position) for position in held)
                if self._order
                else list(held)
            )
        self._round, self._in_play, self._taken = self._round + 1, in_play, set()
        self._top = self._bottom = 0
        if self._is_full:
            self._order = _Order(
                self._seed,
                self._client_seed or "",
                self._round,
                self._terms,
                self._size,
                in_play or [],
            )
        if self._has_tree:
            self._roots[self._round] = roots[0]
            if self._order:
                self._compare(f"{where}.roots", self._order.compute_root(), roots[0])

    @property
    def _shuffled(self) -> int:
        return self._size - len(self._in_play or ())

    def _face_of(self, index: int, face: Any) -> Any:
        """Return the face of a card; of an unknown deck the face that it had before."""
        return (
            self._learned.setdefault(index, face)
            if self._faces is None
            else self._faces[index]
        )

    def _repeat(
        self, seen: Json, *, is_from_top: bool
    ) -> tuple[Json, tuple[int, int]] | None:
        """Return what a draw from one end of a shoe that is not dealt takes, and what its ends have lost after it.

        The draw has the round that it ends in as `begun`. Return None for a draw that the shoe refuses.
        """
        number = max(self._round, 0)
        top = self._top
        bottom = self._bottom
        shuffled = self._shuffled
        held = seen.get("in_play")
        policy = self._terms["reshuffle"]
        begun = 0
        is_low = policy == "at_cut" and shuffled - top - bottom <= self._terms["cut"]
        is_new = seen["rounds"][0] > number and top + bottom > 0
        if policy == "never" and (is_new or held is not None):
            return None
        if is_new or is_low:
            number, top, bottom, begun, shuffled = (
                number + 1,
                0,
                0,
                1,
                self._size - len(held or ()),
            )
        positions = list[int]()
        rounds = list[int]()
        if seen.get("burned", 0) > shuffled - top - bottom:
            return None
        for _ in seen["positions"]:
            if top + bottom >= shuffled:
                if held is None or begun or len(held) >= self._size:
                    return None
                number, top, bottom, begun, shuffled = (
                    number + 1,
                    0,
                    0,
                    1,
                    self._size - len(held),
                )
            positions.append(top if is_from_top else shuffled - 1 - bottom)
            rounds.append(number)
            top, bottom = (top + 1, bottom) if is_from_top else (top, bottom + 1)
        own = {
            position
            for position, of in zip(positions, rounds, strict=True)
            if of < number
        }
        is_right = held is None or (begun and own <= set(held))
        return (
            ({"positions": positions, "rounds": rounds, "begun": number}, (top, bottom))
            if is_right
            else None
        )

    def _check_shown(
        self, where: str, seen: Json, cards: list[Any], shown: list[Json] | None
    ) -> None:
        """Check that each card that is told has a proof beside it that leads to the root of its round."""
        name = self._member[:-1]
        places = zip(seen["rounds"], seen["positions"], cards, strict=True)
        told = [list(place) for place in places if place[2] is not None]
        has_owner = "seat" in seen or "stage" in seen
        self._unproved += 0 if has_owner else cards[seen.get("burned", 0) :].count(None)
        if shown is None:  # an entry without the response around it
            shown = [
                card
                for number, position, _ in told
                if (card := self._beside.get((number, position)))
            ]
            self._unproved += len(told) - len(shown)
            told = [
                list(place) for place in told if (place[0], place[1]) in self._beside
            ]
        listed = [
            [card.get("round"), card.get("position"), card.get(name)] for card in shown
        ]
        self._compare(f"{where}.shown", told, listed)
        indices = range(self._size)
        shape: Json = {
            "round": int,
            "position": indices,
            "index": indices,
            "salt": _DIGEST,
            "path": [_DIGEST],
        }
        _check(f"{where}.shown", shown, [{**shape, name: object}])
        for card in shown if self.difference is None else ():
            number = card["round"]
            position = card["position"]
            index = card["index"]
            leaf = sha256(
                b"\0" + bytes.fromhex(card["salt"]) + _u32(number, position, index)
            ).digest()
            root = _climb(leaf, position, self._size, card["path"]).hex()
            self._compare(f"{where}.shown", self._roots[number], root)
            self._compare(
                f"{where}.shown", self._face_of(index, card[name]), card[name]
            )
            self._compare(
                f"{where}.shown",
                self._places.setdefault((number, index), position),
                position,
            )

    def _compare_end(self) -> None:
        """Compare the counts of the receipt with what the draws lead to, and the digest with the noted one."""
        drawn = self._drawn
        if self._digest == drawn["digest"] or self._draws > drawn["draws"]:
            self._compare("drawn.draws", self._draws, drawn["draws"])
        if self._draws < drawn["draws"]:
            return
        in_play: Any = (
            self._in_play
            if self._is_full or self._in_play is None
            else len(self._in_play)
        )
        counts = {
            "draws": self._draws,
            "round": max(self._round, 0),
            "total": self._total,
            "digest": self._digest,
        }
        ends = (
            {"positions": sorted(self._taken)}
            if self._is_dealt
            else {"top": self._top, "bottom": self._bottom}
        )
        _check("drawn", drawn, {**dict.fromkeys([*counts, *ends, "in_play"], object)})
        if (
            not self._is_dealt
            and self._top + self._bottom
            == self._shuffled
            == drawn["top"] + drawn["bottom"]
        ):
            ends = {}
        for name, value in {**counts, "in_play": in_play, **ends}.items():
            self._compare(f"drawn.{name}", value, drawn[name])
        if not self._is_full:
            self._compare("root", self._roots.get(self._round), self._receipt["root"])
        self._demand(
            self._is_noted, "digest", self._notes.get("digest"), drawn["digest"]
        )


class _Order:
    """The order of a round: `at` returns the index at a position. Often no more is computed than is needed."""

    def __init__(
        self,
        seed: bytes,
        client_seed: str,
        number: int,
        terms: Json,
        size: int,
        in_play: list[int],
    ) -> None:
        self._number, self._size, self._in_play = number, size, in_play
        self._ends = _u32(len(in_play), *in_play) + client_seed.encode()
        self._seed, self._client_seed, self._algorithm = (
            seed,
            client_seed,
            terms["algorithm"],
        )
        held = set(in_play)
        self._rest = (
            range(size)
            if not in_play
            else [index for index in range(size) if index not in held]
        )
        self._top, self._items = list[int](), self._shuffle("shoe", len(self._rest))
        self._last = [in_play[i] for i in self._shuffle("in play", len(in_play))]

    def at(self, position: int) -> int:
        if position >= len(self._rest):
            return self._last[position - len(self._rest)]
        while position >= len(self._top):
            self._top.append(next(self._items))
        return self._rest[self._top[position]]

    def compute_root(self) -> str:
        """Return the root of the tree over the round."""
        order = [self.at(position) for position in range(self._size)]
        key = self._derive(
            _tag("salts") + _u32(self._number, *order) + self._client_seed.encode()
        )
        salts = [
            hmac.digest(key, _u32(position), "sha256") for position in range(self._size)
        ]
        entries = [
            salt + _u32(self._number, position, order[position])
            for position, salt in enumerate(salts)
        ]
        level = [sha256(b"\0" + entry).digest() for entry in entries]
        while len(level) > 1:
            pairs = [level[k : k + 2] for k in range(0, len(level), 2)]
            level = [
                sha256(b"\1" + b"".join(pair)).digest() if len(pair) == 2 else pair[0]
                for pair in pairs
            ]
        return level[0].hex()

    def _derive(self, message: bytes) -> bytes:
        return hmac.digest(self._seed, message, "sha256")

    def _shuffle(self, purpose: str, count: int) -> Iterator[int]:
        return _SHUFFLES[self._algorithm](
            _open_below(self._derive(_tag(purpose) + self._ends), self._number), count
        )


def _open_below(key: bytes, index: int) -> Callable[[int], int]:
    """Return below of docs/definitions/stream.md: a function that draws a uniform integer less than a bound."""
    stream = Cipher(AES(key), CTR(index.to_bytes(8) + bytes(8))).encryptor()
    words = (
        word
        for _ in count()
        for (word,) in iter_unpack(">I", stream.update(bytes(4096)))
    )

    def below(bound: int) -> int:
        if bound == 1:
            return 0
        size = 1 if bound <= 2**32 else 2
        while True:
            word: int = next(words) if size == 1 else next(words) << 32 | next(words)
            product = word * bound
            if product % 2 ** (32 * size) >= 2 ** (32 * size) % bound:
                return product >> 32 * size

    return below


Below = Callable[[int], int]


def _fisher_yates(below: Below, size: int) -> Iterator[int]:
    moved: dict[int, int] = {}  # the items at positions that hold another one
    for i in range(size):
        j = i + below(size - i)
        yield moved.get(j, j)
        moved[j] = moved.pop(i, i)


def _durstenfeld(below: Below, size: int) -> Iterator[int]:
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    yield from order


def _inside_out(below: Below, size: int) -> Iterator[int]:
    order: list[int] = []
    for i in range(size):
        j = below(i + 1)
        order.append(i if j == i else order[j])
        order[j] = i
    yield from order


def _rejection(below: Below, size: int) -> Iterator[int]:
    items: set[int] = set()
    while len(items) < size:
        item = below(size)
        if item not in items:
            items.add(item)
            yield item


def _random_slot(below: Below, size: int) -> Iterator[int]:
    slots: dict[int, int] = {}
    for i in range(size):
        slot = below(size)
        while slot in slots:
            slot = below(size)
        slots[slot] = i
    yield from (slots[slot] for slot in range(size))


_ALL = (_fisher_yates, _durstenfeld, _inside_out, _rejection, _random_slot)
_SHUFFLES: dict[str, Callable[[Below, int], Iterator[int]]] = {
    shuffle.__name__[1:]: shuffle for shuffle in _ALL
}


def _list_faces(terms: Json) -> Sequence[Any] | None:
    """Return the cards, items or numbers of a shoe by index; None for a deck that only its codes tell."""
    if "items" in terms:
        return cast("list[str]", terms["items"])
    if "deck" not in terms:
        return range(terms["min"], terms["max"] + 1)
    if (
        terms["deck"] != "standard"
        or {"jokers", "suit_order", "red_fives", "highest"} & terms.keys()
    ):
        return None
    pack = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    return [
        card
        for _ in range(terms["decks"])
        for card in pack
        if card not in terms["exclude"]
    ]
