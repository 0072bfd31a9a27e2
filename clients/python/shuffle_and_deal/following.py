"""What a player knows of an accepted shoe, and what each draw adds to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from types import EllipsisType
from typing import Any

from shuffle_and_deal import protocol
from shuffle_and_deal.protocol import (
    DIGEST,
    TEXT,
    Form,
    Json,
    canonical_json,
    check_form,
    require,
)

Place = tuple[int, int]
"""A round, and a position in it."""


@dataclass(frozen=True)
class AcceptedShoe:
    """A shoe as a player accepted it, which stays the same until its end."""

    seat: str | None
    """The seat of the player, or None for a spectator."""
    terms: Json
    commitment: str
    seed_hash: str
    size: int | None
    """How many cards it has, if the response that opened it says so."""
    signers: Json | None
    """The JWK set of the service, or None to accept states without a signature."""
    faces: Sequence[Any] | None
    """The card, the name of the item or the integer that each index stands for, or None if they are not known."""
    seats: Collection[str] | None
    """The places that are seats, or None if all but piles are."""
    beacon: str | EllipsisType | None
    """The client seed that draw 1 must have: a text, None for any, and ... for the texts of the words."""

    @property
    def member(self) -> str:
        """The member of an entry with its faces, `cards` or `integers`."""
        return protocol.name_member(self.terms)

    @property
    def face_name(self) -> str:
        """The member of a card with its face, `card` or `integer`."""
        return self.member.removesuffix("s")

    @property
    def face_form(self) -> Form:
        """The form of a face."""
        if "items" in self.terms:
            return object
        return TEXT if self.member == "cards" else self.faces

    @property
    def has_tree(self) -> bool:
        """Whether each round has a tree, so that each card that is told has a proof."""
        return protocol.has_tree(self.terms)

    @property
    def sees_others(self) -> bool:
        """Whether the player sees all hands but the own one, which stays hidden, as players of fireworks do."""
        return self.terms.get("game") == "fireworks" and self.seat is not None

    def name_face(self, face: Any) -> Any:
        """Return a face as `faces` has it: of an item its name."""
        return protocol.name_item(face) if "items" in self.terms else face

    def check_client_seed(self, client_seed: Any) -> None:
        """Raise `Refused` unless the client seed of draw 1 is the texts of the words, or the beacon."""
        if "words" in self.terms:
            texts = client_seed.split(",")
            is_text = all(re.fullmatch("[A-Za-z0-9_-]{16,64}", text) for text in texts)
            is_right = is_text and _hash_texts(texts) == self.terms["words"]
        else:
            if client_seed is not None:
                check_form("client_seed", client_seed, TEXT)
            is_right = self.beacon in (None, client_seed)
        require(
            is_right,
            "client_seed",
            "it is neither the texts of the words nor the beacon",
        )


def _hash_texts(texts: list[str]) -> list[str]:
    return [sha256(text.encode()).hexdigest() for text in texts]


@dataclass(frozen=True)
class SeenCard:
    """A card of an entry, as the entry tells it or hides it."""

    round: int
    position: int
    face: Any
    """The card, the item or the integer, or None if it is hidden."""
    owner: str | None
    """The seat or the pile that the card came to, or None if it is burned or open to all."""
    is_burned: bool

    @property
    def place(self) -> Json:
        """The round and the position as members of JSON."""
        return {"round": self.round, "position": self.position}


def parse_cards(seen: Json, member: str) -> list[SeenCard]:
    """Return the cards of an entry, whose faces are in a member, `cards` or `integers`.

    `{"positions": [0, 1], "rounds": [0, 0], "seat": "Ann", "burned": 1, "cards": [None, "AS"]}` has a hidden card at
    position 0, which is burned and so has no owner, and the ace of Ann at position 1.
    """
    places = seen.get("places")
    cards = []
    for number, face in enumerate(seen[member]):
        if places:
            is_burned = places[number] == "burns"
            receiver = places[number].partition("/")[0]
        else:
            is_burned = number < seen.get("burned", 0)
            receiver = seen.get("seat")
        card = SeenCard(
            round=seen["rounds"][number],
            position=seen["positions"][number],
            face=face,
            owner=None if is_burned else receiver,
            is_burned=is_burned,
        )
        cards.append(card)
    return cards


@dataclass
class Following:
    """What the draws of a shoe brought to a player so far.

    A response changes a copy of it, which takes its place if all is right.
    """

    shoe: AcceptedShoe
    digest: str
    client_seed: str | None = None
    draws: int = 0
    """How many draws and stages were followed."""
    round: int = -1
    """The last round that began, or -1 before the first."""
    cards: list[Json] = field(default_factory=list)
    """The own cards."""
    seen: list[Json] = field(default_factory=list)
    """The entries of the draws."""
    shown: list[Json] = field(default_factory=list)
    """The cards that came with a proof, each once."""
    roots: list[str] = field(default_factory=list)
    """The root of each round, of a shoe with trees."""
    taken: set[Place] = field(default_factory=set)
    """The places of all cards that were taken."""
    position_of_index: dict[tuple[int, int], int] = field(default_factory=dict)
    """The position of each card that came with a proof, by round and index."""
    told: Counter[tuple[int, Any]] = field(default_factory=Counter)
    """How often each face was told, by round and face."""

    def copy(self) -> Following:
        """Return a state that can change without this one."""
        return replace(
            self,
            cards=list(self.cards),
            seen=list(self.seen),
            shown=list(self.shown),
            roots=list(self.roots),
            taken=set(self.taken),
            position_of_index=dict(self.position_of_index),
            told=self.told.copy(),
        )

    def take_entry(self, seen: Json, client_seed: str | None) -> None:
        """Go on to the digest after a draw or a stage, which its response has with a client seed."""
        self.draws += 1
        require(
            seen["draw"] == self.draws, "seen.draw", f"draw {self.draws} comes next"
        )
        self._check_members(seen)
        self._begin_rounds(seen)
        self._take_positions(seen)
        self._note_roots(seen)
        is_first = self.draws == 1
        if is_first:
            self.shoe.check_client_seed(client_seed)
            self.client_seed = client_seed
        record = protocol.form_record(
            seen, self.shoe.member, client_seed if is_first else None
        )
        require(
            client_seed == self.client_seed, "client_seed", "draw 1 had another one"
        )
        self.digest = protocol.hash_draw(self.digest, record)

    def _check_members(self, seen: Json) -> None:
        """Check that an entry is one of a stage or of a draw, and has a value for each card."""
        lengths = {
            len(seen[name])
            for name in ("positions", "rounds", "places", self.shoe.member)
            if name in seen
        }
        require(len(lengths) == 1, "seen", "the lists have different lengths")
        is_dealt = protocol.is_dealt(self.shoe.terms)
        is_stage = is_dealt and protocol.is_stage(seen)
        is_draw = protocol.is_draw(seen) and is_dealt == ("pile" in seen)
        require(is_stage or is_draw, "seen", "it is neither a stage nor a draw")

    def _begin_rounds(self, seen: Json) -> None:
        """Go on to the last round that an entry begins, to which its cards must lead without a gap."""
        first = max(self.round, 0)
        rounds = seen["rounds"]
        self.round += len(seen.get("roots", ())) + seen.get("begun", 0)
        numbers = [first, *rounds, self.round]
        last = rounds[-1] if rounds else self.round
        is_right = numbers == sorted(numbers) and last == self.round <= first + 1
        require(
            is_right,
            "seen.rounds",
            "they do not lead from the last round to the one that began",
        )

    def _take_positions(self, seen: Json) -> None:
        """Take the cards of an entry, which nobody took before."""
        positions = seen["positions"]
        faces = self.shoe.faces
        taken = set(zip(seen["rounds"], positions, strict=True))
        is_new = len(taken) == len(positions) and not taken & self.taken
        is_there = faces is None or max(positions, default=0) < len(faces)
        require(
            is_new and is_there,
            "seen.positions",
            "a card was taken before, or is not there",
        )
        self.taken |= taken

    def _note_roots(self, seen: Json) -> None:
        """Note the roots of the rounds that an entry begins."""
        self.roots += seen.get("roots", ())
        count = self.round + 1 if self.shoe.has_tree else 0
        require(
            len(self.roots) == count, "seen.roots", "a root was expected for each round"
        )

    def read_cards(self, cards: list[SeenCard]) -> list[Json]:
        """Return the cards that are told, with their faces; check that each other one is hidden for a reason."""
        told = []
        for card in cards:
            if card.face is not None:
                self._count_face(card)
                told.append(card.place | {self.shoe.face_name: card.face})
            elif not self.is_own(card):
                self._check_hidden(card)
        return told

    def is_own(self, card: SeenCard) -> bool:
        """Return whether a card came to the seat of the player."""
        return card.owner is not None and card.owner == self.shoe.seat

    def _count_face(self, card: SeenCard) -> None:
        """Check that a card may be told: the round has it, and it was not told so often before."""
        check_form("seen", card.face, self.shoe.face_form)
        faces = self.shoe.faces
        name = self.shoe.name_face(card.face)
        self.told[card.round, name] += 1
        is_there = faces is None or self.told[card.round, name] <= faces.count(name)
        require(
            is_there and not card.is_burned,
            "seen",
            f"{card.face} is burned, or not there so often",
        )

    def _check_hidden(self, card: SeenCard) -> None:
        """Check that a card is burned, or in the hand of another seat."""
        seats = self.shoe.seats
        is_in_hand = card.owner is not None and (seats is None or card.owner in seats)
        require(
            card.is_burned or (is_in_hand and not self.shoe.sees_others),
            "seen",
            "an open card is not told",
        )

    def note_shown(self, told: list[Json], shown: list[Json]) -> None:
        """Note the cards that are told, which a shoe with trees shows with their proofs."""
        names = ("round", "position", self.shoe.face_name)
        listed = [{name: card.get(name) for name in names} for card in shown]
        require(
            not self.shoe.has_tree or canonical_json(listed) == canonical_json(told),
            "shown",
            "they are not the cards that are told",
        )
        self.learn("shown", shown)

    def learn(self, where: str, cards: list[Json]) -> None:
        """Note cards with their proofs. Refuse a card that does not lead to the root of its round.

        `where` is the member that has the cards.
        """
        shoe = self.shoe
        faces = shoe.faces or ()
        form: Json = {
            "round": range(len(self.roots)),
            "position": range(len(faces)),
            "index": range(len(faces)),
            shoe.face_name: shoe.face_form,
            "salt": DIGEST,
            "path": [DIGEST],
        }
        check_form(where, cards, [form])
        for card in cards:
            number = card["round"]
            index = card["index"]
            root = protocol.compute_root(card, len(faces))
            face = shoe.name_face(card[shoe.face_name])
            require(
                root == self.roots[number] and face == faces[index],
                where,
                "a card does not lead to the root",
            )
            if (number, index) not in self.position_of_index:
                self.shown.append(card)
                self.position_of_index[number, index] = card["position"]
            require(
                self.position_of_index[number, index] == card["position"],
                where,
                "one card is at two positions of a round",
            )

    def check_view(self, view: Any, hidden: list[Json], text: bytes) -> list[Json]:
        """Return the cards of a view, which must be those that are hidden in the own hand.

        `text` is the JSON from which the view was read: it must be canonical, so that no view has a second text.
        """
        shoe = self.shoe
        check_form("view", view, {"cards": [dict], "digest": DIGEST, "seat": TEXT})
        is_of_state = view["digest"] == self.digest and view["seat"] == shoe.seat
        is_own = is_of_state and text == canonical_json(view)
        places = [
            {name: card.get(name) for name in ("round", "position")}
            for card in view["cards"]
        ]
        has_hidden = canonical_json(places) == canonical_json(hidden)
        require(
            is_own and has_hidden,
            "view",
            "it is of another shoe, state or seat, or has other cards",
        )
        self.learn("view", view["cards"])
        return list(view["cards"])
