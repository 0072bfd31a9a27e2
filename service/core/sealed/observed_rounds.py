"""The rounds of a receipt, as far as the entries of observed cards say which cards were in play."""

from collections.abc import Iterable, Sequence
from functools import cache

from service.core.games.stages import Layout, lay_out, lay_stock
from service.core.sealed.observations import ObservedCard, ObservedCards
from service.core.sealed.receipts import Receipt
from service.core.sealed.rounds import Bitmap, MakeRound, Round
from service.core.sealed.shoe import SealedShoe
from service.core.verification import Difference


class ObservedRounds:
    """The rounds of a shoe after its reveal.

    The cards in play of a round are those of the entry of the draw that began it; those of the last round are in the
    receipt. `make_round` keeps all rounds, so that each is shuffled once.
    """

    def __init__(self, receipt: Receipt, observed: Sequence[ObservedCards]) -> None:
        self._receipt = receipt
        entries = [(number, entry) for number, entry in enumerate(observed) if entry.in_play is not None]
        self._in_play = {entry.rounds[-1]: (number, entry.in_play or ()) for number, entry in entries if entry.rounds}
        self._starts = _find_starts(receipt, observed)
        self._rounds: dict[int, Round] = {}
        self.make_round: MakeRound = cache(Round)

    def chain(self, numbers: Iterable[int]) -> set[int]:
        """Return those rounds and the ones before them on whose order theirs depends."""
        chain: set[int] = set()
        for number in numbers:
            while number not in chain:
                chain.add(number)
                if not number or self._is_known(number) or number not in self._in_play:
                    break
                number -= 1  # noqa: PLW2901 (the chain goes down from each)
        return chain

    def open(self, number: int) -> Round:
        """Return a round."""
        if number in self._rounds:
            return self._rounds[number]
        for earlier in sorted(self.chain([number])):
            if earlier not in self._rounds:
                self._rounds[earlier] = self._open(earlier)
        return self._rounds[number]

    def compare_in_play(self) -> Difference | None:
        """Return the difference between the cards in play of the receipt and those of the entry of the last round."""
        if 0 in self._in_play:
            number, positions = self._in_play[0]
            return Difference(where=f"seen[{number}].in_play", expected=None, seen=str(list(positions)))
        last = self._receipt.round
        if last not in self._in_play:
            return None
        number, positions = self._in_play[last]
        seen = sorted(self.open(last - 1).order[position] for position in positions)
        expected = None if self._receipt.in_play is None else list(self._receipt.in_play)
        if seen == expected:
            return None
        where = f"seen[{number}].in_play"
        return Difference(where=where, expected=str(expected), seen=str(seen), detail=_OTHER_IN_PLAY)

    def compare(self, cards: Iterable[ObservedCard], labels: Iterable[str | int]) -> Difference | None:
        """Return the first difference between cards and the labels of those that lie at their positions."""
        for card, label in zip(cards, labels, strict=True):
            if label != card.label:
                return Difference(where=self.describe(card), expected=str(label), seen=str(card.label), draw=card.draw)
        return None

    def describe(self, card: ObservedCard) -> str:
        """Return the words for the position of a card, with its place in the game."""
        current, words = self.open(card.round), f"round {card.round}, position {card.position}"
        if card.position >= len(current):
            return f"{words} (in play)"
        layout = self._lay_out(card, current)
        return words if layout is None else f"{words} ({layout.describe(card.position)})"

    def _lay_out(self, card: ObservedCard, current: Round) -> Layout | None:
        terms = self._receipt.terms
        if terms.table is None:
            return None
        if card.round in self._in_play or (card.round == self._receipt.round and self._receipt.in_play is not None):
            return lay_stock(terms.table, len(current))
        starts = [start for start in self._starts.get(card.round, ()) if start <= card.position]
        return lay_out(terms.table, current.order, (terms.board or 1) + card.round, max(starts, default=0))

    def _is_known(self, number: int) -> bool:
        return number == self._receipt.round or number in self._rounds

    def _open(self, number: int) -> Round:
        receipt, in_play = self._receipt, None
        if number == receipt.round:
            in_play = None if receipt.in_play is None else Bitmap.of(receipt.in_play)
        elif number in self._in_play and number:
            _, positions = self._in_play[number]
            in_play = Bitmap.of(self._rounds[number - 1].order[position] for position in positions)
        shoe = SealedShoe(
            terms=receipt.terms,
            server_seed=receipt.server_seed,
            client_seed=receipt.client_seed,
            round=number,
            in_play=in_play,
            make_round=self.make_round,
        )
        return shoe.open_round()


_OTHER_IN_PLAY = "The receipt has other cards in play in its last round; both are listed by their indices."


def _find_starts(receipt: Receipt, observed: Sequence[ObservedCards]) -> dict[int, list[int]]:
    """Return the positions at which hands begin, by round, as far as entries of first stages tell."""
    starts: dict[int, list[int]] = {}
    table = receipt.terms.table
    for entry in observed if table and table.game.continues else ():
        if table and entry.stage == table.procedure.stages[0] and entry.rounds and entry.positions:
            starts.setdefault(entry.rounds[0], []).append(min(entry.positions))
    return starts
