"""Check partial receipts of `shoe3`, which disclose shown cards alone, by the roots of their rounds.

The order cannot be computed, so what a list of all draws is followed by are places: that the cards that it took were
there to be taken, and that its records lead to the digest. `valid` is never true, as the order stays unchecked.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from service.core.sealed.checks import FullCheck, PlayerNotes, ReceiptCheck
from service.core.sealed.inclusion import SHOWN_COST, check_shown, label_of
from service.core.sealed.observations import ObservedCard, ObservedCards, begun_rounds
from service.core.sealed.origins import HIDDEN_SEED
from service.core.sealed.receipts import PartialReceipt, Receipt, parse_receipt
from service.core.sealed.replay import Draws, collect_draws, find_missing_draws, read_record
from service.core.sealed.rounds import commit_hashed
from service.core.sealed.terms import ShoeScheme
from service.core.sealed.turns import chain
from service.core.shuffles.plans import Limits
from service.core.verification import Difference, Origin, compare_values


def open_check(
    value: object, observed: Sequence[ObservedCards] = (), limits: Limits | None = None
) -> ReceiptCheck[Receipt] | ReceiptCheck[PartialReceipt]:
    """Return the check of a receipt, a JSON object. Raises `Refused` for an object that is no receipt."""
    receipt = parse_receipt(value)
    make: Callable[..., Any] = FullCheck if isinstance(receipt, Receipt) else PartialCheck
    check: ReceiptCheck[Receipt] | ReceiptCheck[PartialReceipt] = make(receipt, observed, limits or Limits())
    return check


class PartialCheck(ReceiptCheck[PartialReceipt]):
    """The check of a partial receipt: its cards are compared by their paths, and its draws by their places."""

    SEED = "seed_hash"

    def _estimate_further(self, draws: int) -> tuple[int, str]:
        shown, roots = len(self._receipt.shown), sum(len(entry.roots) for entry in self._observed)
        return shown * SHOWN_COST + roots * _ROOT_COST + draws * _DRAW_COST, f"{shown:,} shown cards"

    def _commit(self) -> bytes:
        return commit_hashed(self._receipt.seed_hash, self._terms)

    def _compare_cards(self, visible: Sequence[ObservedCard]) -> dict[str, Any]:
        receipt = self._receipt
        self._unchecked["order"] = _NO_ORDER
        if (receipt.root is None) is not (receipt.draws == 0):
            expected = "the root of the last round" if receipt.draws else None
            self._compared["root"] = Difference(where="root", expected=expected, seen=_write_root(receipt))
        roots, difference = self._collect_roots()
        if difference:
            self._compared["seen"] = difference
        if receipt.shown:
            self._compared["shown"] = _find_later(receipt) or check_shown(
                "shown", receipt.shown, self._terms, roots.get
            )
            if (unknown := next((card.round for card in receipt.shown if card.round not in roots), None)) is not None:
                self._unchecked["shown"] = f"Add the draw that began round {unknown} to seen, which has its root."
        if visible and not difference:
            self._compared["seen"] = self._compare_seen(visible)
        return {}

    def _collect_roots(self) -> tuple[Mapping[int, bytes], Difference | None]:
        """Return the known roots by round, and a difference if one is of no round, or two are of one."""
        receipt, following = self._receipt, 0
        roots = {} if receipt.root is None else {receipt.round: receipt.root}
        draws, _ = collect_draws(receipt, self._observed)
        is_complete = find_missing_draws(receipt, self._observed) is None
        for _, (number, entry) in sorted(draws.items()):
            begun = range(following, following + len(entry.roots)) if is_complete else begun_rounds(entry)
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
        """Return the first card that was seen and is another than the one shown at its position."""
        labels = {(card.round, card.position): label_of(card) for card in self._receipt.shown}
        for card in visible:
            label = labels.get((card.round, card.position), card.label)
            if label != card.label:
                where = f"round {card.round}, position {card.position}"
                return Difference(
                    where=where, expected=str(label), seen=str(card.label), draw=card.draw, detail=_OTHER_CARD
                )
        return None

    def _follow_draws(self, draws: Draws) -> tuple[Difference | None, Sequence[bytes]]:
        self._course = _Course(self._receipt)
        for _, (number, entry) in sorted(draws.items()):
            if wrong := self._course.follow(entry):
                where = f"seen[{number}].{wrong.member}"
                difference = Difference(where=where, expected=wrong.expected, seen=wrong.seen, draw=entry.draw)
                return replace(difference, detail=_IMPOSSIBLE), ()
        return self._course.compare(), self._course.digests

    def _find_origin(self, visible: Sequence[ObservedCard], notes: PlayerNotes, *, has_beacon: bool) -> Origin:
        del visible, notes, has_beacon
        return HIDDEN_SEED

    def _round_size(self, number: int) -> int:
        return self._course.sizes.get(number, self._terms.size)


class _Wrong(NamedTuple):
    """A member of an entry that is wrong."""

    member: str
    expected: str | None
    seen: str | None


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

    def follow(self, entry: ObservedCards) -> _Wrong | None:
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
        self.digests.append(chain(self.digests[-1], record, ShoeScheme.SHOE3))
        return None

    def _check_rounds(self, entry: ObservedCards) -> _Wrong | None:
        """Return the first member that does not fit the rounds, which ascend up to the last one that was begun."""
        last = self._round + len(entry.roots)
        if last < 0:
            return _Wrong("roots", "the root of round 0", None)
        if entry.in_play is not None and (not entry.roots or not last):
            return _Wrong("in_play", None, str(list(entry.in_play)))
        least = max(self._round, 0)
        for offset, number in enumerate(entry.rounds or ()):
            if not least <= number <= last:
                return _Wrong(f"rounds[{offset}]", f"{least} to {last}", str(number))
            least = number
        if entry.rounds and least != last:
            return _Wrong("roots", f"{least - self._round} roots", f"{len(entry.roots)} roots")
        return None

    def _begin(self, number: int, in_play: Sequence[int] | None) -> _Wrong | None:
        """Begin a round; its cards in play must have been taken in the round before, or in play in it."""
        for offset, position in enumerate(in_play or ()):
            if position < self.sizes[number - 1] and position not in self._taken:
                return _Wrong(f"in_play[{offset}]", "a card that was taken or in play", str(position))
        self._round, self._kept, self._taken = number, None if in_play is None else len(in_play), set()
        self.sizes[number] = self._all - (self._kept or 0)
        return None

    def _take(self, offset: int, positions: Sequence[int]) -> _Wrong | None:
        """Take cards of the round; the first is at an offset in its entry."""
        for place, position in enumerate(positions, offset):
            if position >= self.sizes[self._round] or position in self._taken:
                return _Wrong(f"positions[{place}]", "a card that was not taken", str(position))
            self._taken.add(position)
        return None

    def compare(self) -> Difference | None:
        """Return the first difference between what the draws leave and the receipt."""
        receipt = self._receipt
        expected: dict[str, Any] = {"round": self._round, "total": self._total, "in_play": self._kept}
        seen: dict[str, Any] = {"round": receipt.round, "total": receipt.total, "in_play": receipt.in_play}
        if receipt.terms.game:
            expected["positions"], seen["positions"] = sorted(self._taken), list(receipt.positions)
        expected["digest"], seen["digest"] = self.digests[-1].hex(), receipt.digest.hex()
        difference = (
            compare_values("drawn", expected, seen)
            or (None if receipt.terms.game else self._compare_ends())
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


def _find_later(receipt: PartialReceipt) -> Difference | None:
    """Return the first shown card of a round that was not begun."""
    for number, card in enumerate(receipt.shown):
        if card.round > receipt.round:
            where = f"shown[{number}].round"
            return Difference(where=where, expected=f"at most {receipt.round}", seen=str(card.round))
    return None


_ROOT_COST = 10
_DRAW_COST = 150
"""Draws of fisher_yates that take as long as a root in a list, and to follow a draw."""

_NO_ORDER = (
    "A partial receipt does not show that the order came from the seeds, nor, where a deal looks at faces, that each "
    "card came to its place."
)
_OTHER_ROOT = "The receipt, or another entry, has another root of this round."
_OTHER_CARD = "Another card was seen there than the one that is shown with its path."
_IMPOSSIBLE = "After the draws before, no draw has this."
_OTHER_RECEIPT = "The draws in the list do not lead to what the receipt has."
