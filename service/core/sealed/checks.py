"""Check receipts of sealed shoes against what a player holds: notes, and the cards that were observed.

A receipt alone proves that its seeds and terms lead to its commitment, and no more. The commitment that a player was
shown makes it the receipt of that shoe; the client seed, one whose order the operator did not choose; and the complete
list of its draws shows that none was hidden, as the digest binds each. `valid` is true with all of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

from service.core.errors import TooMany
from service.core.kinds import Sha256, Text
from service.core.sealed.counts import check_counts, check_drawn
from service.core.sealed.observations import (
    ObservedCard,
    ObservedCards,
    ObservedRounds,
    begun_rounds,
    compare_places,
    parse_observed,
)
from service.core.sealed.origins import find_origin
from service.core.sealed.receipts import MAX_CLIENT_SEED, PublishedReceipt, Receipt
from service.core.sealed.replay import Draws, collect_draws, find_missing_draws, find_split_draw, replay_draws
from service.core.sealed.rounds import commit, derive_key, hash_seed
from service.core.sealed.shown import SHOWN_COST, check_shown, parse_shown
from service.core.sealed.terms import Terms
from service.core.shuffles.plans import Limits
from service.core.verification import (
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_digests,
    compare_values,
)


class OriginalItems(NamedTuple):
    """The number of items and the digest of a list that the integers of a shoe stand for."""

    size: int
    sha256: str | None


@dataclass(frozen=True, kw_only=True)
class PlayerNotes:
    """The values that a player noted during the game.

    `commitment` is the one that was shown before the first card, `client_seed` the one that the player gave, `digest`
    the one of the last response: 64 lower-case hexadecimal digits each, but for the seed.
    """

    commitment: Annotated[str | None, Sha256("The commitment that the player was shown before the first card.")] = None
    client_seed: Annotated[
        str | None, Text("The client seed, as the player gave it.", MAX_CLIENT_SEED, example="correct horse")
    ] = None
    digest: Annotated[str | None, Sha256("The digest of the last response, if the player has it.")] = None


Checked = TypeVar("Checked", bound=PublishedReceipt)


class ReceiptCheck(ABC, Generic[Checked]):
    """The check of a receipt with what a player observed; nothing of it is made before `run`.

    `work` is the number of draws of fisher_yates that take as long. Raises `TooMany` for a receipt whose check is
    beyond the limits. `SEED` is the member from which, with the terms, the commitment follows.
    """

    SEED: ClassVar[str]

    def __init__(self, receipt: Checked, observed: Sequence[ObservedCards], shown: object, limits: Limits) -> None:
        self._receipt, self._observed, self._limits = receipt, observed, limits
        self._terms = receipt.terms
        self._shown = parse_shown("shown", shown, self._terms) if shown else ()
        self._compared: dict[str, Difference | None] = {}
        self._unchecked: dict[str, str] = {}
        self._cards = sum(len(entry.cards or entry.integers or ()) + len(entry.in_play or ()) for entry in observed)
        limits.check_items(self._cards, "seen")
        self.work = self._estimate()

    @cached_property
    def _missing(self) -> str | None:
        """The reason why the list cannot be followed draw by draw, None if it has all draws."""
        return find_missing_draws(self._receipt, self._observed)

    @cached_property
    def _draws(self) -> tuple[Draws, Difference | None]:
        """The entries of draws by number, and the first that cannot be right."""
        return collect_draws(self._receipt, self._observed)

    def _estimate(self) -> int:
        """Return the number of draws of fisher_yates that take as long. Raises `TooMany` beyond the limits."""
        observed, limits = self._observed, self._limits
        draws = sum(entry.draw is not None for entry in observed)
        further, unit = self._estimate_further(draws)
        further += len(self._shown) * SHOWN_COST
        work = len(observed) * _ENTRY_COST + self._cards * _CARD_COST + further
        if work > limits.draws:
            unit = f"draws, or as much work: {unit}, {draws:,} draws and {self._cards:,} cards"
            accepted = len(observed) * limits.draws // work
            instead = f"Send about {accepted:,} entries like these in place of {len(observed):,}." if accepted else ""
            raise TooMany("seen", work, unit, limits.draws, "MAX_DRAWS", instead)
        return work

    @abstractmethod
    def _estimate_further(self, draws: int) -> tuple[int, str]:
        """Return the cost of all but the list, in draws of fisher_yates, and the words for most of it."""

    @abstractmethod
    def _commit(self) -> bytes:
        """Return the commitment that follows from the receipt."""

    def _derive(self) -> dict[str, str]:
        """Return further values that follow from the receipt."""
        return {}

    @abstractmethod
    def _compare_cards(self, visible: Sequence[ObservedCard]) -> dict[str, Any]:
        """Compare the cards that were seen, and return what follows from the receipt in their place."""

    @abstractmethod
    def _follow_draws(self, draws: Draws) -> tuple[Difference | None, Sequence[bytes]]:
        """Return the first difference between all draws and those of the receipt, and their digests."""

    @abstractmethod
    def _round_size(self, number: int) -> int:
        """Return the number of cards that were in a round, once all draws are followed."""

    @abstractmethod
    def _find_origin(self, visible: Sequence[ObservedCard], notes: PlayerNotes, *, has_beacon: bool) -> Origin:
        """Return who could choose the order, if nothing differs."""

    def run(
        self,
        original_items: OriginalItems | None = None,
        notes: PlayerNotes | None = None,
        beacon: Mapping[str, Outcome] | None = None,
    ) -> VerificationResult:
        """Return the result; it is called once.

        `original_items` is the list that the integers of a shoe stand for, and `beacon` the outcome of the check of a
        public beacon as the client seed, if there is one. Raises `Refused` for cards that the deck does not have.
        """
        receipt, terms, compared, unchecked = self._receipt, self._terms, self._compared, self._unchecked
        commitment, notes = self._commit(), notes or PlayerNotes()
        derived: dict[str, Any] = {"commitment": commitment.hex(), **self._derive(), "fairness": receipt.fairness}
        compared[self.SEED] = compare_digests("commitment", commitment, receipt.commitment, _OTHER_SEED)
        compared["terms"] = None  # others are refused
        self._check_notes(notes)
        if original_items is not None:
            compared["items"] = _compare_items(terms, original_items)
        elif terms.items_sha256 is not None:
            unchecked["items"] = _NO_ITEMS
        cards = list(parse_observed(terms, self._observed))
        visible = [card for card in cards if card.label is not None]
        compared["drawn"] = check_counts(receipt) or check_drawn(receipt, visible)
        derived |= self._compare_cards(visible)
        digests = self._check_draws(cards)
        if notes.digest is not None:
            self._check_digest(bytes.fromhex(notes.digest), digests)
        compared["drawn"] = compared["drawn"] or check_drawn(receipt, cards)
        has_beacon = beacon is not None and None in beacon.values()
        if has_beacon:
            unchecked.pop("client_seed", None)  # a round that the label names is nobody's choice
        origin = self._find_origin(visible, notes, has_beacon=has_beacon)
        return build_result(derived, {**compared, **(beacon or {})}, unchecked, origin=origin)

    def _check_notes(self, notes: PlayerNotes) -> None:
        """Compare the receipt with what a player noted, save the digest."""
        receipt = self._receipt
        if notes.commitment is None:
            self._unchecked["commitment"] = _NO_COMMITMENT
        else:
            noted = bytes.fromhex(notes.commitment)
            difference = compare_digests("commitment", noted, receipt.commitment, _OTHER_COMMITMENT)
            self._compared["commitment"] = difference
        if notes.client_seed is not None:
            difference = compare_values("client_seed", notes.client_seed, receipt.client_seed)
            self._compared["client_seed"] = difference and replace(difference, detail=_OTHER_CLIENT_SEED)
        elif receipt.client_seed is not None:
            self._unchecked["client_seed"] = _NO_WORDS if self._terms.words else _NO_CLIENT_SEED

    def _compare_shown(self, find_root: Callable[[int], bytes | None]) -> None:
        """Compare the shown cards with the roots of their rounds, which must have begun."""
        last, difference = self._receipt.round, None
        for number, card in enumerate(self._shown):
            if card.round > last:
                where = f"shown[{number}].round"
                difference = difference or Difference(where=where, expected=f"at most {last}", seen=str(card.round))
        self._compared["shown"] = difference or check_shown("shown", self._shown, self._terms, find_root)

    def _check_draws(self, cards: Sequence[ObservedCard]) -> Sequence[bytes] | None:
        """Check that the list has every draw of a receipt, by following them.

        Return the digests of a complete list, None for any other.
        """
        compared, missing = self._compared, self._missing
        if missing:
            self._unchecked["draws"] = missing
        draws, difference = self._draws
        if missing and not difference:
            difference = find_split_draw(self._observed)
        if any(compared.values()) or not draws:
            return None
        digests: Sequence[bytes] | None = None
        if not (difference or missing):
            difference, digests = self._follow_draws(draws)
            difference = difference or self._find_undrawn(draws, cards)
        if difference or not missing:
            compared["draws"] = difference
            self._unchecked.pop("draws", None)
        return digests

    def _find_undrawn(self, draws: Draws, cards: Sequence[ObservedCard]) -> Difference | None:
        """Return a difference if a card of a complete list was seen that no draw in it took, nor was in play."""
        taken = {
            place
            for _, entry in draws.values()
            for place in zip(entry.rounds or (), entry.positions or (), strict=True)
        }
        for card in cards:
            if (card.round, card.position) not in taken and card.position < self._round_size(card.round):
                where = f"round {card.round}, position {card.position}"
                return Difference(where="drawn", expected=f"{where} in a draw", seen=None, detail=_IN_NO_DRAW)
        return None

    def _check_digest(self, noted: bytes, digests: Sequence[bytes] | None) -> None:
        """Compare the digest that a player was shown last with those of all draws, None if the list is not complete.

        A player who left before the end holds an earlier one.
        """
        if noted in {self._receipt.digest, *(digests or ())}:
            self._compared["digest"] = None
        elif digests is None and not any(self._compared.values()):
            self._unchecked["digest"] = _EARLIER_DIGEST
        else:
            self._compared["digest"] = compare_digests("digest", noted, self._receipt.digest, _OTHER_DIGEST)


class FullCheck(ReceiptCheck[Receipt]):
    """The check of a full receipt: its cards are drawn again."""

    SEED = "server_seed"

    def __init__(self, receipt: Receipt, observed: Sequence[ObservedCards], shown: object, limits: Limits) -> None:
        self._rounds = ObservedRounds(receipt, observed)
        super().__init__(receipt, observed, shown, limits)

    def _estimate_further(self, draws: int) -> tuple[int, str]:
        terms, observed = self._terms, self._observed
        numbers = {number for entry in observed for number in (entry.rounds or [entry.round or 0])}
        numbers.update(number for entry in observed for number in begun_rounds(entry))
        numbers.update(card.round for card in self._shown)
        rounds = len(self._rounds.chain(numbers))
        rounds += sum(entry.in_play is not None for entry in observed)  # whose cards in play are another shuffle
        draw_cost = _GAME_COST + terms.size // _CARDS_OF_A_DRAW if terms.table else _DRAW_COST
        return rounds * terms.cost + draws * draw_cost, f"{rounds:,} rounds"

    def _commit(self) -> bytes:
        return commit(hash_seed(self._receipt.server_seed), self._terms)

    def _derive(self) -> dict[str, str]:
        """Return the key of the last round."""
        receipt = self._receipt
        return {"key": derive_key(receipt.server_seed, receipt.client_seed, receipt.in_play or ()).hex()}

    def _compare_cards(self, visible: Sequence[ObservedCard]) -> dict[str, Any]:
        derived: dict[str, Any] = {}
        if difference := self._rounds.compare_in_play():
            self._compared["seen"] = difference
        if visible:
            indices = [self._rounds.open(card.round).order[card.position] for card in visible]
            ((name, labels),) = self._terms.label_cards(indices).items()
            self._compared["seen"] = self._rounds.compare(visible, labels) or difference
            derived[name] = tuple(labels)
        if any(entry.roots for entry in self._observed) and not self._compared.get("seen"):
            self._compared["seen"] = self._rounds.compare_roots()
        if not self._compared.get("seen") and self._missing:
            difference = compare_places(self._receipt, self._observed, lambda number: self._rounds.open(number).order)
            if difference:
                self._compared["seen"] = difference
        if self._shown:
            self._compare_shown(lambda number: self._rounds.open(number).tree.root)
        if self._receipt.total and "seen" not in self._compared:
            self._unchecked["seen"] = _NO_CARDS
        return derived

    def _follow_draws(self, draws: Draws) -> tuple[Difference | None, Sequence[bytes]]:
        return replay_draws(self._receipt, draws, self._limits, self._rounds.make_round)

    def _round_size(self, number: int) -> int:
        return len(self._rounds.open(number))

    def _find_origin(self, visible: Sequence[ObservedCard], notes: PlayerNotes, *, has_beacon: bool) -> Origin:
        receipt = self._receipt
        return find_origin(
            is_drawn=receipt.total > 0,
            is_compared=bool(visible),
            has_seed=receipt.client_seed is not None,
            is_commitment_noted=notes.commitment is not None,
            is_seed_noted=notes.client_seed is not None,
            has_words=bool(self._terms.words),
            has_beacon=has_beacon,
        )


def _compare_items(terms: Terms, items: OriginalItems) -> Difference | None:
    """Return the difference between a list and the one that the terms commit to."""
    if terms.items_sha256 is not None and items.size != terms.size:
        return Difference(where="original_items", expected=f"{terms.size} items", seen=f"{items.size} items")
    if terms.items_sha256 is None:
        return Difference(where="terms.items_sha256", expected=items.sha256, seen=None)
    return compare_values("terms.items_sha256", items.sha256, terms.items_sha256)


_ENTRY_COST = 50
_CARD_COST = 8
_DRAW_COST = 350
_GAME_COST = 600
"""Draws of fisher_yates that take as long as an entry of a list, a card of it, and to draw it again, also of a game."""

_CARDS_OF_A_DRAW = 16
"""Cards of a game's shoe that are laid out again for each draw in the time of one draw of fisher_yates."""

_OTHER_SEED = "The server seed and the terms of the receipt do not lead to its commitment."
_OTHER_COMMITMENT = "This is the receipt of another shoe than the one whose commitment was shown."
_OTHER_CLIENT_SEED = "The shoe was drawn from with another client seed than the one that the player gave."
_OTHER_DIGEST = (
    "The draws of the receipt do not lead by way of the digest that was shown: the shoe was drawn from in two ways."
)
_EARLIER_DIGEST = (
    "It is not the last one of the receipt. Add all draws to seen: a player who left before the end has an earlier one."
)
_IN_NO_DRAW = "This card was seen, and no draw in the list took it."
_NO_COMMITMENT = (
    "Add commitment, as it was shown before the first card: without it this may be the receipt of another shoe."
)
_NO_CLIENT_SEED = (
    "Add client_seed, as the player gave it: without it the operator may have chosen this one, and with it the order."
)
_NO_WORDS = "Add client_seed, the texts as you heard them, your own among them: they were not compared."
_NO_CARDS = "Add seen, with the cards that were seen: no card was compared."
_NO_ITEMS = "Add original_items, the list that the terms commit to: without it the numbers may stand for other items."
