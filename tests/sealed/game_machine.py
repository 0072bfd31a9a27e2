"""A state machine of sealed games: it deals and draws, and compares each life of a shoe with a model of the table.

Each life is a token. Any of them can be used again, so that lives fork. Tokens go from one replica to another.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from service.core.errors import Conflict, Refused
from service.games.catalogue import GAMES
from service.sealed.opening.contents import OwnPile
from service.sealed.opening.terms import EXACT_SHUFFLES, Reshuffle, Reveal, Terms
from service.sealed.receipts.observations import ObservedCards
from service.sealed.receipts.receipt import Receipt, reveal, write_partial
from service.sealed.shoe.sealed_shoe import PURPOSE, SEED_BYTES, End, SealedShoe, unseal
from service.sealed.shoe.shown import show_card
from service.sealed.shoe.tokens import Tokens, generate_key
from service.sealed.turns.draws import CardDraw, CardDrawResult, draw, open_shoe
from service.sealed.turns.stage_deals import StageRequest, StageResult, deal
from service.verdicts.verdict import VerificationResult
from tests.sealed.alterations import ALTERATIONS, Alteration, Record, alter_owner
from tests.sealed.game_model import (
    FACES,
    Draw,
    Hand,
    Life,
    Refusal,
    Table,
    add_to_digest,
)
from tests.sealed.players import LIMITS, check_receipt, notes_of

JSON = dict[str, Any]

client_seeds = st.sampled_from([None, None, None, None, "ann", "bob"])
reshuffles = st.sampled_from([False, False, True])
stage_names = st.sampled_from([None, None, "next", "other", "supper"])
draw_requests = st.builds(
    CardDraw,
    count=st.integers(1, 5) | st.integers(1, 60),
    burn=st.sampled_from([0, 0, 0, 1, 3]),
    end=st.sampled_from([End.TOP, *End]),
    reshuffle=reshuffles,
    client_seed=client_seeds,
)
amounts = st.sampled_from([*[None] * 4, "all", "one more", "all but those in play"])
kept_cards = st.sampled_from([None, "some", "some", "all", "none"])


class Content(NamedTuple):
    """The contents of a shoe, as members of its terms, and the policies that it may have, each as often as it comes."""

    members: JSON
    policies: Sequence[Reshuffle]


ONE_HAND = (Reshuffle.ON_REQUEST, Reshuffle.ON_REQUEST, Reshuffle.NEVER)
"""The policies of a game whose round is one hand."""


def choose(some: st.DataObject, *values: Any) -> Any:
    """Return one of the values."""
    return some.draw(st.sampled_from(values))


def choose_game(some: st.DataObject) -> Content:
    """Return a game, to some number of players."""
    number = some.draw(st.integers(0, 2**32 - 1))  # each game equally often
    game = list(GAMES.values())[number % len(GAMES)]
    members = {"game": game.name, "players": choose(some, *game.players)}
    return Content(members, tuple(Reshuffle) if game.continues else ONE_HAND)


def choose_own_deal(some: st.DataObject) -> Content:
    """Return a deal of cards or of items."""
    burn = choose(some, 0, 1, 3)
    cards = choose(some, {"packets": (3, 2)}, {"cards": 6 - burn})
    market = OwnPile(name="market", cards=choose(some, 1, 5))
    items = tuple(f"item {number // 2}" for number in range(30))
    contents = choose(some, {"deck": "euchre"}, {"items": items, "piles": (market,)})
    members = {"hands": choose(some, 1, 2, 4), "burn": burn}
    return Content(members | cards | contents, ONE_HAND)


def choose_deck(some: st.DataObject) -> Content:
    """Return one or two packs."""
    members = {"deck": choose(some, "euchre", "dominoes"), "decks": choose(some, 1, 2)}
    return Content(members, tuple(Reshuffle))


def choose_integers(some: st.DataObject) -> Content:
    """Return a range of integers."""
    members = {"min": choose(some, None, -3), "max": choose(some, 1, 2, 30)}
    return Content(members, tuple(Reshuffle))


CONTENTS = [choose_game] * 3 + [choose_own_deal, choose_deck, choose_integers]
"""What chooses the contents of a shoe, each as often as it comes."""


class GameMachine(RuleBasedStateMachine):
    """Deal, draw from piles, keep cards in play, fork, reveal, and check the receipt with the cards seen."""

    lives = Bundle("lives")
    forks = st.none() | st.none() | lives  # None stands for the latest life

    def __init__(self) -> None:
        super().__init__()
        key = generate_key()
        self.replicas = [Tokens(PURPOSE, [key], ttl=1_000) for _ in range(2)]
        self.histories: dict[str, tuple[Any, ...]] = {}
        self.digests: dict[tuple[Any, ...], str] = {}

    @initialize(target=lives, some=st.data())
    def open(self, some: st.DataObject) -> Life:
        choose_content = choose(some, *CONTENTS)
        content = choose_content(some)
        reshuffle = choose(some, *content.policies)
        terms = Terms(
            **content.members,
            algorithm=choose(some, *EXACT_SHUFFLES),
            label=choose(some, None, "table 7"),
            reshuffle=reshuffle,
            reveal=choose(some, Reveal.ALL, Reveal.ALL, Reveal.ALL, Reveal.SHOWN),
        )
        if reshuffle is Reshuffle.AT_CUT:
            last = 0 if terms.max else terms.size - 1
            terms = replace(terms, cut=some.draw(st.integers(0, last)))
        byte = some.draw(st.integers(0, 255))
        return self.open_shoe(terms, bytes([byte] * SEED_BYTES))

    def open_shoe(self, terms: Terms, server_seed: bytes) -> Life:
        """Return the life of a new shoe with a server seed that repeats, to which the model is set."""
        shoe = open_shoe(terms, LIMITS)
        assert len(shoe.server_seed) == SEED_BYTES
        shoe = replace(shoe, server_seed=server_seed)
        self.table = Table(shoe.terms, shoe.server_seed)
        self.stages = self.table.stages
        self.game = shoe.terms.table
        self.latest = Life(shoe.seal(self.replicas[0]), shoe.commitment.hex())
        return self.latest

    @precondition(lambda self: self.game)
    @rule(target=lives, old=forks, reshuffle=st.booleans())
    def deal_every_stage(self, old: Life | None, reshuffle: bool) -> Life:
        life = old or self.latest
        is_over = life.kept is not None or life.dealt == len(self.stages)
        request = StageRequest(reshuffle=reshuffle and is_over)
        last = self.deal_stage(life, request)
        while last.kept is None and last.dealt < len(self.stages):
            last = self.deal_stage(last, StageRequest())
        if last is not life:
            through = replace(request, through=self.stages[-1])
            together = deal(self.unseal(life), through, LIMITS)
            assert together.shoe == self.unseal(last)
            entries = [dict(stage.seen) for stage in together.stages]
            assert entries == last.entries[-len(entries) :]
        return last

    @precondition(lambda self: self.game)
    @rule(
        target=lives,
        old=forks,
        stage=stage_names,
        reshuffle=reshuffles,
        client_seed=client_seeds,
        some=st.data(),
    )
    def deal(
        self,
        old: Life | None,
        stage: str | None,
        reshuffle: bool,
        client_seed: str | None,
        some: st.DataObject,
    ) -> Life:
        life = old or self.latest
        names = self.game.procedure.seats if self.game else ()
        seats = None
        if names:
            some_names = st.lists(st.sampled_from(names), unique=True).map(tuple)
            seats = some.draw(st.none() | some_names)
        following = life.dealt % len(self.stages)
        if stage == "next":
            stage = self.stages[following]
        elif stage == "other":
            stage = self.stages[following - 1]
        request = StageRequest(
            stage=stage, seats=seats, reshuffle=reshuffle, client_seed=client_seed
        )
        return self.deal_stage(life, request)

    def deal_stage(self, life: Life, request: StageRequest) -> Life:
        """Return the life after a request to deal, compared with the model's."""
        shoe = self.unseal(life)
        try:
            before = self.table.begin_stage(life, request)
        except Refusal:
            return self.check_refused(life, lambda: deal(shoe, request, LIMITS))
        result = deal(shoe, request, LIMITS)
        assert result == deal(self.unseal(life), request, LIMITS)
        for_all = replace(request, seats=None)
        assert result.shoe == deal(shoe, for_all, LIMITS).shoe
        assert result.stage == self.stages[before.dealt]
        assert result.seen["stage"] == result.stage
        assert count_begun(result.seen) == result.reshuffled + (not life.seen)
        assert result.reshuffled == (before.round > life.round)
        hand = self.table.hand(before)
        positions = result.seen["positions"]
        assert result.seen["rounds"] == [before.round] * len(positions)
        self.check_dealt(before, result, hand, request.seats)
        all_taken = (*before.taken, *positions)
        after = replace(before, dealt=before.dealt + 1, taken=all_taken)
        taken = set(positions)
        dealt = {position for place in hand.places.values() for position in place}
        assert taken.isdisjoint(before.taken)
        assert not taken & hand.covered
        assert taken <= dealt
        if after.dealt == len(self.stages):
            left = dealt.difference(after.taken)
            assert left == hand.covered.difference(after.taken)
        self.check_drawable(after, result.shoe.drawable)
        return self.enter(after, result.shoe, result.seen)

    def check_dealt(
        self, life: Life, result: StageResult, hand: Hand, seats: Sequence[str] | None
    ) -> None:
        """Check that hands and piles get their next cards of the plain deal, and that their players alone see them."""
        order = self.table.order(life)
        taken = result.seen["positions"]
        assert list(result.order) == order
        assert taken == sorted(taken)
        assert result.seen["places"] == [hand.find(position) for position in taken]
        told = {position for position in taken if self.is_told(position, hand, seats)}
        labels = {position: self.label(order[position]) for position in told}
        assert self.labels(result.seen) == [labels.get(position) for position in taken]
        counted = 0
        for cards in result.cards:
            positions = hand.places[cards.name, cards.part]
            visible = [position for position in positions if position in told]
            assert list(cards.visible) == visible
            covered = hand.covered.intersection(positions)
            taken_here = set(positions).intersection(taken)
            assert cards.count == len(covered | taken_here)
            counted += cards.count - len(covered)
        assert counted == len(taken)
        assert result.burned == len(hand.burned.intersection(taken))

    def is_told(self, position: int, hand: Hand, seats: Sequence[str] | None) -> bool:
        """Return whether the players at some seats, or all for None, are told a card that a stage takes."""
        owner = hand.private.get(position)
        if position in hand.burned or position in hand.covered:
            return False
        if seats is None or owner is None:
            return True
        if self.table.terms.game in FACES["seen by others"]:
            return any(seat != owner for seat in seats)
        return owner in seats

    @rule(
        target=lives,
        old=forks,
        request=draw_requests,
        amount=amounts,
        keep=kept_cards,
        some=st.data(),
    )
    def draw(
        self,
        old: Life | None,
        request: CardDraw,
        amount: str | None,
        keep: str | None,
        some: st.DataObject,
    ) -> Life:
        life = old or self.latest
        shoe = self.unseal(life)
        pile, part = self.choose_place(life, some)
        in_play = self.choose_in_play(life, keep, some)
        request = replace(request, pile=pile, part=part, in_play=in_play)
        if amount:
            remaining = len(self.table.left(life))
            amounts = {
                "all": remaining,
                "one more": remaining + 1,
                "all but those in play": self.table.size - len(in_play or ()),
            }
            count = amounts[amount] - request.burn
            request = replace(request, count=max(1, min(count, 300)))
        try:
            expected = self.table.draw(life, request)
        except Refusal:
            return self.check_refused(life, lambda: draw(shoe, request, LIMITS))
        result = draw(shoe, request, LIMITS)
        assert result == draw(self.unseal(life), request, LIMITS)
        assert list(result.rounds) == expected.rounds[request.burn :]
        assert list(result.positions) == expected.positions[request.burn :]
        assert list(result.indices) == expected.indices[request.burn :]
        assert result.reshuffled == (expected.life.round > life.round)
        if expected.in_play is None:
            assert result.in_play is None
        else:
            assert result.in_play
            assert list(result.in_play.before) == expected.in_play
            assert list(result.in_play.after) == expected.after
        self.check_drawable(expected.life, result.shoe.drawable)
        self.check_entry(expected, request.burn, result.seen)
        self.check_hidden(shoe, request, result)
        return self.enter(expected.life, result.shoe, result.seen)

    def check_hidden(
        self, shoe: SealedShoe, request: CardDraw, result: CardDrawResult
    ) -> None:
        """Check that a seat's draw takes the same cards, and that none of the other seats is told one."""
        seat = next(iter(shoe.terms.seats), None if self.game else "ann")
        request = replace(request, seat=seat)
        hidden = draw(shoe, replace(request, seats=()), LIMITS)
        assert hidden.shoe == draw(shoe, request, LIMITS).shoe
        assert (hidden.shoe.last_digest == result.shoe.last_digest) == (seat is None)
        assert replace(hidden.shoe, digest=b"") == replace(result.shoe, digest=b"")
        told = [label for label in self.labels(hidden.seen) if label is not None]
        assert bool(told) == (seat is None)
        assert bool(hidden.indices) == (seat is None)

    def check_drawable(self, life: Life, drawable: int) -> None:
        """Check the number of cards that a draw without a pile can take next."""
        is_dealt = life.kept is not None or life.dealt == len(self.stages)
        if self.game is None or (self.table.stock and is_dealt):
            assert drawable == len(self.table.pile(life, None, None).cards)
        else:
            assert drawable == 0

    def choose_place(
        self, life: Life, some: st.DataObject
    ) -> tuple[str | None, str | None]:
        """Return a pile and maybe its part, or one that the game has not."""
        if self.game is None:
            return None, None
        places = [] if life.kept is not None else list(self.table.hand(life).places)
        no_place = [(None, "")] * (len(places) + 1)
        choices = [*no_place, ("supper", ""), ("stock", "up"), *places]
        pile, part = some.draw(st.sampled_from(choices))
        has_part = some.draw(st.booleans()) and part
        return pile, part if has_part else None

    def choose_in_play(
        self, life: Life, keep: str | None, some: st.DataObject
    ) -> tuple[int | str, ...] | None:
        """Return some of the cards on the table, by position, or by code where that is unique."""
        if keep is None:
            return None
        out = self.table.out(life)
        kept = [] if keep == "none" else out
        if keep == "some" and out:
            kept = some.draw(st.lists(st.sampled_from(out), unique=True))
        terms = self.table.terms
        is_by_position = some.draw(st.booleans())
        pack = terms.shoe
        if is_by_position or terms.has_tree or not pack or pack.pack_count > 1:
            return tuple(kept)
        codes = [card.code for card in pack.pack]
        order = self.table.order(life)
        cards: list[int | str] = []
        for position in kept:
            code = codes[order[position]]
            cards.append(code if codes.count(code) == 1 else position)
        return tuple(cards)

    def check_entry(self, expected: Draw, burn: int, entry: Any) -> None:
        """Check the entry of a draw for the list of cards seen."""
        assert count_begun(entry) == expected.begun
        labels = [self.label(index) for index in expected.indices[burn:]]
        members = {
            "pile": expected.pile,
            "part": expected.part or None,
            "burned": burn or None,
            "in_play": expected.in_play,
            "rounds": expected.rounds,
            "positions": expected.positions,
            self.labels_name: [None] * burn + labels,
        }
        names = entry.keys() - {"draw", "begun", "roots"}
        expected_names = {name for name in members if members[name] is not None}
        assert names == expected_names
        for name in names:
            assert entry[name] == members[name], name

    def enter(self, after: Life, shoe: SealedShoe, entry: Any) -> Life:
        """Return a life with its new token, after a look at what the token says and at the digests of all lives."""
        token = shoe.seal(self.replicas[1])
        assert len(token) == len(after.token), "the size of a token tells nothing"
        seen = (*after.seen, json.dumps(entry))
        digest = add_to_digest(after.digest, entry, after.client_seed)
        total = after.total + len(entry["positions"])
        assert shoe.draws == len(seen)
        assert shoe.last_digest.hex() == digest
        assert entry["draw"] == len(seen)
        assert shoe.round == after.round
        assert shoe.total == total
        assert shoe.client_seed == after.client_seed
        assert shoe.remaining == self.table.shuffled(after) - len(after.taken)
        assert shoe.remaining_from_start == len(self.table.left(after))
        self.latest = replace(after, token=token, digest=digest, total=total, seen=seen)
        self.check_digest(self.latest)
        return self.latest

    def check_refused(self, life: Life, request: Callable[[], object]) -> Life:
        """Check that a request is refused, and return the life: its token stays good."""
        with pytest.raises(Refused):
            request()
        return life

    def check_digest(self, life: Life) -> None:
        """Check that two histories have two digests, and that what was told of the cards is in no digest."""
        untold = {"cards": None, "integers": None}
        entries = [json.dumps(entry | untold, sort_keys=True) for entry in life.entries]
        history = (life.client_seed, *entries)
        assert self.histories.setdefault(life.digest, history) == history
        assert self.digests.setdefault(history, life.digest) == life.digest

    @rule(old=forks, some=st.data())
    def reveal(self, old: Life | None, some: st.DataObject) -> None:
        life = old or self.latest
        receipt, shoe = reveal(self.unseal(life))
        entries = life.entries
        labels = {label for entry in entries for label in self.labels(entry)}
        has_roots = any("roots" in entry for entry in entries)
        is_compared = labels != {None} or has_roots
        result = self.check(receipt.to_json(), entries)
        assert result.valid is (True if is_compared else None), result
        assert all(result.checks.values())
        if entries:
            assert result.checks["draws"]
            chosen = some.draw(st.sets(st.sampled_from(range(len(entries)))))
            chosen |= {
                number for number, entry in enumerate(entries) if "in_play" in entry
            }
            part = [entries[number] for number in sorted(chosen)]
            result = self.check(receipt.to_json(), part)
            assert result.valid is not False, result
        if self.table.terms.has_tree:
            self.check_partial(receipt, shoe, entries)
        revealed = replace(life, token=shoe.seal(self.replicas[1]), is_revealed=True)
        assert len(revealed.token) == len(life.token)
        self.deal_stage(revealed, StageRequest(reshuffle=bool(life.taken)))
        with pytest.raises(Conflict, match="revealed"):
            draw(self.unseal(revealed), CardDraw(count=1), LIMITS)

    def check_partial(
        self, receipt: Receipt, shoe: SealedShoe, entries: list[JSON]
    ) -> None:
        """Check the partial receipt with all that was told in the last round: the order alone is unchecked."""
        last_round = shoe.open_round()
        partial = dict(write_partial(receipt, last_round))
        unchecked = {"order"}
        shown = []
        for entry in entries:
            labels = self.labels(entry)
            cards = zip(entry["rounds"], entry["positions"], labels, strict=True)
            for number, position, label in cards:
                if label is None:
                    continue
                if number == shoe.round:
                    shown.append(show_card(last_round, position))
                else:
                    unchecked.add("faces")
        result = self.check(partial | {"shown": shown}, entries)
        assert result.valid is None, result
        assert set(result.unchecked) == unchecked, result

    @precondition(lambda self: self.latest.seen)
    @rule(alter=st.sampled_from(ALTERATIONS), some=st.data())
    def alter(self, alter: Alteration, some: st.DataObject) -> None:
        entries = self.latest.entries
        revealed, _ = reveal(self.unseal(self.latest))
        receipt = json.loads(json.dumps(revealed.to_json()))
        entry = some.draw(st.sampled_from(entries))
        places = alter(Record(receipt, entries, entry, some))
        try:
            result = self.check(receipt, entries)
        except Refused:
            # who may name a seat that the deal does not have
            if alter is not alter_owner:
                raise
            return
        assert result.valid is False, result
        assert result.difference
        assert result.difference.where.startswith(places), result

    def check(self, receipt: Any, entries: list[JSON]) -> VerificationResult:
        receipt = json.loads(json.dumps(receipt))
        seen = [ObservedCards(**entry) for entry in entries]
        return check_receipt(receipt, seen, LIMITS, notes=notes_of(receipt))

    def label(self, index: int) -> Any:
        [[label]] = self.table.terms.label_cards([index]).values()
        return label

    @property
    def labels_name(self) -> str:
        """The member of an entry that has its cards."""
        return "cards" if self.table.terms.max is None else "integers"

    def labels(self, entry: Mapping[str, Any]) -> list[Any]:
        return list(entry[self.labels_name])

    def unseal(self, life: Life) -> SealedShoe:
        shoes = [unseal(replica, "shoe", life.token) for replica in self.replicas]
        assert shoes[0] == shoes[1]
        return shoes[0]


def count_begun(entry: Any) -> int:
    """Return how many rounds a draw began."""
    return len(entry.get("roots", ())) or entry.get("begun", 0)
