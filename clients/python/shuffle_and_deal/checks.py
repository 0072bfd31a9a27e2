"""The check of a sealed shoe of any length without a service, from the stream and sealed shoes of docs/definitions.

It follows all draws of a shoe with their digests and repeats the order of each round. It knows the order of the cards
of a standard pack; for another deck it needs `codes`. It knows no rules of games: that a deal brought its cards to the
right places is left to /v1/verify and to `checkViews` of the JavaScript package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, cast

from shuffle_and_deal import protocol
from shuffle_and_deal.orders import RoundOrder, Seeds
from shuffle_and_deal.protocol import (
    DIGEST,
    PARTIAL_RECEIPT,
    RECEIPT,
    SEEN,
    Json,
    Refused,
    check_form,
    check_signed,
    refusing,
)

_FULL_RECEIPT = RECEIPT | {"server_seed": DIGEST, "shown?": [dict]}
_DRAWN: Json = {
    "round": int,
    "total": int,
    "draws": int,
    "digest": DIGEST,
    "in_play": object,
    "*": object,
}
_PLACES = (
    "that the deal brings its cards to these places, and when it begins a round: "
    "/v1/verify and checkViews check that"
)
_FACES = "which cards the indices stand for: pass the codes of the deck in its order"
_ORDER = "a partial receipt cannot show that the order came from the seeds"
_SIGNATURE = "a signature of this digest by a key of the service"


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


@dataclass(frozen=True)
class _Receipt:
    """What a receipt says of its shoe."""

    terms: Json
    commitment: str
    seed_hash: str
    server_seed: str | None
    """None in a partial receipt."""
    client_seed: Any
    drawn: Json
    """The counts, the digest and the ends after the last draw."""
    root: Any
    """The root of the last round in a partial receipt, or None before draw 1."""
    faces: Sequence[Any] | None
    """The card, the item or the integer of each index, or None if they are not known."""
    size: int
    member: str
    """The member of an entry with its faces, `cards` or `integers`."""
    is_dealt: bool
    has_tree: bool

    @property
    def is_full(self) -> bool:
        """Whether it has the server seed, so that the order of each round is known."""
        return self.server_seed is not None

    @property
    def is_drawn(self) -> bool:
        """Whether it says that there is a draw."""
        return bool(self.drawn["draws"] > 0)

    def open_order(
        self, round_number: int, in_play: Sequence[int]
    ) -> RoundOrder | None:
        """Return the order of a round, or None of a partial receipt, which does not tell it."""
        if self.server_seed is None:
            return None
        seeds = Seeds(
            bytes.fromhex(self.server_seed),
            self.client_seed or "",
            self.terms["algorithm"],
        )
        return RoundOrder(seeds, round_number, self.size, list(in_play))


def _parse_receipt(
    given: Json, size: int | None, codes: Sequence[Any] | None
) -> _Receipt:
    """Return a receipt, from itself or from the response that has it."""
    receipt = given["receipt"] if isinstance(given["receipt"], dict) else given
    is_full = "server_seed" in receipt
    check_form("receipt", receipt, _FULL_RECEIPT if is_full else PARTIAL_RECEIPT)
    drawn = {"in_play": None} | receipt["drawn"]
    check_form("drawn", drawn, _DRAWN)
    terms = receipt["terms"]
    has_tree = protocol.has_tree(terms)
    faces = codes or _list_faces(terms)
    if faces is None and size is None:
        raise Refused(
            "size", "of this deck the size of the shoe, or its codes, are needed"
        )
    server_seed = receipt.get("server_seed")
    return _Receipt(
        terms=terms,
        commitment=receipt["commitment"],
        seed_hash=(
            protocol.hash_seed(receipt["server_seed"])
            if is_full
            else receipt["seed_hash"]
        ),
        server_seed=server_seed,
        client_seed=receipt["client_seed"],
        drawn=drawn,
        root=receipt.get("root"),
        faces=faces,
        size=(size or 0) if faces is None else len(faces),
        member=protocol.name_member(terms),
        is_dealt=protocol.is_dealt(terms),
        has_tree=has_tree,
    )


@dataclass
class _Ends:
    """The two ends of a round that is not dealt: how many cards were shuffled, and how many each end has lost."""

    shuffled: int
    top: int = 0
    bottom: int = 0

    @property
    def left(self) -> int:
        return self.shuffled - self.top - self.bottom

    def take(self, *, is_from_top: bool) -> int:
        """Take the next card from an end, and return its position."""
        if is_from_top:
            self.top += 1
            return self.top - 1
        self.bottom += 1
        return self.shuffled - self.bottom


@dataclass
class _Round:
    """A round of play, of which cards are taken."""

    number: int
    """-1 before the first round."""
    ends: _Ends
    order: RoundOrder | None = None
    """None before the first round, and of a partial receipt."""
    in_play: list[int] | None = None
    """The cards that were in play when it began, by index, or by position if the order is not known.

    None if none were named.
    """
    taken: set[int] = field(default_factory=set)
    """The positions of the cards that were taken."""

    def has_taken(self, position: int) -> bool:
        """Return whether a card left the shoe: it was in play from the beginning, or was taken."""
        return position >= self.ends.shuffled or position in self.taken


@dataclass(frozen=True)
class _TakenCards:
    """The cards that a draw takes from one end, and the round and its ends after it."""

    positions: list[int]
    rounds: list[int]
    last_round: int
    ends: _Ends


@dataclass
class _State:
    """What the draws led to so far."""

    digest: str
    last_digest: str
    """The digest after the last response."""
    is_noted: bool
    """Whether the noted digest was reached."""
    round: _Round
    draws: int = 0
    total: int = 0
    """How many cards were taken or burned."""
    roots: dict[int, str] = field(default_factory=dict)
    """The roots of the rounds of the last draw, by number."""
    position_of_index: dict[tuple[int, int], int] = field(default_factory=dict)
    """The positions of the shown cards in these rounds, by round and index."""
    learned: dict[int, Any] = field(default_factory=dict)
    """The faces of an unknown deck that were seen so far, by index."""
    compared: int = 0
    """How many cards were told, and so compared."""
    unproved: int = 0
    """How many cards were told without a proof, or not told to anybody."""
    unsigned: int = 0
    """How many responses have no signature."""


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
        self._confirmed = confirmed or {}
        self._shown = {(card["round"], card["position"]): card for card in shown}
        self._signers = signers
        self.difference: Json | None = None
        with refusing("receipt"):
            self._receipt = _parse_receipt(receipt, size, codes)
            commitment = self._receipt.commitment
            self._state = _State(
                digest=commitment,
                last_digest=commitment,
                is_noted=self._confirmed.get("digest") in (None, commitment),
                round=_Round(-1, _Ends(self._receipt.size)),
            )
            self._compare_commitment()
            self._compare_client_seed()
            self._compare_root()

    def take(self, view: Json) -> bool:
        """Check the next response. Return whether there is no difference so far."""
        state = self._state
        with refusing(f"seen[{state.draws}]"):
            stages = view.get("dealt_stages") or [view]
            is_response = "seen" in stages[0]
            if self.difference is None:
                for stage in stages:
                    if is_response:
                        self._take_stage(stage)
                    else:
                        self._take_entry(stage, None)
            if is_response:
                self._compare("previous", state.last_digest, view["previous"])
                self._compare("digest", state.digest, view["digest"])
            if self._signers is not None and self.difference is None:
                self._check_signature(view)
            state.last_digest = state.digest
        return self.difference is None

    def _take_stage(self, stage: Json) -> None:
        """Check the response of a draw, or a stage in the response of a deal."""
        self._take_entry(stage["seen"], stage.get("shown"))
        if self.difference is None:
            self._compare("digest", self._state.digest, stage["digest"])

    def _check_signature(self, view: Json) -> None:
        if view.get("signed") is None:
            self._state.unsigned += 1
            return
        try:
            check_signed(view, self._signers)
        except Refused as refused:
            self._note_difference(refused.where, _SIGNATURE, view["signed"])

    def end(self) -> Json:
        """Return the verdict after the last response."""
        with refusing("drawn"):
            self._compare_end()
        if self.difference:
            return {"valid": False, "difference": self.difference}
        unchecked = self._list_unchecked()
        return {"valid": None, "unchecked": unchecked} if unchecked else {"valid": True}

    def _list_unchecked(self) -> dict[str, str]:
        """Return what was not checked, with the reasons."""
        receipt = self._receipt
        state = self._state
        draws = receipt.drawn["draws"]
        unchecked = self._list_not_noted()
        if "items_sha256" in receipt.terms:
            unchecked["items"] = "the list that the numbers stand for"
        if state.draws < draws:
            unchecked["draws"] = (
                f"{draws - state.draws} of the {draws} draws are not there"
            )
        if receipt.is_full and receipt.drawn["total"] > 0 and not state.compared:
            unchecked["seen"] = "no card was seen, so none was compared"
        if receipt.faces is None:
            unchecked["faces"] = _FACES
        elif state.unproved:
            unchecked["faces"] = (
                f"{state.unproved} cards were told without a proof, or not told to anybody"
            )
        if receipt.is_dealt:
            unchecked["places"] = _PLACES
        if state.unsigned:
            unchecked["signed"] = f"{state.unsigned} responses are not signed"
        if not receipt.is_full:
            unchecked["order"] = _ORDER
        return unchecked

    def _list_not_noted(self) -> dict[str, str]:
        """Return what no player noted, so that it was compared with nothing."""
        unchecked = {}
        if self._confirmed.get("commitment") is None:
            unchecked["commitment"] = (
                "it was not compared with the commitment that was shown before the first card"
            )
        is_noted = not self._confirmed.keys().isdisjoint({"client_seed", "own_text"})
        if self._receipt.client_seed is not None and not is_noted:
            unchecked["client_seed"] = (
                "it was not compared with the seed or the texts that the players gave"
            )
        return unchecked

    def _compare(self, where: str, expected: Any, seen: Any) -> None:
        """Note a difference unless the value that was seen is the expected one; 1 is not True."""
        is_same = isinstance(expected, bool) == isinstance(seen, bool)
        self._demand(is_same and expected == seen, where, expected, seen)

    def _demand(
        self, is_right: object, where: str, expected: Any, seen: Any = None
    ) -> None:
        """Note a difference unless something is right."""
        if not is_right:
            self._note_difference(where, expected, seen)

    def _note_difference(self, where: str, expected: Any, seen: Any) -> None:
        """Note a difference, if it is the first."""
        if self.difference is None:
            self.difference = {
                "where": where,
                "expected": expected,
                "seen": seen,
                "draw": self._state.draws,
            }

    def _compare_commitment(self) -> None:
        """Compare the commitment with the seed and the terms, and with what the player noted."""
        receipt = self._receipt
        self._compare(
            "commitment",
            protocol.hash_commitment(receipt.seed_hash, receipt.terms),
            receipt.commitment,
        )
        self._compare_noted("commitment", receipt.commitment)
        self._compare_noted("client_seed", receipt.client_seed)

    def _compare_noted(self, name: str, value: Any) -> None:
        """Compare a member of the receipt with what the player noted, if anything."""
        noted = self._confirmed.get(name)
        self._demand(noted in (None, value), name, noted, value)

    def _compare_client_seed(self) -> None:
        """Compare the client seed with the words, and whether there is a draw that has it."""
        receipt = self._receipt
        client_seed = receipt.client_seed
        if client_seed is not None:
            check_form("client_seed", client_seed, str)
            self._demand(receipt.is_drawn, "client_seed", None, client_seed)
        if "words" in receipt.terms and receipt.is_drawn:
            texts = (client_seed or "").split(",")
            digests = [sha256(text.encode()).hexdigest() for text in texts]
            self._demand(
                digests == receipt.terms["words"],
                "client_seed",
                "texts of the digests in terms.words",
                client_seed,
            )
            own_text = self._confirmed.get("own_text")
            is_own = own_text is None or own_text in texts
            self._demand(is_own, "client_seed", own_text, client_seed)

    def _compare_root(self) -> None:
        receipt = self._receipt
        has_root = receipt.root is not None
        self._demand(
            receipt.is_full or has_root == receipt.is_drawn,
            "root",
            "a root if and only if there is a draw",
        )

    def _take_entry(self, seen: Json, shown: list[Json] | None) -> None:
        """Check the entry of a draw or of a stage, and the cards that are shown beside it.

        `shown` is None for an entry without the response around it.
        """
        receipt = self._receipt
        state = self._state
        check_form("seen", seen, SEEN)
        where = f"seen[{state.draws}]"
        state.draws += 1
        self._compare_members(where, seen)
        if self.difference is None:
            self._take_cards(where, seen)
        if self.difference is None and receipt.has_tree:
            self._check_shown(where, seen, shown)
        self._forget_rounds()
        client_seed = receipt.client_seed if state.draws == 1 else None
        record = protocol.form_record(seen, receipt.member, client_seed)
        state.digest = protocol.hash_draw(state.digest, record)
        state.is_noted |= state.digest == self._confirmed.get("digest")
        state.total += len(seen["positions"])

    def _compare_members(self, where: str, seen: Json) -> None:
        """Compare the members of an entry with one another and with the shoe."""
        receipt = self._receipt
        self._compare(f"{where}.draw", self._state.draws, seen["draw"])
        count = len(seen["positions"])
        lists = ["rounds", receipt.member]
        if "places" in seen:
            lists.append("places")
        for name in lists:
            self._compare(f"{where}.{name}", count, len(seen[name]))
        is_stage = receipt.is_dealt and protocol.is_stage(seen)
        is_draw = protocol.is_draw(seen) and receipt.is_dealt == ("pile" in seen)
        has_part = "part" in seen and not receipt.is_dealt
        self._demand(
            is_stage or (is_draw and not has_part),
            where,
            "a stage or a draw of this shoe",
        )
        self._demand(
            ("begun" if receipt.has_tree else "roots") not in seen,
            where,
            "no such member in this shoe",
        )
        in_play = seen.get("in_play", [])
        self._compare(f"{where}.in_play", sorted(set(in_play)), in_play)

    def _forget_rounds(self) -> None:
        """Forget what was known of the rounds before the last: no later draw takes cards of them."""
        state = self._state
        last = state.round.number
        state.roots = {
            number: root for number, root in state.roots.items() if number == last
        }
        state.position_of_index = {
            (number, index): position
            for (number, index), position in state.position_of_index.items()
            if number == last
        }

    def _take_cards(self, where: str, seen: Json) -> None:
        """Take the cards of an entry in their rounds, and compare their faces with the order."""
        held = seen.get("in_play")
        roots = seen.get("roots", [])
        first = max(self._state.round.number, 0)
        begun = len(roots) if self._receipt.has_tree else seen.get("begun", 0)
        last = self._state.round.number + begun
        ends = None
        if self._receipt.is_dealt:
            self._compare_rounds(where, seen["rounds"], first, last)
        else:
            ends = self._compare_ends(where, seen, last)
        self._demand(
            held is None or last > first,
            f"{where}.in_play",
            "none, as no round begins",
            held,
        )
        for number in range(first, last + 1):
            if self.difference is None and number > self._state.round.number:
                self._begin_round(
                    where,
                    held if number == last and number > 0 else None,
                    roots[number - last - 1 :],
                )
            self._take_of_round(where, seen, number)
        if ends is not None:
            self._state.round.ends = ends

    def _compare_rounds(
        self, where: str, rounds: list[int], first: int, last: int
    ) -> None:
        """Compare the rounds of a dealt shoe with the first and the last that an entry can take cards of."""
        numbers = [first, *rounds, last]
        last_taken = rounds[-1] if rounds else last
        self._demand(
            numbers == sorted(numbers) and last_taken == last <= first + 1,
            f"{where}.rounds",
            "rounds up to the one that began",
            rounds,
        )

    def _compare_ends(self, where: str, seen: Json, last: int) -> _Ends | None:
        """Compare an entry with a draw from an end of the shoe, and return the ends after it.

        An entry does not say from which end it is: it is compared with the end that has its positions, or else with
        the top. Return None if neither end allows the draw.
        """
        repeated = [
            self._repeat(seen, is_from_top=True),
            self._repeat(seen, is_from_top=False),
        ]
        allowed = [taken for taken in repeated if taken is not None]
        self._demand(allowed, where, "a draw that the rules of the shoe allow")
        if not allowed:
            return None
        same = [taken for taken in allowed if taken.positions == seen["positions"]]
        expected = same[0] if same else allowed[0]
        self._compare(f"{where}.positions", expected.positions, seen["positions"])
        self._compare(f"{where}.rounds", expected.rounds, seen["rounds"])
        self._compare(f"{where}.begun", expected.last_round, last)
        return expected.ends

    def _take_of_round(self, where: str, seen: Json, number: int) -> None:
        """Take those cards of an entry that are of a round."""
        places = zip(seen["positions"], seen["rounds"], strict=True)
        for place, (position, round_number) in enumerate(places):
            if round_number == number and self.difference is None:
                face = seen[self._receipt.member][place]
                self._take_card(where, place, position, face)

    def _take_card(self, where: str, place: int, position: int, face: Any) -> None:
        """Take a card of the round, by its place in the entry, its position, and its face if that is told."""
        state = self._state
        self._demand(
            not state.round.has_taken(position),
            f"{where}.positions[{place}]",
            "a card that was not taken",
            position,
        )
        state.round.taken.add(position)
        if face is None:
            return
        state.compared += 1
        if state.round.order is not None and self.difference is None:
            expected = self._find_face(state.round.order.at(position), face)
            self._compare(f"{where}.{self._receipt.member}[{place}]", expected, face)

    def _begin_round(
        self, where: str, held: list[int] | None, roots: list[str]
    ) -> None:
        """Begin the next round, with the cards at some positions of this one in play.

        `roots` are those of this round and of the later ones that the entry begins.
        """
        receipt = self._receipt
        before = self._state.round
        in_play = None
        if held is not None:
            self._demand(
                all(before.has_taken(position) for position in held),
                f"{where}.in_play",
                "cards that were taken",
                held,
            )
            if self.difference:
                return
            in_play = list(held)
            if before.order is not None:
                in_play = sorted(before.order.at(position) for position in held)
        number = before.number + 1
        self._state.round = _Round(
            number=number,
            ends=_Ends(receipt.size - len(in_play or ())),
            order=receipt.open_order(number, in_play or ()),
            in_play=in_play,
        )
        if receipt.has_tree:
            self._state.roots[number] = roots[0]
            order = self._state.round.order
            if order is not None:
                self._compare(f"{where}.roots", order.compute_root(), roots[0])

    def _find_face(self, index: int, face: Any) -> Any:
        """Return the face of a card; of an unknown deck the face that it had before, or now."""
        if self._receipt.faces is None:
            return self._state.learned.setdefault(index, face)
        return self._receipt.faces[index]

    def _repeat(self, seen: Json, *, is_from_top: bool) -> _TakenCards | None:
        """Return what a draw from one end of a shoe that is not dealt takes, or None if the shoe refuses it.

        At most one round begins: before the draw, at the cut or if the entry says so; or within it, when no card is
        left and the draw names the positions of cards in play, which `held` has.
        """
        receipt = self._receipt
        terms = receipt.terms
        before = self._state.round.ends
        held = seen.get("in_play")
        number = max(self._state.round.number, 0)
        policy = terms["reshuffle"]
        is_at_cut = policy == "at_cut" and before.left <= terms["cut"]
        is_asked = seen["rounds"][0] > number and before.top + before.bottom > 0
        if policy == "never" and (is_asked or held is not None):
            return None
        has_begun = is_asked or is_at_cut
        if has_begun:
            number += 1
            ends = _Ends(receipt.size - len(held or ()))
        else:
            ends = _Ends(before.shuffled, before.top, before.bottom)
        if seen.get("burned", 0) > ends.left:
            return None
        positions: list[int] = []
        rounds: list[int] = []
        for _ in seen["positions"]:
            if ends.left <= 0:
                if held is None or has_begun or len(held) >= receipt.size:
                    return None
                has_begun = True
                number += 1
                ends = _Ends(receipt.size - len(held))
            positions.append(ends.take(is_from_top=is_from_top))
            rounds.append(number)
        # Whoever draws holds what the draw took before the last round began.
        holds_taken = held is None or _hold_taken(held, positions, rounds, number)
        if not holds_taken or (held is not None and not has_begun):
            return None
        return _TakenCards(positions, rounds, number, ends)

    def _check_shown(self, where: str, seen: Json, shown: list[Json] | None) -> None:
        """Check that each card that is told has a proof beside it that leads to the root of its round."""
        receipt = self._receipt
        state = self._state
        cards = seen[receipt.member]
        # Each a list of the round, the position and the face, as JSON has them in a difference.
        places = zip(seen["rounds"], seen["positions"], cards, strict=True)
        told = [list(place) for place in places if place[2] is not None]
        if "seat" not in seen and "stage" not in seen:
            state.unproved += cards[seen.get("burned", 0) :].count(None)
        if shown is None:
            proved = [card for card in told if (card[0], card[1]) in self._shown]
            shown = [self._shown[number, position] for number, position, _ in proved]
            state.unproved += len(told) - len(proved)
            told = proved
        name = receipt.member.removesuffix("s")
        listed = [
            [card.get("round"), card.get("position"), card.get(name)] for card in shown
        ]
        self._compare(f"{where}.shown", told, listed)
        indices = range(receipt.size)
        form: Json = {
            "round": int,
            "position": indices,
            "index": indices,
            "salt": DIGEST,
            "path": [DIGEST],
            name: object,
        }
        check_form(f"{where}.shown", shown, [form])
        if self.difference is None:
            for card in shown:
                self._check_proof(f"{where}.shown", card, card[name])

    def _check_proof(self, where: str, card: Json, face: Any) -> None:
        """Check that a shown card leads to the root of its round, with the face of its index, at one position."""
        number = card["round"]
        index = card["index"]
        position = card["position"]
        state = self._state
        root = protocol.compute_root(card, self._receipt.size)
        self._compare(where, state.roots[number], root)
        self._compare(where, self._find_face(index, face), face)
        first = state.position_of_index.setdefault((number, index), position)
        self._compare(where, first, position)

    def _compare_end(self) -> None:
        """Compare the counts of the receipt with what the draws lead to, and the digest with the noted one."""
        receipt = self._receipt
        state = self._state
        drawn = receipt.drawn
        if state.digest == drawn["digest"] or state.draws > drawn["draws"]:
            self._compare("drawn.draws", state.draws, drawn["draws"])
        if state.draws < drawn["draws"]:
            return
        counts = {
            "draws": state.draws,
            "round": max(state.round.number, 0),
            "total": state.total,
            "digest": state.digest,
        }
        ends = self._list_ends()
        names = [*counts, *ends, "in_play"]
        check_form("drawn", drawn, dict.fromkeys(names, object))
        expected = counts | {"in_play": self._count_in_play()}
        if not self._is_used_up():
            expected |= ends
        for name, value in expected.items():
            self._compare(f"drawn.{name}", value, drawn[name])
        if not receipt.is_full:
            root = state.roots.get(state.round.number)
            self._compare("root", root, receipt.root)
        self._demand(
            state.is_noted, "digest", self._confirmed.get("digest"), drawn["digest"]
        )

    def _count_in_play(self) -> Any:
        """Return the cards in play as a receipt has them: a full one the indices, a partial one only how many."""
        in_play = self._state.round.in_play
        return in_play if self._receipt.is_full or in_play is None else len(in_play)

    def _list_ends(self) -> Json:
        """Return where the last round ends, as a receipt has it."""
        last = self._state.round
        if self._receipt.is_dealt:
            return {"positions": sorted(last.taken)}
        return {"top": last.ends.top, "bottom": last.ends.bottom}

    def _is_used_up(self) -> bool:
        """Return whether all cards are drawn, here and in the receipt: then it does not matter from which end."""
        if self._receipt.is_dealt:
            return False
        drawn = self._receipt.drawn
        ends = self._state.round.ends
        return bool(ends.left == 0 and drawn["top"] + drawn["bottom"] == ends.shuffled)


def _hold_taken(
    held: list[int], positions: list[int], rounds: list[int], last_round: int
) -> bool:
    """Return whether the cards in play have all that a draw took before its last round."""
    own = {
        position
        for position, round_number in zip(positions, rounds, strict=True)
        if round_number < last_round
    }
    return own <= set(held)


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
