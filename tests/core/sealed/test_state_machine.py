"""State machine of a sealed shoe: draws compared with a simple model, receipts with all cards observed."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Conflict
from service.core.sealed.draws import DrawRequest, draw, open_shoe
from service.core.sealed.observations import ObservedCards
from service.core.sealed.receipts import reveal
from service.core.sealed.shoe import PURPOSE, End, SealedShoe, unseal
from service.core.sealed.terms import EXACT_SHUFFLES, Reshuffle, ShoeScheme, Terms
from service.core.shuffles.plans import Limits
from tests.core.sealed.players import check_receipt, notes_of

TTL = 100
LIMITS = Limits()


@dataclass(frozen=True)
class Holding:
    """A token, and a simple model of its shoe: the positions left, the cards observed, and the entries of the draws."""

    token: str
    created: float
    left: tuple[int, ...]
    round: int = 0
    total: int = 0
    client_seed: str | None = None
    seen: tuple[tuple[int, int, str], ...] = ()
    entries: tuple[ObservedCards, ...] = ()
    is_revealed: bool = False


class ShoeMachine(RuleBasedStateMachine):
    """Draw, repeat a draw, draw otherwise from the same token, wait, reveal and check."""

    holdings = Bundle("holdings")

    def __init__(self) -> None:
        super().__init__()
        self.now = 1e9
        self.tokens = Tokens(PURPOSE, [generate_key()], TTL, clock=lambda: self.now)
        self.terms = Terms(deck="standard")
        self.orders: dict[tuple[str | None, int, int], str] = {}

    @initialize(
        target=holdings,
        scheme=st.sampled_from([ShoeScheme.SHOE1, ShoeScheme.SHOE2]),
        deck=st.sampled_from(["euchre", "dominoes"]),
        algorithm=st.sampled_from(EXACT_SHUFFLES),
        reshuffle=st.sampled_from(Reshuffle),
        cut=st.integers(0, 23),
    )
    def open(self, scheme: ShoeScheme, deck: str, algorithm: str, reshuffle: Reshuffle, cut: int) -> Holding:
        at_cut = {"cut": cut} if reshuffle is Reshuffle.AT_CUT else {}
        terms = Terms(scheme=scheme, deck=deck, algorithm=algorithm, reshuffle=reshuffle, **at_cut)  # type: ignore[arg-type]
        shoe = open_shoe(terms, LIMITS)
        self.terms = shoe.terms
        return Holding(shoe.seal(self.tokens), self.now, tuple(range(shoe.size)))

    @rule(
        target=holdings,
        before=holdings,
        count=st.integers(1, 70) | st.integers(1, 5),
        burn=st.sampled_from([0, 0, 0, 1, 5, 30]),
        end=st.sampled_from(End),
        client_seed=st.sampled_from([None, None, "ann", "bob"]),
    )
    def draw(self, before: Holding, count: int, burn: int, end: End, client_seed: str | None) -> Holding:
        request = DrawRequest(count=count, burn=burn, end=end, client_seed=client_seed)
        shoe = self.unseal(before)
        if shoe is None:
            return before
        assert (shoe.remaining, shoe.round, shoe.total) == (len(before.left), before.round, before.total)
        after = self.predict(before, request)
        if after is None:
            with pytest.raises(Conflict, match="remain"):
                draw(shoe, request, LIMITS)
            return before
        result = draw(shoe, request, LIMITS)
        assert result == draw(unseal(self.tokens, "shoe", before.token), request, LIMITS)
        pack = self.terms.card_shoe.pack
        codes = [pack[index].code for index in result.indices]
        positions = list(zip(result.rounds, result.positions, strict=True))
        assert positions == [card[:2] for card in after.seen[len(before.seen) :]]
        assert result.reshuffled == (after.round > before.round)
        assert result.shoe.client_seed == after.client_seed
        for (number, position), code in zip(positions, codes, strict=True):
            assert self.orders.setdefault((after.client_seed, number, position), code) == code
        seen = tuple((number, position, code) for (number, position), code in zip(positions, codes, strict=True))
        token = result.shoe.seal(self.tokens)
        assert len(token) == len(before.token)
        entries = (*before.entries, ObservedCards(**result.seen))
        return replace(after, token=token, created=self.now, seen=before.seen + seen, entries=entries)

    def predict(self, before: Holding, request: DrawRequest) -> Holding | None:
        """Return the state of the model after a draw, without card codes; None if the draw must be refused."""
        seed, left, number = before.client_seed, list(before.left), before.round
        if before.is_revealed or (request.client_seed not in {None, seed} and before.total):
            return None
        whole = range(self.terms.size)
        due = {Reshuffle.WHEN_EMPTY: 0, Reshuffle.AT_CUT: self.terms.cut, Reshuffle.NEVER: -1}[self.terms.reshuffle]
        if len(left) <= due:
            left, number = list(whole), number + 1
        if request.burn > len(left):
            return None
        seen = []
        for card in range(request.burn + request.count):
            if not left:
                if self.terms.reshuffle is not Reshuffle.WHEN_EMPTY:
                    return None
                left, number = list(whole), number + 1
            position = left.pop(0 if request.end is End.TOP else -1)
            if card >= request.burn:
                seen.append((number, position, ""))
        return replace(
            before,
            left=tuple(left),
            round=number,
            total=before.total + request.burn + request.count,
            client_seed=seed if request.client_seed is None else request.client_seed,
            seen=before.seen + tuple(seen),
        )

    @rule(seconds=st.integers(1, TTL // 3))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(target=holdings, before=holdings)
    def reveal(self, before: Holding) -> Holding:
        shoe = self.unseal(before)
        if shoe is None:
            return before
        receipt, shoe = reveal(shoe)
        published = receipt.to_json()
        assert check_receipt(published, before.entries, notes=notes_of(published)).valid is True
        return replace(before, token=shoe.seal(self.tokens), created=self.now, is_revealed=True)

    @rule(before=holdings, data=st.data())
    def swap_a_card(self, before: Holding, data: st.DataObject) -> None:
        shoe = self.unseal(before)
        if shoe is None or not before.seen:
            return
        receipt, _ = reveal(shoe)
        number, position, code = data.draw(st.sampled_from(before.seen))
        other = next(card.code for card in self.terms.card_shoe.pack if card.code != code)
        result = check_receipt(receipt.to_json(), [ObservedCards(round=number, position=position, cards=(other,))])
        assert result.valid is False
        assert result.difference
        assert result.difference.where == f"round {number}, position {position}"

    def unseal(self, holding: Holding) -> SealedShoe | None:
        """Return the shoe of a token, or None if the token is refused since it has expired."""
        if self.now <= holding.created + TTL:
            return unseal(self.tokens, "shoe", holding.token)
        with pytest.raises(BadToken):
            unseal(self.tokens, "shoe", holding.token)
        return None


class TestShoeMachine(ShoeMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=15, stateful_step_count=30, deadline=None)


@pytest.mark.exhaustive
@pytest.mark.long
class TestManyShoes(ShoeMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=600, stateful_step_count=30, deadline=None)
