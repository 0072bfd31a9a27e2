"""Check receipts of sealed shoes against what a player confirms (commitment, client seed, digest) and observed cards.

A receipt alone proves only that its seeds and terms lead to its commitment. With the commitment that a player was shown
it is the receipt of that player's shoe. With the client seed, the operator did not choose the order alone. With the
complete list of draws no draw was hidden, as the digest binds each draw. `valid` is true with all three.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ..core.confirmed import Confirmed
from ..core.errors import TooMany
from ..core.limits import Limits
from ..core.verification import (
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_digests,
    compare_values,
)
from .counts import check_counts, check_drawn
from .draw_lists import (
    Draws,
    collect_draws,
    find_fork,
    find_missing_draws,
    find_split_draw,
    replay_draws,
)
from .observations import (
    ObservedCard,
    ObservedCards,
    ObservedRounds,
    begun_rounds,
    compare_places,
    parse_observed,
)
from .origins import find_origin
from .own_items import item_to_json
from .receipts import PublishedReceipt, Receipt
from .rounds import commit, derive_key, hash_seed
from .sealed_shoe import Fairness
from .shown import STEPS_OF_A_SHOWN_CARD, check_shown, parse_shown
from .terms import Terms


class OriginalItems(NamedTuple):
    """The list of items that the integers of a shoe stand for: its length, and its SHA-256."""

    size: int
    sha256: str | None


Checked = TypeVar("Checked", bound=PublishedReceipt)


class ReceiptCheck(ABC, Generic[Checked]):
    """A check of a receipt against the observed cards; `run` makes the comparisons.

    Raises `TooMany` for what takes longer than the draws of the limits. The commitment is computed from the terms and
    the member `SEED` of the receipt.

    A comparison writes its outcome into `_compared`, by the name of the check: a difference, or None if all is equal. A
    check that cannot be made writes the reason into `_unchecked`.
    """

    SEED: ClassVar[str]

    def __init__(
        self,
        receipt: Checked,
        entries: Sequence[ObservedCards],
        shown: object,
        limits: Limits,
    ) -> None:
        self._receipt = receipt
        self._entries = entries
        self._limits = limits
        self._terms = receipt.terms
        self._shown = parse_shown("shown", shown, self._terms) if shown else ()
        self._compared: dict[str, Difference | None] = {}
        self._unchecked: dict[str, str] = {}
        self._card_count = sum(
            len(entry.cards or entry.integers or ()) + len(entry.in_play or ())
            for entry in entries
        )
        limits.check_items(self._card_count, "seen")
        self._check_limits()

    @cached_property
    def _missing_draws(self) -> str | None:
        """Return a sentence that asks for draws that the list lacks; None if it has all."""
        return find_missing_draws(self._receipt, self._entries)

    @cached_property
    def _draws(self) -> tuple[Draws, Difference | None]:
        """Return the draws of the list, and the first wrong entry as a difference."""
        return collect_draws(self._receipt, self._entries)

    @property
    def held_items(self) -> int:
        """Return the items that are in memory: cards of the shoe, and observed cards."""
        return max(self._terms.size, self._card_count)

    def _check_limits(self) -> None:
        """Raise `TooMany` if the check would take longer than the draws of the limits."""
        entries = self._entries
        max_draws = self._limits.draws
        draws = sum(entry.draw is not None for entry in entries)
        further_steps, largest_part = self._estimate_further(draws)
        steps = (
            len(entries) * _STEPS_OF_AN_ENTRY
            + self._card_count * _STEPS_OF_A_CARD
            + len(self._shown) * STEPS_OF_A_SHOWN_CARD
            + further_steps
        )
        if steps <= max_draws:
            return
        unit = f"draws, or as much work: {largest_part}, {draws:,} draws and {self._card_count:,} cards"
        possible_entries = len(entries) * max_draws // steps
        instead = ""
        if possible_entries:
            instead = f"Send about {possible_entries:,} entries like these in place of {len(entries):,}."
        raise TooMany("seen", steps, unit, max_draws, "MAX_DRAWS", instead)

    @abstractmethod
    def _estimate_further(self, draws: int) -> tuple[int, str]:
        """Return the time for the receipt and its draws, in draws of fisher_yates, and the largest part in words."""

    @abstractmethod
    def _commit(self) -> bytes:
        """Return the commitment, computed from the members of the receipt."""

    def _derive(self) -> dict[str, str]:
        """Return further values computed from the receipt, by name, for `derived` in the response."""
        return {}

    @abstractmethod
    def _compare_cards(self, visible: Sequence[ObservedCard]) -> dict[str, Any]:
        """Compare the visible cards with the receipt. Return the cards computed from the receipt, for `derived`."""

    @abstractmethod
    def _follow_draws(self, draws: Draws) -> tuple[Difference | None, Sequence[bytes]]:
        """Return the first difference between a complete list of draws and the receipt, and the digest after each."""

    @abstractmethod
    def _round_size(self, number: int) -> int:
        """Return the number of cards in a round; called after `_follow_draws`."""

    @abstractmethod
    def _find_origin(
        self, visible: Sequence[ObservedCard], confirmed: Confirmed, *, has_beacon: bool
    ) -> Origin:
        """Return who could choose the order of the shoe, if the check finds no difference."""

    def run(
        self,
        original_items: OriginalItems | None = None,
        confirmed: Confirmed | None = None,
        beacon: Mapping[str, Outcome] | None = None,
    ) -> VerificationResult:
        """Make all comparisons and return the result; call it once.

        `original_items` is the list that the integers of a shoe stand for. `beacon` has the outcome, by name, of
        checking a client seed from a public beacon. Raises `Refused` for cards that the deck does not have.
        """
        confirmed = confirmed or Confirmed()
        beacon_outcomes = beacon or {}
        derived: dict[str, Any] = self._compare_seed()
        self._compared["terms"] = None  # `parse_receipt` refuses terms that no shoe has
        self._compare_confirmed(confirmed)
        self._compare_list(original_items)
        # Forks before cards: the receipt of one branch does not have the cards of another branch.
        fork = find_fork(self._entries)
        if fork:
            self._compared["draws"] = fork
        cards = list(parse_observed(self._terms, self._entries))
        visible = [card for card in cards if card.label is not None]
        derived |= self._compare_observed(cards, visible, confirmed)
        has_beacon = None in beacon_outcomes.values()
        if has_beacon:
            # A round that the label names is nobody's choice.
            self._unchecked.pop("client_seed", None)
        outcomes: dict[str, Outcome] = dict(self._compared)
        outcomes |= beacon_outcomes
        origin = self._find_origin(visible, confirmed, has_beacon=has_beacon)
        return build_result(derived, outcomes, self._unchecked, origin=origin)

    def _compare_seed(self) -> dict[str, Any]:
        """Compare the commitment with that of the seed. Return what is computed from the receipt without its cards."""
        receipt = self._receipt
        commitment = self._commit()
        derived: dict[str, Any] = {"commitment": commitment.hex()}
        derived |= self._derive()
        derived["fairness"] = Fairness.of(receipt.client_seed)
        self._compared[self.SEED] = compare_digests(
            "commitment", commitment, receipt.commitment, _OTHER_SEED
        )
        return derived

    def _compare_observed(
        self,
        cards: Sequence[ObservedCard],
        visible: Sequence[ObservedCard],
        confirmed: Confirmed,
    ) -> dict[str, Any]:
        """Compare the observed cards, of which some are `visible`, and their draws with the receipt.

        Return the cards computed from the receipt, for `derived`. Cards that are hidden count as drawn too, but a wrong
        list of draws is named before them.
        """
        receipt = self._receipt
        drawn = check_counts(receipt) or check_drawn(receipt, visible)
        self._compared["drawn"] = drawn
        derived = self._compare_cards(visible)
        digests = self._check_draws(cards)
        if confirmed.digest is not None:
            self._check_digest(bytes.fromhex(confirmed.digest), digests)
        self._compared["drawn"] = drawn or check_drawn(receipt, cards)
        return derived

    def _compare_list(self, original_items: OriginalItems | None) -> None:
        """Compare the list that integers stand for with the terms, which may have its hash."""
        if original_items is not None:
            self._compared["items"] = _compare_items(self._terms, original_items)
        elif self._terms.items_sha256 is not None:
            self._unchecked["items"] = _NO_ITEMS

    def _compare_confirmed(self, confirmed: Confirmed) -> None:
        """Compare the commitment, the own text and the client seed that a player confirms with the receipt."""
        receipt = self._receipt
        if confirmed.commitment is None:
            self._unchecked["commitment"] = _NO_COMMITMENT
        else:
            noted_commitment = bytes.fromhex(confirmed.commitment)
            self._compared["commitment"] = compare_digests(
                "commitment", noted_commitment, receipt.commitment, _OTHER_COMMITMENT
            )
        if confirmed.own_text is not None:
            self._compare_own_text(confirmed.own_text)
        if confirmed.client_seed is not None:
            difference = compare_values(
                "client_seed", confirmed.client_seed, receipt.client_seed
            )
            if difference:
                difference = replace(difference, detail=_OTHER_CLIENT_SEED)
            self._compared["client_seed"] = difference
        elif receipt.client_seed is not None and "own_text" not in self._compared:
            reason = _NO_WORDS if self._terms.words else _NO_CLIENT_SEED
            self._unchecked["client_seed"] = reason

    def _compare_own_text(self, own_text: str) -> None:
        """Compare the text of a player with the texts that the client seed joins, if the terms have words."""
        client_seed = self._receipt.client_seed
        if not self._terms.words or client_seed is None:
            return
        self._compared["own_text"] = None
        if own_text not in client_seed.split(","):
            self._compared["own_text"] = Difference(
                where="client_seed",
                expected=own_text,
                seen=client_seed,
                detail=_NOT_OWN,
            )

    def _compare_shown(self, find_root: Callable[[int], bytes | None]) -> None:
        """Check the proofs of the shown cards by the roots of their rounds; a card of a later round is a difference."""
        last = self._receipt.round
        for number, card in enumerate(self._shown):
            if card.round > last:
                self._compared["shown"] = Difference(
                    where=f"shown[{number}].round",
                    expected=f"at most {last}",
                    seen=str(card.round),
                )
                return
        self._compared["shown"] = check_shown(
            "shown", self._shown, self._terms, find_root
        )

    def _check_draws(self, cards: Sequence[ObservedCard]) -> Sequence[bytes] | None:
        """Repeat the draws in the list. Return the digest after each draw, None if the list is not complete."""
        compared = self._compared
        missing_draws = self._missing_draws
        if missing_draws:
            self._unchecked["draws"] = missing_draws
        draws, difference = self._draws
        if missing_draws and not difference:
            difference = find_split_draw(self._entries)
        if any(compared.values()) or not draws:
            return None
        digests: Sequence[bytes] | None = None
        if not (difference or missing_draws):
            difference, digests = self._follow_draws(draws)
            difference = difference or self._find_undrawn(draws, cards)
        if difference or not missing_draws:
            compared["draws"] = difference
            self._unchecked.pop("draws", None)
        return digests

    def _find_undrawn(
        self, draws: Draws, cards: Sequence[ObservedCard]
    ) -> Difference | None:
        """Return the first observed card that no draw of a complete list took, unless in play, as a difference."""
        drawn: set[tuple[int, int]] = set()
        for listed in draws.values():
            rounds = listed.entry.rounds or ()
            positions = listed.entry.positions or ()
            drawn.update(zip(rounds, positions, strict=True))
        for card in cards:
            is_drawn = (card.round, card.position) in drawn
            # After the cards of a round come the positions of the cards in play.
            if not is_drawn and card.position < self._round_size(card.round):
                where = f"round {card.round}, position {card.position}"
                return Difference(
                    where="drawn",
                    expected=f"{where} in a draw",
                    seen=None,
                    detail=_IN_NO_DRAW,
                )
        return None

    def _check_digest(
        self, noted_digest: bytes, digests: Sequence[bytes] | None
    ) -> None:
        """Compare the last digest that a player was shown with the receipt's, or with the digest after any draw.

        A player who left before the end holds an earlier digest. `digests` is None for a list that is not complete.
        """
        if noted_digest in {self._receipt.digest, *(digests or ())}:
            self._compared["digest"] = None
        elif digests is None and not any(self._compared.values()):
            self._unchecked["digest"] = _EARLIER_DIGEST
        else:
            self._compared["digest"] = compare_digests(
                "digest", noted_digest, self._receipt.digest, _OTHER_DIGEST
            )


class FullCheck(ReceiptCheck[Receipt]):
    """A check of a full receipt: it shuffles the rounds again and repeats the draws."""

    SEED = "server_seed"

    def __init__(
        self,
        receipt: Receipt,
        entries: Sequence[ObservedCards],
        shown: object,
        limits: Limits,
    ) -> None:
        self._rounds = ObservedRounds(receipt, entries)
        super().__init__(receipt, entries, shown, limits)

    def _estimate_further(self, draws: int) -> tuple[int, str]:
        terms = self._terms
        numbers: set[int] = set()
        for entry in self._entries:
            numbers.update(entry.rounds or [entry.round or 0])
            numbers.update(begun_rounds(entry))
        numbers.update(card.round for card in self._shown)
        rounds = len(self._rounds.chain(numbers))
        # The cards in play are shuffled too.
        rounds += sum(entry.in_play is not None for entry in self._entries)
        steps_of_a_draw = _STEPS_OF_A_DRAW
        if terms.table:
            steps_of_a_draw = _STEPS_OF_A_GAME + terms.size // _CARDS_OF_A_DRAW
        steps = rounds * terms.steps + draws * steps_of_a_draw
        return steps, f"{rounds:,} rounds"

    def _commit(self) -> bytes:
        return commit(hash_seed(self._receipt.server_seed), self._terms)

    def _derive(self) -> dict[str, str]:
        receipt = self._receipt
        key = derive_key(
            receipt.server_seed, receipt.client_seed, receipt.in_play or ()
        )
        return {"key": key.hex()}

    def _compare_cards(self, visible: Sequence[ObservedCard]) -> dict[str, Any]:
        derived: dict[str, Any] = {}
        difference = self._rounds.compare_in_play()
        if visible:
            indices = [
                self._rounds.open(card.round).order[card.position] for card in visible
            ]
            # The member is `cards` or `integers`.
            ((name, labels),) = self._terms.label_cards(indices).items()
            difference = self._rounds.compare(visible, labels) or difference
            derived[name] = tuple(map(item_to_json, labels))
        has_roots = any(entry.roots for entry in self._entries)
        if has_roots and not difference:
            difference = self._rounds.compare_roots()
        # A complete list of draws is repeated instead.
        if self._missing_draws and not difference:
            difference = self._compare_places()
        if visible or has_roots or difference:
            self._compared["seen"] = difference
        elif self._receipt.total:
            self._unchecked["seen"] = _NO_CARDS
        if self._shown:
            self._compare_shown(lambda number: self._rounds.open(number).tree.root)
        return derived

    def _compare_places(self) -> Difference | None:
        """Return the first stage that was dealt to other positions or places than its rules say, as a difference."""
        return compare_places(
            self._receipt, self._entries, lambda number: self._rounds.open(number).order
        )

    def _follow_draws(self, draws: Draws) -> tuple[Difference | None, Sequence[bytes]]:
        return replay_draws(self._receipt, draws, self._limits, self._rounds.make_round)

    def _round_size(self, number: int) -> int:
        return len(self._rounds.open(number))

    def _find_origin(
        self, visible: Sequence[ObservedCard], confirmed: Confirmed, *, has_beacon: bool
    ) -> Origin:
        receipt = self._receipt
        return find_origin(
            is_drawn=receipt.total > 0,
            is_compared=bool(visible),
            has_seed=receipt.client_seed is not None,
            confirmed=confirmed,
            has_words=bool(self._terms.words),
            has_beacon=has_beacon,
        )


def _compare_items(terms: Terms, items: OriginalItems) -> Difference | None:
    """Return the difference between a list of items and the length and SHA-256 in the terms, or None."""
    if terms.items_sha256 is not None and items.size != terms.size:
        return Difference(
            where="original_items",
            expected=f"{terms.size} items",
            seen=f"{items.size} items",
        )
    if terms.items_sha256 is None:
        return Difference(where="terms.items_sha256", expected=items.sha256, seen=None)
    return compare_values("terms.items_sha256", items.sha256, terms.items_sha256)


# Costs in draws of fisher_yates that take as long: an entry, a card in it, a repeated draw, and a game's draw. They are
# counted in MAX_DRAWS (docs/reference.md, Limits), so that they stay as they are.
_STEPS_OF_AN_ENTRY = 50
_STEPS_OF_A_CARD = 8
_STEPS_OF_A_DRAW = 350
_STEPS_OF_A_GAME = 600
_CARDS_OF_A_DRAW = 16  # cards of a game that are laid out again in the time of one draw of fisher_yates

_OTHER_SEED = (
    "The server seed and the terms of the receipt do not lead to its commitment."
)
_OTHER_COMMITMENT = (
    "This is the receipt of another shoe: the player was shown another commitment."
)
_OTHER_CLIENT_SEED = (
    "The shoe was drawn from with another client seed than the player gave."
)
_NOT_OWN = "Your own text is not among the texts that decided the order."
_OTHER_DIGEST = (
    "The draws of the receipt do not lead by way of the digest that was shown: the "
    "shoe was drawn from in two ways."
)
_EARLIER_DIGEST = (
    "It is not the last one of the receipt. Add all draws to seen: a player who left "
    "before the end has an earlier one."
)
_IN_NO_DRAW = "This card was seen, and no draw in the list took it."
_NO_COMMITMENT = (
    "Confirm the commitment, as it was shown before the first card: without it this "
    "may be the receipt of another shoe."
)
_NO_CLIENT_SEED = (
    "Confirm the client_seed, as the player gave it: without it the operator may have chosen this one, and with it the "
    "order."
)
_NO_WORDS = "Confirm your own_text, or the client_seed, the texts as you heard them: none of them was compared."
_NO_CARDS = "Add seen, with the cards that were seen: no card was compared."
_NO_ITEMS = "Add original_items, the list that the terms commit to: without it the numbers may stand for other items."
