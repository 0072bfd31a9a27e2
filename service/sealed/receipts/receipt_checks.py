"""Check receipts of sealed shoes against what a player confirms (commitment, client seed, digest) and observed cards.

A receipt alone proves only that its seeds and terms lead to its commitment. The commitment that a player was shown
proves that it is the receipt of that player's shoe. The client seed proves that the operator did not choose the order
alone. The complete list of draws proves that no draw was hidden, as the digest binds each draw. `valid` is true with
all three.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ...core.limits import Limits, TooMany
from ...verdicts.confirmed import Confirmed
from ...verdicts.verdict import (
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_digests,
    compare_values,
)
from ..opening.own_items import item_to_json
from ..opening.terms import Terms
from ..shoe.rounds import commit, derive_key, hash_seed
from ..shoe.sealed_shoe import Fairness
from ..shoe.shown import STEPS_OF_A_SHOWN_CARD, check_shown, parse_shown
from .counts import check_counts, check_drawn
from .draw_lists import (
    ListedDraws,
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
from .receipt import PublishedReceipt, Receipt


class OriginalItems(NamedTuple):
    """The list of items that the integers of a shoe stand for: its length, and its SHA-256."""

    size: int
    sha256: str | None


@dataclass(frozen=True)
class Outcomes:
    """What comparisons found, and what was derived from the receipt, each by a name.

    `compared` has a difference, or None if all is equal; `unchecked` has the reason why a comparison was not made, or
    not completely. `{"seen": None}` and `{"draws": "Add …"}` mean: the cards agree, and the list of draws has gaps.
    """

    compared: Mapping[str, Difference | None] = field(default_factory=dict)
    unchecked: Mapping[str, str] = field(default_factory=dict)
    derived: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_difference(self) -> bool:
        return any(self.compared.values())


def join_outcomes(parts: Iterable[Outcomes]) -> Outcomes:
    """Return the outcomes of all parts in their order; a later outcome replaces an earlier outcome of the same name.

    The order decides which difference is the first: only the first is shown.
    """
    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}
    derived: dict[str, Any] = {}
    for part in parts:
        compared |= part.compared
        unchecked |= part.unchecked
        derived |= part.derived
    return Outcomes(compared, unchecked, derived)


class FollowedDraws(NamedTuple):
    """The result of repeating a complete list of draws from the receipt."""

    difference: Difference | None
    digests: Sequence[bytes]
    """The digest after each draw."""
    size_of: Callable[[int], int]
    """Takes the number of a round, and returns the number of cards in it."""


class ComparedDraws(NamedTuple):
    """The outcome of the list of draws, and the digest after each draw, or None if the list was not repeated."""

    outcomes: Outcomes
    digests: Sequence[bytes] | None


Checked = TypeVar("Checked", bound=PublishedReceipt)


class ReceiptCheck(ABC, Generic[Checked]):
    """A check of a receipt against the observed cards; `run` makes the comparisons.

    Raises `TooMany` if the check takes longer than the draws of the limits. The commitment is computed from the terms
    and the member `SEED` of the receipt. `run` joins the outcomes of the comparisons; comparisons change nothing.
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
        self._card_count = sum(
            len(entry.cards or entry.integers or ()) + len(entry.in_play or ())
            for entry in entries
        )
        limits.check_items(self._card_count, "seen")
        self._check_limits()

    @cached_property
    def _missing_draws(self) -> str | None:
        """Return a sentence that asks for draws that the list lacks, or None if it has all draws."""
        return find_missing_draws(self._receipt, self._entries)

    @cached_property
    def _draws(self) -> tuple[ListedDraws, Difference | None]:
        """Return the draws of the list, and, as a difference, its first wrong entry."""
        return collect_draws(self._receipt, self._entries)

    @property
    def held_items(self) -> int:
        """Return the items that are in memory: cards of the shoe, and observed cards."""
        return max(self._terms.size, self._card_count)

    def _check_limits(self) -> None:
        """Raise `TooMany` if the check would take longer than the draws of the limits."""
        entries = self._entries
        limit = self._limits.draws
        draws = sum(entry.draw is not None for entry in entries)
        further_steps, largest_part = self._estimate_further(draws)
        steps = (
            len(entries) * _STEPS_OF_AN_ENTRY
            + self._card_count * _STEPS_OF_A_CARD
            + len(self._shown) * STEPS_OF_A_SHOWN_CARD
            + further_steps
        )
        if steps <= limit.number:
            return
        unit = f"draws, or as much work: {largest_part}, {draws:,} draws and {self._card_count:,} cards"
        possible_entries = len(entries) * limit.number // steps
        instead = ""
        if possible_entries:
            instead = f"Send about {possible_entries:,} entries like these in place of {len(entries):,}."
        raise TooMany("seen", steps, unit, limit, instead)

    @abstractmethod
    def _estimate_further(self, draws: int) -> tuple[int, str]:
        """Return the time for the receipt and its draws, in draws of fisher_yates, and its largest part in words."""

    @abstractmethod
    def _compute_commitment(self) -> bytes:
        """Return the commitment, computed from the members of the receipt."""

    def _list_derived(self) -> dict[str, str]:
        """Return further values computed from the receipt, by name, for `derived` in the response."""
        return {}

    @abstractmethod
    def _compare_cards(self, visible: Sequence[ObservedCard]) -> Outcomes:
        """Compare the visible cards with the receipt; `derived` has the cards computed from the receipt."""

    @abstractmethod
    def _follow_draws(self, draws: ListedDraws) -> FollowedDraws:
        """Repeat a complete list of draws, up to the first difference from the receipt."""

    def _explain_unchecked(self, outcomes: Outcomes) -> Outcomes:  # noqa: ARG002 (most have nothing to add)
        """Return the outcomes with what else is unchecked after them."""
        return Outcomes()

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
        """Make all comparisons and return the result.

        `original_items` is the list that the integers of a shoe stand for. `beacon` has the outcome, by name, of
        checking a client seed from a public beacon. Raises `Refused` for cards that the deck does not have.
        """
        confirmed = confirmed or Confirmed()
        beacon_outcomes = beacon or {}
        has_beacon = None in beacon_outcomes.values()
        cards = list(parse_observed(self._terms, self._entries))
        visible = [card for card in cards if card.label is not None]
        before_draws = self._compare_before_draws(
            visible, original_items, confirmed, has_beacon=has_beacon
        )
        draws = self._compare_draws(cards, is_right=not before_draws.has_difference)
        with_draws = join_outcomes([before_draws, draws.outcomes])
        digest = self._compare_digest(
            confirmed.digest, draws.digests, is_right=not with_draws.has_difference
        )
        # Hidden cards count as drawn too, but the list of draws is repeated in spite of them.
        drawn = before_draws.compared["drawn"] or check_drawn(self._receipt, cards)
        outcomes = join_outcomes(
            [
                with_draws,
                self._explain_unchecked(with_draws),
                digest,
                Outcomes({"drawn": drawn}),
            ]
        )
        origin = self._find_origin(visible, confirmed, has_beacon=has_beacon)
        return build_result(
            outcomes.derived,
            dict(outcomes.compared) | dict(beacon_outcomes),
            outcomes.unchecked,
            origin=origin,
        )

    def _compare_before_draws(
        self,
        visible: Sequence[ObservedCard],
        original_items: OriginalItems | None,
        confirmed: Confirmed,
        *,
        has_beacon: bool,
    ) -> Outcomes:
        """Make all comparisons that do not repeat the list of draws. If one finds a difference, no draw is repeated.

        Only the first difference is shown. Forks come before cards: a receipt lacks the cards of another branch.
        """
        receipt = self._receipt
        drawn = check_counts(receipt) or check_drawn(receipt, visible)
        return join_outcomes(
            [
                self._compare_seed(),
                Outcomes({"terms": None}),  # `parse_receipt` refuses wrong terms
                self._compare_confirmed(confirmed, has_beacon=has_beacon),
                self._compare_list(original_items),
                self._compare_branches(),
                Outcomes({"drawn": drawn}),
                self._compare_cards(visible),
            ]
        )

    def _compare_seed(self) -> Outcomes:
        """Compare the commitment with the commitment to the seed; `derived` has values that need no cards."""
        receipt = self._receipt
        commitment = self._compute_commitment()
        difference = compare_digests(
            "commitment", commitment, receipt.commitment, _OTHER_SEED
        )
        fairness = Fairness.of(receipt.client_seed)
        return Outcomes(
            {self.SEED: difference},
            derived={"commitment": commitment.hex()}
            | self._list_derived()
            | {"fairness": fairness},
        )

    def _compare_branches(self) -> Outcomes:
        """Return, as a difference, the fork of the list of draws, if there is one."""
        fork = find_fork(self._entries)
        return Outcomes({"draws": fork}) if fork else Outcomes()

    def _compare_list(self, original_items: OriginalItems | None) -> Outcomes:
        """Compare the list that integers stand for with the terms; the terms may have its hash."""
        if original_items is not None:
            return Outcomes({"items": _compare_items(self._terms, original_items)})
        if self._terms.items_sha256 is not None:
            return Outcomes(unchecked={"items": _NO_ITEMS})
        return Outcomes()

    def _compare_confirmed(self, confirmed: Confirmed, *, has_beacon: bool) -> Outcomes:
        """Compare the commitment, the own text and the client seed that a player confirms with the receipt.

        `has_beacon` says that the client seed is from a round that the label names, so that nobody chose it.
        """
        own_text = self._compare_own_text(confirmed.own_text)
        is_seed_known = has_beacon or bool(own_text.compared)
        return join_outcomes(
            [
                self._compare_commitment(confirmed.commitment),
                own_text,
                self._compare_client_seed(
                    confirmed.client_seed, is_known=is_seed_known
                ),
            ]
        )

    def _compare_commitment(self, noted_commitment: str | None) -> Outcomes:
        """Compare the commitment that a player was shown, in hexadecimal digits, with the receipt's commitment."""
        if noted_commitment is None:
            return Outcomes(unchecked={"commitment": _NO_COMMITMENT})
        difference = compare_digests(
            "commitment",
            bytes.fromhex(noted_commitment),
            self._receipt.commitment,
            _OTHER_COMMITMENT,
        )
        return Outcomes({"commitment": difference})

    def _compare_client_seed(
        self, noted_client_seed: str | None, *, is_known: bool
    ) -> Outcomes:
        """Compare the client seed that a player gave. If none was given, it is unchecked, unless it `is_known`."""
        client_seed = self._receipt.client_seed
        if noted_client_seed is not None:
            difference = compare_values("client_seed", noted_client_seed, client_seed)
            if difference:
                difference = replace(difference, detail=_OTHER_CLIENT_SEED)
            return Outcomes({"client_seed": difference})
        if client_seed is None or is_known:
            return Outcomes()
        reason = _NO_WORDS if self._terms.words else _NO_CLIENT_SEED
        return Outcomes(unchecked={"client_seed": reason})

    def _compare_own_text(self, own_text: str | None) -> Outcomes:
        """Compare the text of a player with the texts that the client seed joins, if the terms have words."""
        client_seed = self._receipt.client_seed
        if own_text is None or not self._terms.words or client_seed is None:
            return Outcomes()
        if own_text in client_seed.split(","):
            return Outcomes({"own_text": None})
        difference = Difference(
            where="client_seed", expected=own_text, seen=client_seed, detail=_NOT_OWN
        )
        return Outcomes({"own_text": difference})

    def _compare_shown(
        self, find_root: Callable[[int], bytes | None]
    ) -> Difference | None:
        """Check the proofs of the shown cards by the roots of their rounds. A card of a later round is a difference."""
        last = self._receipt.round
        for number, card in enumerate(self._shown):
            if card.round > last:
                return Difference(
                    where=f"shown[{number}].round",
                    expected=f"at most {last}",
                    seen=str(card.round),
                )
        return check_shown("shown", self._shown, self._terms, find_root)

    def _compare_draws(
        self, cards: Sequence[ObservedCard], *, is_right: bool
    ) -> ComparedDraws:
        """Compare the list of draws with the receipt. Repeat a list without gaps, with the observed cards.

        `is_right` says that no difference was found so far. If one was found, the list is not read.
        """
        missing_draws = self._missing_draws
        draws, difference = self._draws
        if missing_draws and not difference:
            difference = find_split_draw(self._entries)
        has_gaps_alone = bool(missing_draws) and not difference
        if not is_right or not draws or has_gaps_alone:
            reasons = {"draws": missing_draws} if missing_draws else {}
            return ComparedDraws(Outcomes(unchecked=reasons), None)
        if difference:
            return ComparedDraws(Outcomes({"draws": difference}), None)
        followed = self._follow_draws(draws)
        difference = followed.difference or _find_undrawn(
            draws, cards, followed.size_of
        )
        return ComparedDraws(Outcomes({"draws": difference}), followed.digests)

    def _compare_digest(
        self,
        noted_digest: str | None,
        digests: Sequence[bytes] | None,
        *,
        is_right: bool,
    ) -> Outcomes:
        """Compare the last digest that a player was shown with the receipt's, or with the digest after any draw.

        A player who left before the end holds an earlier digest. `digests` is None for a list that was not repeated;
        `is_right` says that no difference was found so far.
        """
        if noted_digest is None:
            return Outcomes()
        noted = bytes.fromhex(noted_digest)
        if noted in {self._receipt.digest, *(digests or ())}:
            return Outcomes({"digest": None})
        if digests is None and is_right:
            return Outcomes(unchecked={"digest": _EARLIER_DIGEST})
        difference = compare_digests(
            "digest", noted, self._receipt.digest, _OTHER_DIGEST
        )
        return Outcomes({"digest": difference})


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
        rounds = len(self._rounds.find_required(numbers))
        # The cards in play are shuffled too.
        rounds += sum(entry.in_play is not None for entry in self._entries)
        steps_of_a_draw = _STEPS_OF_A_DRAW
        if terms.table:
            steps_of_a_draw = _STEPS_OF_A_GAME + terms.size // _CARDS_OF_A_DRAW
        steps = rounds * terms.steps + draws * steps_of_a_draw
        return steps, f"{rounds:,} rounds"

    def _compute_commitment(self) -> bytes:
        return commit(hash_seed(self._receipt.server_seed), self._terms)

    def _list_derived(self) -> dict[str, str]:
        receipt = self._receipt
        key = derive_key(
            receipt.server_seed, receipt.client_seed, receipt.in_play or ()
        )
        return {"key": key.hex()}

    def _compare_cards(self, visible: Sequence[ObservedCard]) -> Outcomes:
        """Compare the visible cards with the rounds, which are shuffled again by the seed of the receipt."""
        compared: dict[str, Difference | None] = {}
        unchecked: dict[str, str] = {}
        derived: dict[str, Any] = {}
        difference = self._rounds.compare_in_play()
        if visible:
            indices = [
                self._rounds.open(card.round).order[card.position] for card in visible
            ]
            labels = self._terms.list_labels(indices)
            difference = self._rounds.compare(visible, labels) or difference
            derived[self._terms.cards_member] = tuple(map(item_to_json, labels))
        has_roots = any(entry.roots for entry in self._entries)
        if has_roots and not difference:
            difference = self._rounds.compare_roots()
        # A complete list of draws is repeated instead.
        if self._missing_draws and not difference:
            difference = self._compare_places()
        if visible or has_roots or difference:
            compared["seen"] = difference
        elif self._receipt.total:
            unchecked["seen"] = _NO_CARDS
        if self._shown:
            compared["shown"] = self._compare_shown(
                lambda number: self._rounds.open(number).tree.root
            )
        return Outcomes(compared, unchecked, derived)

    def _compare_places(self) -> Difference | None:
        """Return, as a difference, the first stage that was dealt to other positions or places than its rules say."""
        return compare_places(
            self._receipt, self._entries, lambda number: self._rounds.open(number).order
        )

    def _follow_draws(self, draws: ListedDraws) -> FollowedDraws:
        difference, digests = replay_draws(
            self._receipt, draws, self._limits, self._rounds.make_round
        )
        return FollowedDraws(
            difference, digests, lambda number: len(self._rounds.open(number))
        )

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


def _find_undrawn(
    draws: ListedDraws, cards: Iterable[ObservedCard], size_of: Callable[[int], int]
) -> Difference | None:
    """Return, as a difference, the first observed card that is not in play and that no draw of a complete list took.

    `size_of` returns the number of cards in a round; the cards in play have the positions after them.
    """
    drawn: set[tuple[int, int]] = set()
    for listed in draws.values():
        rounds = listed.entry.rounds or ()
        positions = listed.entry.positions or ()
        drawn.update(zip(rounds, positions, strict=True))
    for card in cards:
        is_drawn = (card.round, card.position) in drawn
        if not is_drawn and card.position < size_of(card.round):
            where = f"round {card.round}, position {card.position}"
            return Difference(
                where="drawn",
                expected=f"{where} in a draw",
                seen=None,
                detail=_IN_NO_DRAW,
            )
    return None


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


# Costs, in draws of fisher_yates, of an entry, a card in it, a repeated draw, and a game's draw. They count in
# MAX_DRAWS (docs/reference.md, Limits), so they must stay as they are.
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
