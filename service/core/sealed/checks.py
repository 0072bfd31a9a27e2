"""Check receipts of sealed shoes against what a player holds: notes, and the cards that were observed.

A receipt alone proves that its seeds and terms lead to its commitment, and no more. The commitment that a player was
shown makes it the receipt of that shoe; the client seed, one whose order the operator did not choose; and the complete
list of its draws shows that none was hidden, as the digest of `shoe2` binds each. `valid` is true with all of them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from service.core.errors import Refused, TooMany
from service.core.kinds import Sha256, Text
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.observations import ObservedCard, ObservedCards, ObservedRounds, parse_observed
from service.core.sealed.receipts import Receipt, parse_receipt
from service.core.sealed.replay import Draws, collect_draws, find_missing_draws, replay_draws
from service.core.sealed.rounds import commit, derive_key
from service.core.sealed.terms import MAX_TEXT, Reshuffle, ShoeScheme, Terms, check_terms
from service.core.shuffles.plans import Limits
from service.core.verification import Difference, VerificationResult, build_result, compare_digests, compare_values


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
        str | None, Text("The client seed, as the player gave it.", MAX_TEXT, example="correct horse")
    ] = None
    digest: Annotated[str | None, Sha256("The digest of the last response, if the player has it; not of shoe1.")] = None


class ReceiptCheck:
    """The check of a receipt, a JSON object, with what a player observed; nothing of it is made before `run`.

    `work` is the number of draws of fisher_yates that take as long. Raises `Refused` for an object that is no receipt,
    `TooMany` for one whose check is beyond the limits.
    """

    def __init__(self, value: object, observed: Sequence[ObservedCards] = (), limits: Limits | None = None) -> None:
        self._receipt, self._observed, self._limits = parse_receipt(value), observed, limits or Limits()
        self._terms = self._receipt.terms
        self._invalid_terms = check_terms(self._terms)
        self._rounds = ObservedRounds(self._receipt, observed)
        self._compared: dict[str, Difference | None] = {}
        self._unchecked: dict[str, str] = {}
        self.work = 0 if self._invalid_terms else self._estimate()

    def _estimate(self) -> int:
        """Return the number of draws of fisher_yates that take as long. Raises `TooMany` beyond the limits."""
        terms, observed, limits = self._terms, self._observed, self._limits
        cards = sum(len(entry.cards or entry.integers or ()) + len(entry.in_play or ()) for entry in observed)
        limits.check_items(cards, "seen")
        numbers = {number for entry in observed for number in (entry.rounds or [entry.round])}
        rounds = len(self._rounds.chain(numbers))
        rounds += sum(entry.in_play is not None for entry in observed)  # whose cards in play are another shuffle
        draws = sum(entry.draw is not None for entry in observed)
        draw_cost = _GAME_COST + terms.size // _CARDS_OF_A_DRAW if terms.game else _DRAW_COST
        work = rounds * terms.cost + len(observed) * _ENTRY_COST + cards * _CARD_COST + draws * draw_cost
        if work > limits.draws:
            unit = f"draws, or as much work: {rounds:,} rounds, {draws:,} draws and {cards:,} cards"
            accepted = len(observed) * limits.draws // work
            instead = f"Send about {accepted:,} entries like these in place of {len(observed):,}." if accepted else ""
            raise TooMany("seen", work, unit, limits.draws, "MAX_DRAWS", instead)
        return work

    def run(self, original_items: OriginalItems | None = None, notes: PlayerNotes | None = None) -> VerificationResult:
        """Return the result: `commitment`, `key`, and the cards if some were observed; it is called once.

        `original_items` is the list that the integers of a shoe stand for. Raises `Refused` for cards that the deck
        does not have.
        """
        receipt, terms, compared, unchecked = self._receipt, self._terms, self._compared, self._unchecked
        commitment, notes = commit(receipt.server_seed, terms), notes or PlayerNotes()
        derived: dict[str, Any] = {
            "commitment": commitment.hex(),
            "key": derive_key(receipt.server_seed, receipt.client_seed, terms.scheme).hex(),
            "fairness": receipt.fairness,
        }
        compared["server_seed"] = compare_digests("commitment", commitment, receipt.commitment, _OTHER_SEED)
        compared["terms"] = self._invalid_terms
        self._check_notes(notes)
        if self._invalid_terms:  # then nothing else can be checked
            return build_result(
                derived, compared, unchecked | dict.fromkeys(("drawn", "seen"), "No shoe has these terms.")
            )
        if original_items is not None:
            compared["items"] = _compare_items(terms, original_items)
        elif terms.items_sha256 is not None:
            unchecked["items"] = _NO_ITEMS
        cards = list(parse_observed(terms, self._observed))
        visible = [card for card in cards if card.label is not None]
        compared["drawn"] = _check_counts(receipt) or _check_drawn(receipt, visible)
        if difference := self._rounds.compare_in_play():
            compared["seen"] = difference
        if visible:
            indices = [self._rounds.open(card.round).order[card.position] for card in visible]
            ((name, labels),) = terms.label_cards(indices).items()
            compared["seen"] = self._rounds.compare(visible, labels) or difference
            derived[name] = tuple(labels)
        elif receipt.total and not difference:
            unchecked["seen"] = _NO_CARDS
        digests = None
        if terms.scheme is ShoeScheme.SHOE1:
            self._check_counted(cards)
        else:
            digests = self._check_draws(cards)
        if notes.digest is not None:
            self._check_digest(bytes.fromhex(notes.digest), digests)
        compared["drawn"] = compared["drawn"] or _check_drawn(receipt, cards)
        return build_result(derived, compared, unchecked)

    def _check_notes(self, notes: PlayerNotes) -> None:
        """Compare the receipt with what a player noted, save the digest. Raises `Refused` for a digest of `shoe1`."""
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
            self._unchecked["client_seed"] = _NO_CLIENT_SEED
        if notes.digest is not None and self._terms.scheme is ShoeScheme.SHOE1:
            raise Refused("digest", f"A receipt of {ShoeScheme.SHOE1} has no digest to compare; leave digest out.")

    def _check_counted(self, cards: Sequence[ObservedCard]) -> None:
        """Check that the list has every card of a receipt of `shoe1`, whose draws have no numbers."""
        self._compared["drawn"] = self._compared["drawn"] or _check_total(self._receipt, cards)
        if (reason := _explain_missing_cards(self._receipt, cards)) and "seen" not in self._unchecked:
            self._unchecked["seen"] = reason

    def _check_draws(self, cards: Sequence[ObservedCard]) -> Sequence[bytes] | None:
        """Check that the list has every draw of a receipt of `shoe2`, by making them again.

        Return the digests of a complete list, None for any other.
        """
        receipt, compared = self._receipt, self._compared
        missing = find_missing_draws(receipt, self._observed)
        if missing:
            self._unchecked["draws"] = missing
        draws, difference = collect_draws(receipt, self._observed)
        if any(compared.values()) or not draws:
            return None
        digests: Sequence[bytes] | None = None
        if not (difference or missing):
            difference, digests = replay_draws(receipt, draws, self._limits, self._rounds.make_round)
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
            if (card.round, card.position) not in taken and card.position < len(self._rounds.open(card.round)):
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


def _compare_items(terms: Terms, items: OriginalItems) -> Difference | None:
    """Return the difference between a list and the one that the terms commit to."""
    if terms.items_sha256 is not None and items.size != terms.size:
        return Difference(where="original_items", expected=f"{terms.size} items", seen=f"{items.size} items")
    if terms.items_sha256 is None:
        return Difference(where="terms.items_sha256", expected=items.sha256, seen=None)
    return compare_values("terms.items_sha256", items.sha256, terms.items_sha256)


def _check_counts(receipt: Receipt) -> Difference | None:
    """Return the first count of a receipt that no sequence of draws can lead to, with the range that is possible."""
    terms, size = receipt.terms, receipt.terms.size
    left = size - len(receipt.in_play or ())
    here = len(receipt.positions) if terms.game else receipt.top + receipt.bottom
    min_here = 0 if receipt.round == receipt.total == 0 else 1  # a round starts with a card
    max_before = receipt.round * size  # cards drawn in the rounds before this one
    min_before = _min_drawn(terms) * receipt.round
    ranges: list[tuple[str, int, int, int]] = [
        ("round", receipt.round, 0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX)
    ]
    if not terms.game:
        ranges += [
            ("top", receipt.top, max(0, min_here - receipt.bottom), left),
            ("bottom", receipt.bottom, 0, left - receipt.top),
        ]
    ranges.append(("total", receipt.total, min_before + here, max_before + here))
    if terms.scheme is not ShoeScheme.SHOE1:
        max_draws = MAX_INDEX if terms.game else receipt.total  # a stage may take no card
        ranges.append(("draws", receipt.draws, 1 if receipt.total else 0, max_draws))
    for name, value, minimum, maximum in ranges:
        if not minimum <= value <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    return _check_first_draw(receipt) or _check_in_play(receipt, left)


def _min_drawn(terms: Terms) -> int:
    """Return the minimum number of cards that a round has when the next one begins."""
    if terms.scheme is not ShoeScheme.SHOE1:
        return 0 if terms.game else 1  # a request may begin the next round, also after a stage without a card
    return terms.size - (terms.cut if terms.reshuffle is Reshuffle.AT_CUT else 0)


def _check_first_draw(receipt: Receipt) -> Difference | None:
    """Return a difference if a receipt without a draw has what only a draw brings."""
    if receipt.total or receipt.draws:
        return None
    if receipt.round:
        return Difference(where="drawn.round", expected="0", seen=str(receipt.round))
    if receipt.client_seed is not None:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    if receipt.terms.scheme is ShoeScheme.SHOE1:
        return None
    return compare_digests("drawn.digest", receipt.commitment, receipt.digest)


def _check_in_play(receipt: Receipt, left: int) -> Difference | None:
    """Return a difference if the last round of a receipt cannot have its cards in play or the positions taken."""
    if receipt.in_play is not None and not receipt.round:
        return Difference(where="drawn.in_play", expected=None, seen=str(list(receipt.in_play)))
    if receipt.positions and receipt.positions[-1] >= left:
        where = f"drawn.positions[{len(receipt.positions) - 1}]"
        return Difference(where=where, expected=f"0 to {left - 1}", seen=str(receipt.positions[-1]))
    return None


def _check_drawn(receipt: Receipt, cards: Iterable[ObservedCard]) -> Difference | None:
    """Return a difference if one of the cards was at a position that the receipt does not count as drawn."""
    left = receipt.terms.size - len(receipt.in_play or ())
    positions = frozenset(receipt.positions)
    for card in cards:
        if card.round < receipt.round or (card.round == receipt.round and _is_drawn(receipt, card, left, positions)):
            continue
        return Difference(
            where="drawn",
            expected=f"round {card.round}, position {card.position} among them",
            seen=f"round {receipt.round}: {_format_drawn(receipt)}",
            draw=card.draw,
            detail="The receipt does not count this card as drawn, though it was seen.",
        )
    return None


def _is_drawn(receipt: Receipt, card: ObservedCard, left: int, positions: Collection[int]) -> bool:
    """Return whether a card of the last round is drawn or in play; `left` cards of it are not in play."""
    if card.position >= left:
        return True
    if receipt.terms.game:
        return card.position in positions
    return card.position < receipt.top or card.position >= left - receipt.bottom


def _format_drawn(receipt: Receipt) -> str:
    if receipt.terms.game:
        return f"positions {', '.join(map(str, receipt.positions)) or 'none'}"
    return f"{receipt.top} from the top, {receipt.bottom} from the bottom"


def _check_total(receipt: Receipt, cards: Iterable[ObservedCard]) -> Difference | None:
    """Return a difference if more cards were observed than a receipt of `shoe1` counts as drawn in all rounds."""
    count = len({(card.round, card.position) for card in cards})
    if count <= receipt.total:
        return None
    return Difference(where="drawn.total", expected=f"at least {count}", seen=str(receipt.total), detail=_TOO_MANY_SEEN)


def _explain_missing_cards(receipt: Receipt, cards: Iterable[ObservedCard]) -> str | None:
    """Return the reason why the cards are not all that a receipt of `shoe1` counts as drawn, None if they are.

    Draws of `shoe1` have no numbers. Its cards were drawn as counted if those of each round lie without a gap at its
    two ends, are as many as a round has when the next one begins, and together make up the total.
    """
    rounds: dict[int, set[int]] = {}
    for card in cards:
        rounds.setdefault(card.round, set()).add(card.position)
    count = sum(map(len, rounds.values()))
    if count < receipt.total or (count and len(rounds) <= receipt.round):
        return f"Add the others: {count:,} of the {receipt.total:,} cards that were drawn are in the list."
    for number, positions in sorted(rounds.items()):
        is_last = number == receipt.round
        minimum = receipt.top + receipt.bottom if is_last else _min_drawn(receipt.terms)
        if len(positions) < minimum or _has_gap(positions, receipt.terms.size):
            return f"Add the others of round {number}: more of its cards were drawn than are in the list."
    return None


def _has_gap(positions: Collection[int], size: int) -> bool:
    """Return whether positions of a round of `size` cards are not all that was taken from its two ends."""
    left = [position for position in range(size) if position not in positions]
    return bool(left) and left[-1] - left[0] + 1 != len(left)


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
_TOO_MANY_SEEN = "More cards were seen than the receipt counts as drawn."
_IN_NO_DRAW = "This card was seen, and no draw in the list took it."
_NO_COMMITMENT = (
    "Add commitment, as it was shown before the first card: without it this may be the receipt of another shoe."
)
_NO_CLIENT_SEED = (
    "Add client_seed, as the player gave it: without it the operator may have chosen this one, and with it the order."
)
_NO_CARDS = "Add seen, with the cards that were seen: no card was compared."
_NO_ITEMS = "Add original_items, the list that the terms commit to: without it the numbers may stand for other items."
