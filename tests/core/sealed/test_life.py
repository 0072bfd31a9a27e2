"""The life of a sealed shoe: draws held against a plain model of a shoe, and receipts against all that was seen."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Conflict
from service.core.sealed.draws import DrawRequest, draw, open_shoe
from service.core.sealed.receipts import ObservedCards, check_receipt, reveal
from service.core.sealed.shoe import PURPOSE, End, SealedShoe, unseal
from service.core.sealed.terms import EXACT_SHUFFLES, Reshuffle, Terms
from service.core.shuffles.plans import Limits

TTL = 100
LIMITS = Limits()


@dataclass(frozen=True)
class Carried:
    """A token, and what a plain model knows of the shoe that it stands for: its places left, and what was seen."""

    token: str
    made: float
    left: tuple[int, ...]
    round: int = 0
    total: int = 0
    client_seed: str | None = None
    seen: tuple[tuple[int, int, str], ...] = ()
    is_revealed: bool = False


class Life(RuleBasedStateMachine):
    """Draws, the same draw again, other draws from the same token, waiting, revealing and checking."""

    carried = Bundle("carried")

    def __init__(self) -> None:
        super().__init__()
        self.now = 1e9
        self.tokens = Tokens(PURPOSE, [generate_key()], TTL, clock=lambda: self.now)
        self.terms = Terms(deck="standard")
        self.world: dict[tuple[str | None, int, int], str] = {}

    @initialize(
        target=carried,
        deck=st.sampled_from(["euchre", "dominoes"]),
        algorithm=st.sampled_from(EXACT_SHUFFLES),
        reshuffle=st.sampled_from(Reshuffle),
        cut=st.integers(0, 23),
    )
    def open(self, deck: str, algorithm: str, reshuffle: Reshuffle, cut: int) -> Carried:
        at_cut = {"cut": cut} if reshuffle is Reshuffle.AT_CUT else {}
        asked = Terms(deck=deck, algorithm=algorithm, reshuffle=reshuffle, **at_cut)  # type: ignore[arg-type]
        shoe = open_shoe(asked, LIMITS)
        self.terms = shoe.terms
        return Carried(shoe.seal(self.tokens), self.now, tuple(range(shoe.size)))

    @rule(
        target=carried,
        before=carried,
        count=st.integers(1, 70) | st.integers(1, 5),
        burn=st.sampled_from([0, 0, 0, 1, 5, 30]),
        end=st.sampled_from(End),
        client_seed=st.sampled_from([None, None, "ann", "bob"]),
    )
    def draw(self, before: Carried, count: int, burn: int, end: End, client_seed: str | None) -> Carried:
        asked = DrawRequest(count=count, burn=burn, end=end, client_seed=client_seed)
        shoe = self.opened(before)
        if shoe is None:
            return before
        assert (shoe.remaining, shoe.round, shoe.total) == (len(before.left), before.round, before.total)
        after = self.expected(before, asked)
        if after is None:
            with pytest.raises(Conflict, match="remain"):
                draw(shoe, asked, LIMITS)
            return before
        drawn = draw(shoe, asked, LIMITS)
        assert drawn == draw(unseal(self.tokens, "shoe", before.token), asked, LIMITS)
        pack = self.terms.shoe.pack
        codes = [pack[index].code for index in drawn.indices]
        places = list(zip(drawn.rounds, drawn.positions, strict=True))
        assert places == [place[:2] for place in after.seen[len(before.seen) :]]
        assert drawn.reshuffled == (after.round > before.round)
        assert drawn.shoe.client_seed == after.client_seed
        for (number, position), code in zip(places, codes, strict=True):
            assert self.world.setdefault((after.client_seed, number, position), code) == code
        seen = tuple((number, position, code) for (number, position), code in zip(places, codes, strict=True))
        token = drawn.shoe.seal(self.tokens)
        assert len(token) == len(before.token)
        return replace(after, token=token, made=self.now, seen=before.seen + seen)

    def expected(self, before: Carried, asked: DrawRequest) -> Carried | None:
        """What a plain model of a shoe comes to, the codes of the cards left out; None if it must refuse."""
        seed, left, number = before.client_seed, list(before.left), before.round
        if before.is_revealed or (asked.client_seed not in {None, seed} and before.total):
            return None
        whole = range(len(self.terms.shoe))
        due = {Reshuffle.WHEN_EMPTY: 0, Reshuffle.AT_CUT: self.terms.cut, Reshuffle.NEVER: -1}[self.terms.reshuffle]
        if len(left) <= due:
            left, number = list(whole), number + 1
        if asked.burn > len(left):
            return None
        seen = []
        for card in range(asked.burn + asked.count):
            if not left:
                if self.terms.reshuffle is not Reshuffle.WHEN_EMPTY:
                    return None
                left, number = list(whole), number + 1
            place = left.pop(0 if asked.end is End.TOP else -1)
            if card >= asked.burn:
                seen.append((number, place, ""))
        return replace(
            before,
            left=tuple(left),
            round=number,
            total=before.total + asked.burn + asked.count,
            client_seed=seed if asked.client_seed is None else asked.client_seed,
            seen=before.seen + tuple(seen),
        )

    @rule(seconds=st.integers(1, TTL // 3))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(target=carried, before=carried)
    def reveal(self, before: Carried) -> Carried:
        opened = self.opened(before)
        if opened is None:
            return before
        receipt, shoe = reveal(opened)
        seen = [ObservedCards(round=number, position=position, cards=(code,)) for number, position, code in before.seen]
        assert check_receipt(receipt.to_json(), seen).valid is (True if seen else None)
        return replace(before, token=shoe.seal(self.tokens), made=self.now, is_revealed=True)

    @rule(before=carried, data=st.data())
    def swap_a_card(self, before: Carried, data: st.DataObject) -> None:
        opened = self.opened(before)
        if opened is None or not before.seen:
            return
        receipt, _ = reveal(opened)
        number, position, code = data.draw(st.sampled_from(before.seen))
        other = next(card.code for card in self.terms.shoe.pack if card.code != code)
        finding = check_receipt(receipt.to_json(), [ObservedCards(round=number, position=position, cards=(other,))])
        assert finding.valid is False
        assert finding.difference
        assert finding.difference.where == f"round {number}, position {position}"

    def opened(self, carried: Carried) -> SealedShoe | None:
        """The shoe of a token, which must be refused once it is too old."""
        if self.now <= carried.made + TTL:
            return unseal(self.tokens, "shoe", carried.token)
        with pytest.raises(BadToken):
            unseal(self.tokens, "shoe", carried.token)
        return None


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
