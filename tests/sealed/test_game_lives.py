"""State machine of sealed games: many lives of one shoe, compared with a simple model of the table.

Each life is a token. Any of them can be used again, so that lives fork. Tokens go from one replica to another.
"""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Conflict, Refused
from service.core.verification import VerificationResult
from service.games.catalogue import GAMES
from service.sealed.contents import OwnPile
from service.sealed.draws import CardDraw, draw, open_shoe
from service.sealed.observations import ObservedCards
from service.sealed.receipts import Receipt, reveal, write_partial
from service.sealed.sealed_shoe import PURPOSE, SEED_BYTES, End, SealedShoe, unseal
from service.sealed.shown import show_card
from service.sealed.stage_deals import StageRequest, StageResult, deal
from service.sealed.terms import EXACT_SHUFFLES, Reshuffle, Reveal, Terms
from tests.sealed.alterations import ALTERATIONS, Alteration, alter_owner
from tests.sealed.game_model import (
    SEEN_BY_OTHERS,
    Draw,
    Hand,
    Life,
    Refusal,
    Table,
    add_to_digest,
)
from tests.sealed.players import LIMITS, check_receipt, notes_of
from tests.tables import for_each

LIVES = int(os.environ.get("LIVES", "300"))
"""Lives of the state machine in the suite `exhaustive`; `LIVES=10000 make test SUITE=exhaustive` for a long run."""
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
        choose: Callable[..., Any] = lambda *values: some.draw(st.sampled_from(values))  # noqa: E731
        kind = choose("game", "game", "game", "own deal", "deck", "integers")
        fields: JSON = {
            "algorithm": choose(*EXACT_SHUFFLES),
            "label": choose(None, "table 7"),
        }
        policies = list(Reshuffle)
        if kind == "game":
            game = list(GAMES.values())[
                some.draw(st.integers(0, 2**32 - 1)) % len(GAMES)
            ]  # each equally often
            fields |= {"game": game.name, "players": choose(*game.players)}
            policies = (
                policies
                if game.continues
                else [Reshuffle.ON_REQUEST, Reshuffle.ON_REQUEST, Reshuffle.NEVER]
            )
        elif kind == "own deal":
            fields |= {"hands": choose(1, 2, 4), "burn": choose(0, 1, 3)}
            fields |= choose(
                {"deck": "euchre", "packets": (3, 2)},
                {"deck": "euchre", "cards": 6 - fields["burn"]},
            )
            if some.draw(st.booleans()):
                market = OwnPile(name="market", cards=choose(1, 5))
                items = tuple(f"item {number // 2}" for number in range(30))
                fields |= {"deck": None, "items": items, "piles": (market,)}
            policies = [Reshuffle.ON_REQUEST, Reshuffle.ON_REQUEST, Reshuffle.NEVER]
        elif kind == "deck":
            fields |= {"deck": choose("euchre", "dominoes"), "decks": choose(1, 2)}
        else:
            fields |= {"min": choose(None, -3), "max": choose(1, 2, 30)}
        fields["reshuffle"] = choose(*policies)
        fields["reveal"] = choose(*[Reveal.ALL] * 3, Reveal.SHOWN)
        if fields["reshuffle"] is Reshuffle.AT_CUT:
            fields["cut"] = some.draw(
                st.integers(0, Terms(**fields).size - 1 if kind != "integers" else 0)
            )
        return self.open_shoe(
            Terms(**fields), bytes([some.draw(st.integers(0, 255))] * SEED_BYTES)
        )

    def open_shoe(self, terms: Terms, server_seed: bytes) -> Life:
        """Return the life of a new shoe with a server seed that repeats, to which the model is set."""
        shoe = open_shoe(terms, LIMITS)
        assert len(shoe.server_seed) == SEED_BYTES
        shoe = replace(shoe, server_seed=server_seed)
        self.table = Table(shoe.terms, shoe.server_seed)
        self.stages, self.game = self.table.stages, shoe.terms.table
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
            together = deal(
                self.unseal(life), replace(request, through=self.stages[-1]), LIMITS
            )
            assert together.shoe == self.unseal(last)
            assert [dict(stage.seen) for stage in together.stages] == last.entries[
                -len(together.stages) :
            ]
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
        seats = (
            some.draw(
                st.none() | st.lists(st.sampled_from(names), unique=True).map(tuple)
            )
            if names
            else None
        )
        if stage in {"next", "other"}:
            stage = self.stages[life.dealt % len(self.stages) - (stage == "other")]
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
        assert result.shoe == deal(shoe, replace(request, seats=None), LIMITS).shoe
        assert result.stage == result.seen["stage"] == self.stages[before.dealt]
        assert count_begun(result.seen) == result.reshuffled + (not life.seen)
        assert result.reshuffled == (before.round > life.round)
        hand = self.table.hand(before)
        taken = result.seen["positions"]
        assert result.seen["rounds"] == [before.round] * len(taken)
        self.check_dealt(before, result, hand, request.seats)
        after = replace(before, dealt=before.dealt + 1, taken=(*before.taken, *taken))
        dealt = {
            position for positions in hand.places.values() for position in positions
        }
        assert not set(taken) & (set(before.taken) | hand.covered)
        assert set(taken) <= dealt
        if after.dealt == len(self.stages):
            assert dealt - set(after.taken) == hand.covered - set(after.taken)
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

        def is_told(position: int) -> bool:
            is_hidden = position in hand.burned or position in hand.covered
            owner = hand.private.get(position)
            named = set(seats or ())
            viewers = (
                named - {owner}
                if self.table.terms.game in SEEN_BY_OTHERS
                else named & {owner}
            )
            return not is_hidden and (seats is None or owner is None or bool(viewers))

        assert self.labels(result.seen) == [
            self.label(order[card]) if is_told(card) else None for card in taken
        ]
        counted = 0
        for cards in result.cards:
            positions = hand.places[cards.name, cards.part]
            assert list(cards.visible) == [
                card for card in positions if card in taken and is_told(card)
            ]
            covered = hand.covered.intersection(positions)
            assert cards.count == len(
                covered.union(positions).intersection({*taken, *covered})
            )
            counted += cards.count - len(covered)
        assert counted == len(taken)
        assert result.burned == len(hand.burned.intersection(taken))

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
        request = replace(
            request,
            pile=pile,
            part=part,
            in_play=None if in_play is None else tuple(in_play),
        )
        if amount:
            remaining = len(self.table.left(life))
            rest = self.table.size - len(in_play or ())
            count = {"all": remaining, "one more": remaining + 1}.get(
                amount, rest
            ) - request.burn
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
        kept = result.in_play and (
            list(result.in_play.before),
            list(result.in_play.after),
        )
        assert kept == (
            None if expected.in_play is None else (expected.in_play, expected.after)
        )
        seat = next(iter(shoe.terms.seats), None if self.game else "ann")
        hidden = draw(shoe, replace(request, seat=seat, seats=()), LIMITS)
        self.check_drawable(expected.life, result.shoe.drawable)
        self.check_entry(expected, request.burn, result.seen)
        assert hidden.shoe == draw(shoe, replace(request, seat=seat), LIMITS).shoe
        assert (hidden.shoe.last_digest == result.shoe.last_digest) == (seat is None)
        assert replace(hidden.shoe, digest=b"") == replace(result.shoe, digest=b"")
        is_told = any(label is not None for label in self.labels(dict(hidden.seen)))
        assert is_told == bool(hidden.indices) == (seat is None)
        return self.enter(expected.life, result.shoe, result.seen)

    def check_drawable(self, life: Life, drawable: int) -> None:
        """Check the number of cards that a draw without a pile can take next."""
        is_there = self.game is None or (
            self.table.stock
            and (life.kept is not None or life.dealt == len(self.stages))
        )
        assert drawable == (
            len(self.table.pile(life, None, None)[2]) if is_there else 0
        )

    def choose_place(
        self, life: Life, some: st.DataObject
    ) -> tuple[str | None, str | None]:
        """Return a pile and maybe its part, or one that the game has not."""
        if self.game is None:
            return None, None
        places = [] if life.kept is not None else list(self.table.hand(life).places)
        choices = [
            *[(None, "")] * (len(places) + 1),
            ("supper", ""),
            ("stock", "up"),
            *places,
        ]
        pile, part = some.draw(st.sampled_from(choices))
        return pile, (part or None) if some.draw(st.booleans()) else None

    def choose_in_play(
        self, life: Life, keep: str | None, some: st.DataObject
    ) -> list[int | str] | None:
        """Return some of the cards on the table, by position, or by code where that is unique."""
        if keep is None:
            return None
        out = self.table.out(life)
        kept = {"all": out, "none": []}.get(keep)
        if kept is None:
            kept = some.draw(st.lists(st.sampled_from(out), unique=True)) if out else []
        pack = self.table.terms.shoe
        if (
            pack is None
            or pack.pack_count > 1
            or self.table.terms.has_tree
            or some.draw(st.booleans())
        ):
            return list(kept)
        codes = [card.code for card in pack.pack]
        named = [codes[self.table.order(life)[position]] for position in kept]
        return [
            code if codes.count(code) == 1 else position
            for position, code in zip(kept, named, strict=True)
        ]

    def check_entry(self, expected: Draw, burn: int, entry: Any) -> None:
        """Check the entry of a draw for the list of cards seen."""
        member = "cards" if self.table.terms.max is None else "integers"
        labels = [None] * burn + [
            self.label(index) for index in expected.indices[burn:]
        ]
        place: JSON = {
            "pile": expected.pile,
            "part": expected.part or None,
            "burned": burn or None,
        }
        place["in_play"] = expected.in_play
        assert count_begun(entry) == expected.begun
        members = {
            name: value
            for name, value in entry.items()
            if name not in {"draw", "begun", "roots"}
        }
        place = {name: value for name, value in place.items() if value is not None}
        assert members == place | {
            "rounds": expected.rounds,
            "positions": expected.positions,
            member: labels,
        }

    def enter(self, after: Life, shoe: SealedShoe, entry: Any) -> Life:
        """Return a life with its new token, after a look at what the token says and at the digests of all lives."""
        token = shoe.seal(self.replicas[1])
        assert len(token) == len(after.token), "the size of a token tells nothing"
        seen = (*after.seen, json.dumps(entry))
        digest = add_to_digest(after.digest, entry, after.client_seed)
        total = after.total + len(entry["positions"])
        assert (shoe.draws, shoe.last_digest.hex(), entry["draw"]) == (
            len(seen),
            digest,
            len(seen),
        )
        assert (shoe.round, shoe.total, shoe.client_seed) == (
            after.round,
            total,
            after.client_seed,
        )
        assert shoe.remaining == self.table.shuffled(after) - len(after.taken)
        assert shoe.remaining_from_start == len(self.table.left(after))
        untold = {"cards": None, "integers": None}
        history = (
            after.client_seed,
            *(json.dumps(json.loads(one) | untold, sort_keys=True) for one in seen),
        )
        assert self.histories.setdefault(digest, history) == history, (
            "two histories have two digests"
        )
        assert self.digests.setdefault(history, digest) == digest
        self.latest = replace(after, token=token, digest=digest, total=total, seen=seen)
        return self.latest

    def check_refused(self, life: Life, request: Callable[[], object]) -> Life:
        """Check that a request is refused, and return the life: its token stays good."""
        with pytest.raises(Refused):
            request()
        return life

    @rule(old=forks, some=st.data())
    def reveal(self, old: Life | None, some: st.DataObject) -> None:
        life = old or self.latest
        receipt, shoe = reveal(self.unseal(life))
        entries = life.entries
        labels = [label for entry in entries for label in self.labels(entry)]
        is_compared = set(labels) != {None} or any(
            "roots" in entry for entry in entries
        )
        result = self.check(receipt.to_json(), entries)
        assert result.valid is (True if is_compared else None), result
        assert all(result.checks.values())
        if entries:
            assert result.checks["draws"]
            chosen = some.draw(st.sets(st.sampled_from(range(len(entries)))))
            part = [
                entry
                for number, entry in enumerate(entries)
                if number in chosen or "in_play" in entry
            ]
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
        partial = json.loads(json.dumps(write_partial(receipt, shoe.open_round())))
        told = [
            (number, position)
            for entry in entries
            for number, position, label in zip(
                entry["rounds"], entry["positions"], self.labels(entry), strict=True
            )
            if label is not None
        ]
        shown = [
            show_card(shoe.open_round(), position)
            for number, position in told
            if number == shoe.round
        ]
        result = self.check(partial | {"shown": shown}, entries)
        assert result.valid is None, result
        earlier = {"faces" for number, _ in told if number < shoe.round}
        assert set(result.unchecked) == {"order"} | earlier, result

    @precondition(lambda self: self.latest.seen)
    @rule(alter=st.sampled_from(ALTERATIONS), some=st.data())
    def alter(self, alter: Alteration, some: st.DataObject) -> None:
        entries = self.latest.entries
        receipt = json.loads(json.dumps(reveal(self.unseal(self.latest))[0].to_json()))
        places = alter(receipt, entries, some.draw(st.sampled_from(entries)), some)
        try:
            result = self.check(receipt, entries)
        except Refused:
            if (
                alter is not alter_owner
            ):  # who may name a seat that the deal does not have
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

    def labels(self, entry: Any) -> list[Any]:
        return list(entry["cards" if self.table.terms.max is None else "integers"])

    def unseal(self, life: Life) -> SealedShoe:
        first, second = (
            unseal(replica, "shoe", life.token) for replica in self.replicas
        )
        assert first == second
        return first


def count_begun(entry: Any) -> int:
    """Return how many rounds a draw began."""
    return len(entry.get("roots", ())) or entry.get("begun", 0)


@for_each(
    "game, players",
    [(game.name, players) for game in GAMES.values() for players in game.players],
)
def test_every_game_is_dealt_as_the_model_has_it(game: str, players: int) -> None:
    machine = GameMachine()
    life = machine.open_shoe(Terms(game=game, players=players), bytes(SEED_BYTES))
    for _ in machine.stages:
        life = machine.deal_stage(life, StageRequest())
    for seats in ((), machine.table.terms.seats[:1]):
        machine.deal_stage(life, StageRequest(seats=seats, reshuffle=True))


class TestGameMachine(GameMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=12, stateful_step_count=25, deadline=None)


@pytest.mark.exhaustive
@pytest.mark.long
class TestManyLives(GameMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=LIVES, stateful_step_count=25, deadline=None)
