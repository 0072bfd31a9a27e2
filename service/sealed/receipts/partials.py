"""Check partial receipts. They disclose only cards that players show with a proof (shown cards), not the server seed.

Each proof leads to the root of the Merkle tree over a round. The order cannot be computed, so `valid` is never true. A
list of all draws is checked by positions: no draw took a card twice, and the records lead to the digest.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...core.limits import Limits
from ...games.stages import describe_place
from ...verdicts.confirmed import Confirmed
from ...verdicts.verdict import Difference, Origin, compare_values
from ..shoe.rounds import commit
from ..shoe.shown import STEPS_OF_A_SHOWN_CARD, label_of
from ..turns.turn_records import chain
from .draw_lists import ListedDraws, find_split, read_record
from .observations import ObservedCard, ObservedCards, begun_rounds, compare_places
from .origins import HIDDEN_SEED
from .receipt import PartialReceipt, Receipt, parse_receipt
from .receipt_checks import FollowedDraws, FullCheck, Outcomes, ReceiptCheck


def open_check(
    value: object,
    entries: Sequence[ObservedCards] = (),
    limits: Limits | None = None,
    shown: object = None,
) -> ReceiptCheck[Receipt] | ReceiptCheck[PartialReceipt]:
    """Return the check of a full or partial receipt, a JSON object; `shown` is a list of shown cards from responses.

    Raises `Refused` for an object that is no receipt, and for values that are no shown cards.
    """
    receipt = parse_receipt(value)
    if isinstance(receipt, Receipt):
        return FullCheck(receipt, entries, shown, limits or Limits())
    return PartialCheck(receipt, entries, shown, limits or Limits())


class PartialCheck(ReceiptCheck[PartialReceipt]):
    """The check of a partial receipt: by the proofs of its shown cards, and by the positions of its draws."""

    SEED = "seed_hash"

    def __init__(
        self,
        receipt: PartialReceipt,
        entries: Sequence[ObservedCards],
        shown: object,
        limits: Limits,
    ):
        super().__init__(receipt, entries, shown, limits)
        self._shown = tuple(dict.fromkeys((*receipt.shown, *self._shown)))

    def _estimate_further(self, draws: int) -> tuple[int, str]:
        shown_count = len(self._receipt.shown)
        roots = sum(len(entry.roots) for entry in self._entries)
        steps = (
            shown_count * STEPS_OF_A_SHOWN_CARD
            + roots * _STEPS_OF_A_ROOT
            + draws * _STEPS_OF_A_DRAW
        )
        return steps, f"{shown_count:,} shown cards"

    def _compute_commitment(self) -> bytes:
        return commit(self._receipt.seed_hash, self._terms)

    def _compare_cards(self, visible: Sequence[ObservedCard]) -> Outcomes:
        """Compare the visible cards with roots, paths and each other: there is no seed to shuffle again with."""
        receipt = self._receipt
        compared: dict[str, Difference | None] = {}
        unchecked = {"order": _NO_ORDER}
        if (receipt.root is None) is not (receipt.draws == 0):
            expected = "the root of the last round" if receipt.draws else None
            compared["root"] = Difference(
                where="root", expected=expected, seen=_write_root(receipt)
            )
        roots, difference = self._collect_roots()
        if self._shown:
            compared["shown"] = self._compare_shown(roots.get)
            for card in self._shown:
                if card.round not in roots:
                    unchecked["shown"] = _NO_ROOT.format(card.round)
                    break
        difference = (
            difference
            or self._compare_seen(visible)
            or self._compare_copies(visible)
            or self._compare_places()
        )
        if visible or difference:
            compared["seen"] = difference
        unproved_count = self._count_unproved(visible)
        withheld_count = self._count_withheld(visible)
        if unproved_count or withheld_count:
            unchecked["faces"] = _NO_FACES.format(unproved_count, withheld_count)
        return Outcomes(compared, unchecked)

    def _compare_places(self) -> Difference | None:
        """Return, as a difference, the first stage that was dealt to other positions or places than its rules say.

        Return None if the deal looks at faces, which are unknown.
        """
        table = self._terms.table
        if table is None or table.procedure.needs_faces:
            return None
        return compare_places(self._receipt, self._entries, lambda _: ())

    def _compare_copies(self, visible: Sequence[ObservedCard]) -> Difference | None:
        """Return a difference if a face is at more positions of a round than the shoe has cards with this face."""
        labels = self._terms.list_labels(range(self._terms.size))
        rounds = {card.round for card in visible}
        # By round: how many cards of each face may still be seen.
        unseen_counts = {number: Counter(labels) for number in rounds}
        shown_cards = [
            ObservedCard(card.round, card.position, label_of(card), None)
            for card in self._shown
        ]
        # A card that was seen twice counts once.
        card_by_place = {
            (card.round, card.position): card
            for card in (*shown_cards, *visible)
            if card.round in unseen_counts
        }
        for card in card_by_place.values():
            counts = unseen_counts[card.round]
            counts[card.label] -= 1
            if counts[card.label] < 0:
                expected = f"{card.label} at no more than {labels.count(card.label)} of the positions of the round"
                return self._describe_difference(card, expected, _TOO_MANY)
        return None

    def _count_unproved(self, visible: Sequence[ObservedCard]) -> int:
        """Return the number of visible cards without a proof."""
        proved = {(card.round, card.position) for card in self._shown}
        seen = {(card.round, card.position) for card in visible}
        return len(seen - proved)

    def _count_withheld(self, visible: Sequence[ObservedCard]) -> int:
        """Return the number of withheld cards that nobody saw or showed."""
        proved = {(card.round, card.position) for card in self._shown}
        seen = {(card.round, card.position) for card in visible}
        return len(set(self._find_withheld()) - seen - proved)

    def _find_withheld(self) -> Iterator[tuple[int, int]]:
        """Yield the round and position of each hidden card that is neither burned nor a seat's own.

        Of an entry with a hidden card at position 4 of round 0, dealt to the pile `board/flop`, yield (0, 4).
        """
        seats = self._terms.seats
        for entry in self._entries:
            labels = (entry.cards if entry.integers is None else entry.integers) or ()
            rounds_and_positions = zip(
                entry.rounds or (), entry.positions or (), strict=True
            )
            owners = entry.places or (entry.seat,) * len(labels)
            cards = zip(rounds_and_positions, labels, owners, strict=False)
            for number, (round_and_position, label, owner) in enumerate(cards):
                is_burned = number < (entry.burned or 0) or owner == "burns"
                holder = (owner or "").split("/")[0]  # without the part of a hand
                is_own = entry.seat is not None or holder in seats
                if label is None and not is_burned and not is_own:
                    yield round_and_position

    def _collect_roots(self) -> tuple[Mapping[int, bytes], Difference | None]:
        """Return, by round, the roots in the receipt and the entries; and, as a difference, the first contradiction.

        Two rounds have the roots {0: root, 1: root} of 32 bytes each. The receipt has the root of the last round, too.
        """
        receipt = self._receipt
        roots = {} if receipt.root is None else {receipt.round: receipt.root}
        draws, _ = self._draws
        next_round = 0
        for number in sorted(draws):
            listed = draws[number]
            entry = listed.entry
            # In a complete list, the roots are of consecutive rounds from 0.
            rounds = range(next_round, next_round + len(entry.roots))
            if self._missing_draws:
                rounds = begun_rounds(entry)
            next_round += len(entry.roots)
            where = f"{listed.where}.roots"
            difference = _compare_begun(where, rounds, receipt.round)
            if difference:
                return roots, replace(difference, draw=entry.draw)
            begun = zip(rounds, entry.roots, strict=False)
            for offset, (round_number, root) in enumerate(begun):
                expected = roots.setdefault(round_number, bytes.fromhex(root)).hex()
                difference = compare_values(f"{where}[{offset}]", expected, root)
                if difference:
                    return roots, replace(
                        difference, draw=entry.draw, detail=_OTHER_ROOT
                    )
        return roots, None

    def _compare_seen(self, visible: Sequence[ObservedCard]) -> Difference | None:
        """Return, as a difference, the first visible card unlike a shown or earlier card at its position, or None."""
        labels = {(card.round, card.position): label_of(card) for card in self._shown}
        for card in visible:
            label = labels.setdefault((card.round, card.position), card.label)
            if label != card.label:
                return self._describe_difference(card, str(label), _OTHER_CARD)
        return None

    def _describe_difference(
        self, card: ObservedCard, expected: str, detail: str
    ) -> Difference:
        """Return the difference between an observed card and the expected card at its position."""
        where = f"round {card.round}, position {card.position}"
        table = self._terms.table
        if table and card.place:
            where += f" ({describe_place(table, card.place)})"
        return Difference(
            where=where,
            expected=expected,
            seen=str(card.label),
            draw=card.draw,
            detail=detail,
        )

    def _explain_unchecked(self, outcomes: Outcomes) -> Outcomes:
        """Return the outcomes that hold if only the order could not be checked."""
        if outcomes.unchecked.keys().isdisjoint(("draws", "faces", "shown")):
            return Outcomes(unchecked={"order": _ORDER_ALONE})
        return Outcomes()

    def _follow_draws(self, draws: ListedDraws) -> FollowedDraws:
        replay = _PositionReplay(self._receipt)
        for number in sorted(draws):
            listed = draws[number]
            difference = replay.follow_draw(listed.entry)
            if difference:
                impossible = replace(
                    difference,
                    where=f"{listed.where}.{difference.where}",
                    draw=listed.entry.draw,
                    detail=_IMPOSSIBLE,
                )
                return FollowedDraws(impossible, (), replay.size_of)
        return FollowedDraws(
            replay.compare_with_receipt(), replay.digests, replay.size_of
        )

    def _find_origin(
        self, visible: Sequence[ObservedCard], confirmed: Confirmed, *, has_beacon: bool
    ) -> Origin:
        del visible, confirmed, has_beacon
        return HIDDEN_SEED


class _PositionReplay:
    """A replay of the draws of a shoe by positions alone: the number of the round, and the positions taken in it."""

    def __init__(self, receipt: PartialReceipt) -> None:
        self._receipt = receipt
        self._round = -1  # the first draw begins round 0
        self._total = 0  # cards of all draws
        self._in_play_count: int | None = None  # cards in play as the round began
        self._root: str | None = None  # of the round, in hexadecimal digits
        self._taken_positions: set[int] = set()  # positions of the round
        # By round: the number of its cards, without the cards in play.
        self.sizes: dict[int, int] = {}
        self.digests = [receipt.commitment]  # then the digest after each draw

    def size_of(self, number: int) -> int:
        """Return the number of cards in a round, without the cards in play."""
        return self.sizes.get(number, self._receipt.terms.size)

    def follow_draw(self, entry: ObservedCards) -> Difference | None:
        """Add the next draw. Return a difference if its entry is impossible after the earlier draws, or None.

        After a difference nothing may be added. The record of the first draw has the client seed as well.
        """
        difference = self._check_rounds(entry)
        if difference:
            return difference
        last = self._round + len(entry.roots)
        for number in range(max(self._round, 0), last + 1):
            if number > self._round:
                in_play = entry.in_play if number == last else None
                difference = self._begin_round(number, in_play)
            difference = difference or self._take_cards(number, entry)
            if difference:
                return difference
        self._total += len(entry.positions or ())
        if entry.roots:
            self._root = entry.roots[-1]
        record = read_record(entry)
        if len(self.digests) == 1 and self._receipt.client_seed is not None:
            record["client_seed"] = self._receipt.client_seed
        self.digests.append(chain(self.digests[-1], record))
        return None

    def _take_cards(self, number: int, entry: ObservedCards) -> Difference | None:
        """Take the cards of an entry from round `number`. Return a difference if a card cannot be taken."""
        cards = zip(entry.rounds or (), entry.positions or (), strict=True)
        for offset, (round_of_card, position) in enumerate(cards):
            if round_of_card != number:
                continue
            if position >= self.sizes[number] or position in self._taken_positions:
                return Difference(
                    where=f"positions[{offset}]",
                    expected="a card that was not taken",
                    seen=str(position),
                )
            self._taken_positions.add(position)
        return None

    def _check_rounds(self, entry: ObservedCards) -> Difference | None:
        """Return a difference unless the rounds of an entry ascend, and end with the last round that it began."""
        last = self._round + len(entry.roots)
        if last < 0:
            return Difference(where="roots", expected="the root of round 0", seen=None)
        if entry.in_play is not None and (not entry.roots or not last):
            return Difference(
                where="in_play", expected=None, seen=str(list(entry.in_play))
            )
        split = find_split(entry)
        if split:
            return split
        least = max(self._round, 0)
        for offset, number in enumerate(entry.rounds or ()):
            if not least <= number <= last:
                return Difference(
                    where=f"rounds[{offset}]",
                    expected=f"{least} to {last}",
                    seen=str(number),
                )
            least = number
        if entry.rounds and least != last:
            return Difference(
                where="roots",
                expected=f"{least - self._round} roots",
                seen=f"{len(entry.roots)} roots",
            )
        return None

    def _begin_round(
        self, number: int, in_play: Sequence[int] | None
    ) -> Difference | None:
        """Begin a round. Return a difference unless each card in play was taken, or in play, in the round before."""
        for offset, position in enumerate(in_play or ()):
            if (
                position < self.sizes[number - 1]
                and position not in self._taken_positions
            ):
                where = f"in_play[{offset}]"
                expected = "a card that was taken or in play"
                return Difference(where=where, expected=expected, seen=str(position))
        self._round = number
        self._in_play_count = None if in_play is None else len(in_play)
        self._taken_positions = set()
        self.sizes[number] = self._receipt.terms.size - (self._in_play_count or 0)
        return None

    def compare_with_receipt(self) -> Difference | None:
        """Return the first difference between the receipt and the counts, positions and digest after all draws."""
        receipt = self._receipt
        expected: dict[str, Any] = {
            "round": self._round,
            "total": self._total,
            "in_play": self._in_play_count,
        }
        actual: dict[str, Any] = {
            "round": receipt.round,
            "total": receipt.total,
            "in_play": receipt.in_play,
        }
        if receipt.terms.table:
            expected["positions"] = sorted(self._taken_positions)
            actual["positions"] = list(receipt.positions)
        expected["digest"] = self.digests[-1].hex()
        actual["digest"] = receipt.digest.hex()
        difference = (
            compare_values("drawn", expected, actual)
            or self._compare_ends()
            or compare_values("root", self._root, _write_root(receipt))
        )
        return difference and replace(difference, detail=_OTHER_RECEIPT)

    def _compare_ends(self) -> Difference | None:
        """Return a difference unless, in a shoe that is not dealt, the ends lost as many cards as the receipt says."""
        receipt = self._receipt
        size = self.sizes[self._round]
        from_top = range(receipt.top)
        from_bottom = range(size - receipt.bottom, size)
        if receipt.terms.table or self._taken_positions == {*from_top, *from_bottom}:
            return None
        ends = f"{receipt.top} from the top, {receipt.bottom} from the bottom"
        return compare_values(
            "drawn", f"positions {sorted(self._taken_positions)}", ends
        )


def _compare_begun(where: str, rounds: range, last: int) -> Difference | None:
    """Return a difference unless the rounds that an entry began are rounds of the receipt, 0 to `last`."""
    if not rounds or 0 <= rounds[0] <= rounds[-1] <= last:
        return None
    return Difference(
        where=where,
        expected=f"of rounds 0 to {last}",
        seen=f"of rounds {rounds[0]} to {rounds[-1]}",
    )


def _write_root(receipt: PartialReceipt) -> str | None:
    """Return the root of the last round of a receipt in hexadecimal digits; None before the first draw."""
    return None if receipt.root is None else receipt.root.hex()


# Draws of fisher_yates that take as long
_STEPS_OF_A_ROOT = 10  # in a list
_STEPS_OF_A_DRAW = 150  # to follow it

_NO_ORDER = (
    "A partial receipt does not show that the order came from the seeds, nor, where a deal looks at faces, that each "
    "card came to its place."
)
_NO_ROOT = "Add the draw that began round {0} to seen, which has its root."
_NO_FACES = (
    "Add shown cards: {0:,} cards were told without one, and {1:,} were withheld "
    "that are neither burned nor a seat's."
)
_TOO_MANY = "The shoe has fewer cards of this face."
_ORDER_ALONE = (
    "Every card lay where it lies since its round began, and was there once. Whether that order came from the seeds, "
    "and whether a deal that looks at faces brought each card to its place, only the full receipt shows."
)
_OTHER_ROOT = "The receipt, or another entry, has another root of this round."
_OTHER_CARD = "A shown card with its path, or an earlier entry, has another card there."
_IMPOSSIBLE = "After the draws before, no draw has this."
_OTHER_RECEIPT = "The draws in the list do not lead to what the receipt has."
