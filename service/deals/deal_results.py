"""Write the deals of games and decks as results, as JSON or as entries of a file."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ..cards.bridge_notations import format_origin
from ..cards.shoe import label_cards
from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX
from ..core.shuffles.samplers import Sampler
from ..games.dealing import AnyDeals, DealRequest, Deals
from ..games.game import FileFormat, GameTable
from ..games.procedures import Deal, PileCards, all_cards
from ..http.results.result_types import Download, Json, ResultPosition, Results
from ..http.services import services
from ..verdicts.results_left import Labels, ResultsLeft

_STEPS_OF_A_HAND = 10  # draws in the time of dealing and writing a hand or a pile; counted in MAX_DRAWS


@dataclass
class DealResults(Results):
    """A writer of deals as hands and piles of cards; `labels` has the text of each card by its index."""

    deals: Deals
    labels: Sequence[str]

    no_result = MappingProxyType({"hands": [], "piles": []})

    @property
    def cache_size(self) -> int:
        return len(self.labels)

    @classmethod
    def read_response(cls, response: Mapping[str, Any]) -> Mapping[str, Any]:
        return read_seats(response)

    def to_json(self, indices: Sequence[int], _: ResultPosition) -> Json:
        return deal_to_json(self.deals.deal(indices), self.labels)

    def text_groups(self, result: Json) -> list[Sequence[Any]]:
        return [
            cards
            for pile in (*result["hands"], *result["piles"])
            for cards in _split_into_parts(pile)
        ]


@dataclass
class GameResults(DealResults):
    """A writer of the deals of a game. Boards are numbered from `first_board`, or, if it is None, by index + 1."""

    table: GameTable
    first_board: int | None
    is_search: bool

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        game = self.table.game
        board = self.board(position)
        deal = self.deals.deal(indices, board)
        result = deal_to_json(deal, self.labels)
        if game.extra_fields:
            result |= game.extra_fields(self.table, deal, board)
        if game.files and self.is_search:
            result["file_board"] = self.file_board(position)
        return result

    def board(self, position: ResultPosition) -> int:
        """Return the number of the board of a result."""
        if self.first_board is None:
            return position.number + 1
        return position.offset + self.first_board

    def file_board(self, position: ResultPosition) -> int:
        """Return the board number printed in a file; results of a search are numbered consecutively."""
        if self.is_search:
            return (self.first_board or 1) + position.ordinal
        return self.board(position)

    @property
    def unrepeated(self) -> Collection[str]:
        """Return "not_read" if given.deal may have been a text: a response repeats only the hands in the text."""
        has_text = bool(self.table.game.files and self.deals.given)
        return ("not_read",) if has_text else ()

    def check_last(self, position: ResultPosition) -> None:
        """Raise `Refused` if the board number of the last result is too large."""
        has_boards = "board" in self.table.game.options
        if has_boards and self.board(position) > MAX_INDEX:
            several = "max_candidates" if self.is_search else "repeats"
            raise Refused(
                several if position.offset else "index",
                f"No board has a number above {MAX_INDEX:,}.",
            )


@dataclass
class GameFiles(GameResults):
    """A writer of the deals of a game as entries of a PBN, LIN or other file.

    A comment names the index of each deal if `has_indices`, and also the seed if `has_seed`. `occasion` has the tags of
    the event by name: event, site and date.
    """

    file: FileFormat
    has_indices: bool
    has_seed: bool
    occasion: Mapping[str, str]

    no_result = MappingProxyType(dict(DealResults.no_result) | {"entry": ""})

    @classmethod
    def of_format(
        cls,
        results: GameResults,
        name: str,
        *,
        is_seeded: bool,
        has_seed: bool,
        occasion: Mapping[str, str],
    ) -> "GameFiles":
        """Return a writer of the deals of `results` as entries of a file in the format `name`, such as `pbn`."""
        game = results.table.game
        file = game.files[name]
        files = cls(
            **vars(results),
            file=file,
            has_indices=has_seed or (results.is_search and is_seeded),
            has_seed=has_seed,
            occasion=occasion,
        )
        files.download = _describe_download(f"{game.name}.{name}", file, occasion)
        return files

    def to_json(self, indices: Sequence[int], position: ResultPosition) -> Json:
        """Return a deal as an entry of a file, with its index and perhaps its seed as a comment: {"entry": "…"}."""
        board = self.board(position)
        file_board = self.file_board(position)
        deal = self.deals.deal(indices, board)
        note = f"index {position.number}" if self.has_indices else ""
        if self.has_seed:
            # The seed is not known before: the plan is the same for every seed.
            if position.seed is None:
                raise Refused(
                    "include_seed",
                    "include_seed goes with a seed; these deals have none.",
                )
            dealt_as = None if board == file_board else board
            note = format_origin(position.seed, position.number, dealt_as)
        entry = self.file.format_deal(self.table, deal, file_board, note, self.occasion)
        return {"entry": entry}


def _describe_download(
    file_name: str, file: FileFormat, occasion: Mapping[str, str]
) -> Download:
    """Return the name, type and header of a file, such as `bridge.pbn`, with the tags of its event, site and date.

    The header names the charset if a tag is not ASCII.
    """
    header = file.header
    is_ascii = "".join(occasion.values()).isascii()
    if not is_ascii:
        header += file.charset_line
    media_type = f"{file.media_type}; charset={file.ENCODING}"
    return Download(file_name, media_type, header, file.separator, file.ENCODING)


def read_seats(response: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a response with the seats of its `hands` as strings: seat 1 becomes "1". Do it for each result."""
    hands = response.get("hands")
    if not isinstance(hands, list):
        return response
    return dict(response) | {"hands": [_read_hand(hand) for hand in hands]}


def _read_hand(hand: Any) -> Any:
    """Return a hand with its seat as a string. In a batch, `hand` is a list of hands: convert each of them."""
    if isinstance(hand, list):
        return [_read_seat(inner) for inner in hand]
    return _read_seat(hand)


def _read_seat(hand: Any) -> Any:
    """Return a hand with its seat as a string, or any other value as it is."""
    if isinstance(hand, dict) and type(hand.get("seat")) is int:
        return hand | {"seat": str(hand["seat"])}
    return hand


def deal_to_json(deal: Deal, labels: Sequence[Any], member: str = "cards") -> Json:
    """Return the members `hands` and `piles` of a deal. In each hand and pile, the list `member` has the labels."""
    hands = [
        {"seat": seat} | _pile_to_json(labels, hand, member)
        for seat, hand in deal.hands.items()
    ]
    piles = [
        {"name": name} | _pile_to_json(labels, pile, member)
        for name, pile in deal.piles.items()
    ]
    return {"hands": hands, "piles": piles}


def find_deals_left(deals: AnyDeals, items: Labels, deal: Json) -> ResultsLeft:
    """Return how many results a deal of a shoe or of a list leaves; `deal` is one of them."""
    labels = label_cards(deals.shoe) if isinstance(deals, Deals) else items
    return ResultsLeft(labels.fill(_count_places(deal), range(deals.size)))


def check_hands(request: DealRequest, size: int, piles: int = 0) -> None:
    """Raise `TooMany` if the hands and piles of a deal of `size` cards or items are too many for a response."""
    services().allowed.limits.check_objects(
        request.hands + piles, size, "hands and piles", "hands"
    )


def add_steps_of_hands(sampler: Sampler, hands: int) -> Sampler:
    """Return the sampler with the further steps of dealing and writing this number of hands and piles."""
    return replace(sampler, steps=sampler.steps + _STEPS_OF_A_HAND * hands)


def _pile_to_json(labels: Sequence[Any], pile: PileCards, member: str) -> Json:
    """Return a hand or a pile as JSON: its labels in `member`, its `indices`, and `parts` if it has named parts."""
    find_label = labels.__getitem__
    indices = all_cards(pile)
    members = {member: list(map(find_label, indices)), "indices": indices}
    has_named_parts = any(pile)
    if has_named_parts:
        members["parts"] = [
            {"name": name, member: list(map(find_label, part)), "indices": part}
            for name, part in pile.items()
            if name
        ]
    return members


def _split_into_parts(pile: Json) -> list[Sequence[Any]]:
    """Return the cards of a pile in the lists that text/plain separates: its named parts, and the cards between.

    A pile AS KS QS JS with a named part KS QS is [["AS"], ["KS", "QS"], ["JS"]]. A pile without parts is one list.
    """
    cards = pile["cards"]
    indices = pile["indices"]
    lists = []
    listed_count = 0  # the cards before this position are in a list
    for part in pile.get("parts", ()):
        start = listed_count
        if part["indices"]:
            start = indices.index(part["indices"][0])
        if start > listed_count:
            lists.append(cards[listed_count:start])
        lists.append(part["cards"])
        listed_count = start + len(part["cards"])
    if listed_count < len(cards) or not lists:
        lists.append(cards[listed_count:])
    return lists


def _count_places(deal: Mapping[str, Any]) -> int:
    """Return how many places tell cards of a deal apart: each hand or part of a hand, and each place of a pile.

    Two hands of five cards without parts and a stock of 42 are 44 places: the order of a hand does not count.
    """
    count = sum(len(pile["indices"]) for pile in deal["piles"])
    for hand in deal["hands"]:
        part_sizes = [len(part["indices"]) for part in hand.get("parts", ())]
        size_without_part = len(hand["indices"]) - sum(part_sizes)
        count += sum(size > 0 for size in (*part_sizes, size_without_part))
    return count
