"""Check partial receipts, which disclose shown cards alone, by the roots of their rounds.

The order cannot be computed. A list of all draws is followed by its places: the cards that each draw took were there to
be taken, and the records lead to the digest. `valid` is never true, as the order stays unchecked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from service.core.games.stages import describe_place
from service.core.sealed.checks import FullCheck, PlayerNotes, ReceiptCheck
from service.core.sealed.observations import ObservedCard, ObservedCards, begun_rounds, compare_places
from service.core.sealed.origins import HIDDEN_SEED
from service.core.sealed.receipts import PartialReceipt, Receipt, parse_receipt
from service.core.sealed.replay import Draws, read_record
from service.core.sealed.rounds import commit
from service.core.sealed.shown import SHOWN_COST, label_of
from service.core.sealed.turns import chain
from service.core.shuffles.plans import Limits
from service.core.verification import Difference, Origin, compare_values


def open_check(
    value: object, observed: Sequence[ObservedCards] = (), limits: Limits | None = None, shown: object = None
) -> ReceiptCheck[Receipt] | ReceiptCheck[PartialReceipt]:
    """Return the check of a receipt, a JSON object; `shown` are shown cards of responses.

    Raises `Refused` for an object that is no receipt, and for cards that are none.
    """
    receipt = parse_receipt(value)
    if isinstance(receipt, Receipt):
        return FullCheck(receipt, observed, shown, limits or Limits())
    return PartialCheck(receipt, observed, shown, limits or Limits())


class PartialCheck(ReceiptCheck[PartialReceipt]):
    """The check of a partial receipt: its cards are compared by their paths, and its draws by their places."""

    SEED = "seed_hash"

    def __init__(self, receipt: PartialReceipt, observed: Sequence[ObservedCards], shown: object, limits: Limits):
        super().__init__(receipt, observed, shown, limits)
        self._shown = tuple(dict.fromkeys((*receipt.shown, *self._shown)))

    def _estimate_further(self, draws: int) -> tuple[int, str]:
        shown, roots = len(self._receipt.shown), sum(len(entry.roots) for entry in self._observed)
        return shown * SHOWN_COST + roots * _ROOT_COST + draws * _DRAW_COST, f"{shown:,} shown cards"

    def _commit(self) -> bytes:
        return commit(self._receipt.seed_hash, self._terms)

    def _compare_cards(self, visible: Sequence[ObservedCard]) -> dict[str, Any]:
        receipt = self._receipt
        self._unchecked["order"] = _NO_ORDER
        if (receipt.root is None) is not (receipt.draws == 0):
            expected = "the root of the last round" if receipt.draws else None
            self._compared["root"] = Difference(where="root", expected=expected, seen=_write_root(receipt))
        roots, difference = self._collect_roots()
        if self._shown:
            self._compare_shown(roots.get)
            if (unknown := next((card.round for card in self._shown if card.round not in roots), None)) is not None:
                self._unchecked["shown"] = f"Add the draw that began round {unknown} to seen, which has its root."
        table = self._terms.table
        difference = difference or self._compare_seen(visible) or self._compare_copies(visible)
        if not difference and table and not table.procedure.needs_faces:
            difference = compare_places(receipt, self._observed, lambda _: ())
        if visible or difference:
            self._compared["seen"] = difference
        if unproved := self._count_unproved(visible):
            self._unchecked["faces"] = _NO_FACES.format(*unproved)
        return {}

    def _compare_copies(self, visible: Sequence[ObservedCard]) -> Difference | None:
        """Return a difference if a face was told, or is shown, at more positions of a round than it has cards."""
        ((_, labels),) = self._terms.label_cards(range(self._terms.size)).items()
        left = {number: Counter(labels) for number in {card.round for card in visible}}
        shown = [ObservedCard(card.round, card.position, label_of(card), None) for card in self._shown]
        places = {(card.round, card.position): card for card in (*shown, *visible) if card.round in left}
        for card in places.values():
            left[card.round][card.label] -= 1
            if left[card.round][card.label] < 0:
                expected = f"{card.label} at no more than {labels.count(card.label)} of the positions of the round"
                where, seen = self._describe(card), str(card.label)
                return Difference(where=where, expected=expected, seen=seen, draw=card.draw, detail=_TOO_MANY)
        return None

    def _count_unproved(self, visible: Sequence[ObservedCard]) -> tuple[int, int] | None:
        """Return how many cards were told without a shown card, and how many were withheld; None if none were."""
        shown = {(card.round, card.position) for card in self._shown}
        told = {(card.round, card.position) for card in visible}
        counts = len(told - shown), len(set(self._find_withheld()) - told - shown)
        return counts if any(counts) else None

    def _find_withheld(self) -> Iterator[tuple[int, int]]:
        """Yield the places of the cards that were not told, and are neither burned nor a seat's own."""
        seats = self._terms.seats
        for entry in self._observed:
            labels = (entry.cards if entry.integers is None else entry.integers) or ()
            places = zip(entry.rounds or (), entry.positions or (), strict=True)
            owners = entry.places or (entry.seat,) * len(labels)
            for number, (place, label, owner) in enumerate(zip(places, labels, owners, strict=False)):
                is_burned = number < (entry.burned or 0) or owner == "burns"
                is_own = entry.seat is not None or (owner or "").partition("/")[0] in seats
                if label is None and not is_burned and not is_own:
                    yield place

    def _collect_roots(self) -> tuple[Mapping[int, bytes], Difference | None]:
        """Return the known roots by round, and a difference if one is of no round, or two are of one."""
        receipt, following = self._receipt, 0
        roots = {} if receipt.root is None else {receipt.round: receipt.root}
        draws, _ = self._draws
        for _, (number, entry) in sorted(draws.items()):
            begun = begun_rounds(entry) if self._missing else range(following, following + len(entry.roots))
            following += len(entry.roots)
            if begun and not 0 <= begun[0] <= begun[-1] <= receipt.round:
                where, expected = f"seen[{number}].roots", f"of rounds 0 to {receipt.round}"
                seen = f"of rounds {begun[0]} to {begun[-1]}"
                return roots, Difference(where=where, expected=expected, seen=seen, draw=entry.draw)
            for offset, (begun_round, root) in enumerate(zip(begun, entry.roots, strict=False)):
                known = roots.setdefault(begun_round, bytes.fromhex(root)).hex()
                if known != root:
                    where = f"seen[{number}].roots[{offset}]"
                    return roots, Difference(
                        where=where, expected=known, seen=root, draw=entry.draw, detail=_OTHER_ROOT
                    )
        return roots, None

    def _compare_seen(self, visible: Sequence[ObservedCard]) -> Difference | None:
        """Return the first card that was seen and is another than the one shown, or seen before, at its position."""
        labels = {(card.round, card.position): label_of(card) for card in self._shown}
        for card in visible:
            label = labels.setdefault((card.round, card.position), card.label)
            if label != card.label:
                where, seen = self._describe(card), str(card.label)
                return Difference(where=where, expected=str(label), seen=seen, draw=card.draw, detail=_OTHER_CARD)
        return None

    def _describe(self, card: ObservedCard) -> str:
        """Return the words for the position of a card, with the place that its entry names."""
        words, table = f"round {card.round}, position {card.position}", self._terms.table
        return f"{words} ({describe_place(table, card.place)})" if table and card.place else words

    def _check_draws(self, cards: Sequence[ObservedCard]) -> Sequence[bytes] | None:
        """Check the draws, and say what it means if of all cards and draws the order alone is unchecked."""
        digests = super()._check_draws(cards)
        if self._unchecked.keys().isdisjoint(("draws", "faces", "shown")):
            self._unchecked["order"] = _ORDER_ALONE
        return digests

    def _follow_draws(self, draws: Draws) -> tuple[Difference | None, Sequence[bytes]]:
        self._course = _Course(self._receipt)
        for _, (number, entry) in sorted(draws.items()):
            if wrong := self._course.follow(entry):
                where = f"seen[{number}].{wrong.where}"
                return replace(wrong, where=where, draw=entry.draw, detail=_IMPOSSIBLE), ()
        return self._course.compare(), self._course.digests

    def _find_origin(self, visible: Sequence[ObservedCard], notes: PlayerNotes, *, has_beacon: bool) -> Origin:
        del visible, notes, has_beacon
        return HIDDEN_SEED

    def _round_size(self, number: int) -> int:
        return self._course.sizes.get(number, self._terms.size)


class _Course:
    """The course of a shoe, as far as its places tell it: the rounds, and the positions taken in the last one."""

    def __init__(self, receipt: PartialReceipt) -> None:
        self._receipt, self._all = receipt, receipt.terms.size
        self._round, self._total = -1, 0
        self._kept: int | None = None
        self._root: str | None = None
        self._taken: set[int] = set()
        self.sizes: dict[int, int] = {}
        self.digests = [receipt.commitment]

    def follow(self, entry: ObservedCards) -> Difference | None:
        """Follow the next draw; return what cannot be of its entry."""
        wrong = self._check_rounds(entry)
        places = list(zip(entry.rounds or (), entry.positions or (), strict=True))
        start, last = 0, self._round + len(entry.roots)
        for number in () if wrong else range(max(self._round, 0), last + 1):
            if number > self._round:
                in_play = entry.in_play if number == last else None
                if wrong := self._begin(number, in_play):
                    break
            end = start
            while end < len(places) and places[end][0] == number:
                end += 1
            if wrong := self._take(start, [position for _, position in places[start:end]]):
                break
            start = end
        if wrong:
            return wrong
        self._total += len(places)
        self._root = entry.roots[-1] if entry.roots else self._root
        record = read_record(entry)
        if len(self.digests) == 1 and self._receipt.client_seed is not None:
            record["client_seed"] = self._receipt.client_seed
        self.digests.append(chain(self.digests[-1], record))
        return None

    def _check_rounds(self, entry: ObservedCards) -> Difference | None:
        """Return the first member that does not fit the rounds, which ascend up to the last one that was begun."""
        last = self._round + len(entry.roots)
        if last < 0:
            return Difference(where="roots", expected="the root of round 0", seen=None)
        if entry.in_play is not None and (not entry.roots or not last):
            return Difference(where="in_play", expected=None, seen=str(list(entry.in_play)))
        if len({*(entry.rounds or ())}) > 1 and entry.in_play is None:
            return Difference(
                where="in_play", expected="the cards that stayed, as the draw is of two rounds", seen=None
            )
        least = max(self._round, 0)
        for offset, number in enumerate(entry.rounds or ()):
            if not least <= number <= last:
                return Difference(where=f"rounds[{offset}]", expected=f"{least} to {last}", seen=str(number))
            least = number
        if entry.rounds and least != last:
            return Difference(where="roots", expected=f"{least - self._round} roots", seen=f"{len(entry.roots)} roots")
        return None

    def _begin(self, number: int, in_play: Sequence[int] | None) -> Difference | None:
        """Begin a round; its cards in play must have been taken in the round before, or in play in it."""
        for offset, position in enumerate(in_play or ()):
            if position < self.sizes[number - 1] and position not in self._taken:
                return Difference(
                    where=f"in_play[{offset}]", expected="a card that was taken or in play", seen=str(position)
                )
        self._round, self._kept, self._taken = number, None if in_play is None else len(in_play), set()
        self.sizes[number] = self._all - (self._kept or 0)
        return None

    def _take(self, offset: int, positions: Sequence[int]) -> Difference | None:
        """Take cards of the round; the first is at an offset in its entry."""
        for place, position in enumerate(positions, offset):
            if position >= self.sizes[self._round] or position in self._taken:
                return Difference(where=f"positions[{place}]", expected="a card that was not taken", seen=str(position))
            self._taken.add(position)
        return None

    def compare(self) -> Difference | None:
        """Return the first difference between what the draws leave and the receipt."""
        receipt = self._receipt
        expected: dict[str, Any] = {"round": self._round, "total": self._total, "in_play": self._kept}
        seen: dict[str, Any] = {"round": receipt.round, "total": receipt.total, "in_play": receipt.in_play}
        if receipt.terms.table:
            expected["positions"], seen["positions"] = sorted(self._taken), list(receipt.positions)
        expected["digest"], seen["digest"] = self.digests[-1].hex(), receipt.digest.hex()
        difference = (
            compare_values("drawn", expected, seen)
            or (None if receipt.terms.table else self._compare_ends())
            or compare_values("root", self._root, _write_root(receipt))
        )
        return difference and replace(difference, detail=_OTHER_RECEIPT)

    def _compare_ends(self) -> Difference | None:
        """Return the difference if the receipt counts other cards as taken from the two ends of the last round."""
        top, bottom, size = self._receipt.top, self._receipt.bottom, self.sizes[self._round]
        if self._taken == {*range(top), *range(size - bottom, size)}:
            return None
        expected, seen = f"positions {sorted(self._taken)}", f"{top} from the top, {bottom} from the bottom"
        return compare_values("drawn", expected, seen)


def _write_root(receipt: PartialReceipt) -> str | None:
    return None if receipt.root is None else receipt.root.hex()


_ROOT_COST = 10
_DRAW_COST = 150
"""Draws of fisher_yates that take as long as a root in a list, and to follow a draw."""

_NO_ORDER = (
    "A partial receipt does not show that the order came from the seeds, nor, where a deal looks at faces, that each "
    "card came to its place."
)
_NO_FACES = (
    "Add shown cards: {0:,} cards were told without one, and {1:,} were withheld that are neither burned nor a seat's."
)
_TOO_MANY = "The shoe has fewer cards of this face."
_ORDER_ALONE = (
    "Every card lay where it lies since its round began, and was there once. Whether that order came from the seeds, "
    "and whether a deal that looks at faces brought each card to its place, only the full receipt shows."
)
_OTHER_ROOT = "The receipt, or another entry, has another root of this round."
_OTHER_CARD = "Another card was seen there than the one that is shown with its path, or was told before."
_IMPOSSIBLE = "After the draws before, no draw has this."
_OTHER_RECEIPT = "The draws in the list do not lead to what the receipt has."
