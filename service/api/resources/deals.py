"""Deals of games and of decks: the parts that they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from service.api.http.results import Download, Json, ResultPosition, Results
from service.api.http.services import hold_slot_for, services
from service.api.schemas.deals import DealConditions
from service.core.cards.bridge_notations import format_origin
from service.core.conditions.parsing import parse_condition, write_codes
from service.core.conditions.search import Search, plan_search
from service.core.errors import Refused
from service.core.games.deals import AnyDeals, Deals
from service.core.games.game import FileFormat, GameTable
from service.core.games.procedures import Deal, PileCards, all_cards
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.plans import Plan

_COST_OF_A_HAND = 10  # draws that take as long as dealing and writing a hand or a pile, in a batch


_ITEMS_OF_A_CARD = 64  # of a response that take as much memory as a search takes for each card of the shoe


@dataclass
class DealResults(Results):
    """The hands and piles of deals, whose cards have these labels."""

    deals: Deals
    labels: Sequence[str]

    no_result = MappingProxyType({"hands": [], "piles": []})

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return deal_to_json(self.deals.deal(indices), self.labels)

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        """Return the lists of cards of each hand and pile, part by part."""
        return [cards for pile in (*result["hands"], *result["piles"]) for cards in _parts(pile)]


@dataclass
class GameResults(DealResults):
    """The deals of a game; `first_board` is the number of the first board, None if it is the index + 1."""

    table: GameTable
    first_board: int | None
    is_search: bool

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        game, board = self.table.game, self.board(position)
        deal = self.deals.deal(indices, board)
        result = deal_to_json(deal, self.labels)
        if game.extra_fields:
            result |= game.extra_fields(self.table, deal, board)
        return result | {"file_board": self.file_board(position)} if game.files and self.is_search else result

    def board(self, position: ResultPosition) -> int:
        """Return the number of the board of a result."""
        return position.number + 1 if self.first_board is None else position.offset + self.first_board

    def file_board(self, position: ResultPosition) -> int:
        """Return the number of the board of a result in a file, in which those of a search are consecutive."""
        return (self.first_board or 1) + position.ordinal if self.is_search else self.board(position)

    def check_board(self, last: ResultPosition) -> None:
        """Raise `Refused` if the last result is a board without a number."""
        if self.board(last) > MAX_INDEX:
            several = "max_candidates" if self.is_search else "repeats"
            raise Refused(several if last.offset else "index", f"No board has a number above {MAX_INDEX:,}.")


@dataclass
class GameFiles(GameResults):
    """The deals of a game as entries of a file.

    `has_indices` says whether each has its index in a comment, and `has_seed` whether the seed too. `occasion` has what
    the file says of the event, by name.
    """

    file: FileFormat
    has_indices: bool
    has_seed: bool
    occasion: Mapping[str, str]

    no_result = MappingProxyType({**DealResults.no_result, "entry": ""})

    @classmethod
    def of_format(
        cls, results: GameResults, name: str, *, is_seeded: bool, has_seed: bool, occasion: Mapping[str, str]
    ) -> "GameFiles":
        """Return the same deals as entries of a file in the format of that name."""
        game = results.table.game
        file, has_indices = game.files[name], has_seed or (results.is_search and is_seeded)
        files = cls(**vars(results), file=file, has_indices=has_indices, has_seed=has_seed, occasion=occasion)
        files.download = Download(f"{game.name}.{name}", file.media_type, file.header, file.separator, file.ENCODING)
        return files

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        board, file_board = self.board(position), self.file_board(position)
        deal = self.deals.deal(indices, board)
        note = f"index {position.number}" if self.has_indices else ""
        if self.has_seed:
            if position.seed is None:  # not known before, since the plan is the same for every seed
                raise Refused("include_seed", "include_seed goes with a seed; these deals have none.")
            note = format_origin(position.seed, position.number, None if board == file_board else board)
        return {"entry": self.file.format_deal(self.table, deal, file_board, note, self.occasion)}


def conditions_fields(args: DealConditions, deals: Deals) -> dict[str, Any]:
    """Return the members `given` and `where` of a response, each if there is one."""
    known = {"given": deals.given.to_json()} if deals.given else {}
    return known | ({"where": write_codes(args.where, deals.shoe)} if args.where else {})


def read_search(args: DealConditions, deals: AnyDeals, plan: Plan, first: int | None = None) -> Search | None:
    """Return the search for the condition of a request, whose first candidate is the board `first`, or None.

    Raises `Refused` for a condition that does not fit the deals, and for a number of candidates without one, and `Busy`
    if no slot is free for a large shoe.
    """
    if args.where is None:
        if args.max_candidates is not None:
            raise Refused("max_candidates", "max_candidates is for a condition; give where with it.")
        return None
    hold_slot_for(_ITEMS_OF_A_CARD * deals.size)
    condition = parse_condition(args.where, deals)
    return plan_search(condition, deals, plan, args.max_candidates, services().limits, first)


def deal_to_json(deal: Deal, labels: Sequence[Any], member: str = "cards") -> Json:
    """Return the members `hands` and `piles` of a deal; their cards are in the member `member`."""
    return {
        "hands": [{"seat": seat, **_pile_to_json(labels, hand, member)} for seat, hand in deal.hands.items()],
        "piles": [{"name": name, **_pile_to_json(labels, pile, member)} for name, pile in deal.piles.items()],
    }


def add_hands(plan: Plan, hands: int) -> Plan:
    """Return a plan of a deal that costs as much more as dealing and writing that many hands and piles takes."""
    return replace(plan, cost=plan.cost + _COST_OF_A_HAND * hands)


def _pile_to_json(labels: Sequence[Any], pile: PileCards, member: str) -> Json:
    """Return the cards of a hand or a pile, and its named parts, if any."""
    label_of, cards = labels.__getitem__, all_cards(pile)
    members = {member: list(map(label_of, cards)), "indices": cards}
    if any(pile):
        members["parts"] = [
            {"name": name, member: list(map(label_of, cards)), "indices": cards} for name, cards in pile.items() if name
        ]
    return members


def _parts(pile: Json) -> list[Sequence[Any]]:
    """Return the cards of a hand or a pile, part by part; cards between named parts are parts, too."""
    cards, indices, parts, done = pile["cards"], pile["indices"], [], 0
    for part in pile.get("parts", ()):
        if part["indices"] and (start := indices.index(part["indices"][0])) > done:
            parts.append(cards[done:start])
            done = start
        parts.append(part["cards"])
        done += len(part["cards"])
    return parts if parts and done == len(cards) else [*parts, cards[done:]]
