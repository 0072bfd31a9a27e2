"""/v1/games/<game>/deal: deals of games, as JSON and as files of bridge boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from ..cards.bridge_notations import TagDate, TagText
from ..cards.card import CardFormat, Notation
from ..cards.deck import DECKS
from ..cards.endpoint import (
    SHORT_CARDS,
    SUBJECT,
    NotationParameters,
    ShoeFields,
    imply_packs,
    resolve_packs,
    shoe_fields,
)
from ..cards.options import PackOptions
from ..cards.shoe import card_labels
from ..core.draw_requests import Chooses, Named, Unnamed
from ..core.errors import Refused, UnsupportedParameter
from ..core.object_types import describe
from ..core.rng.streams import MAX_INDEX
from ..core.shuffles.registry import SHUFFLES
from ..core.shuffles.samplers import DEFAULT_SHUFFLE, Sampler
from ..core.shuffles.shuffle import Uniformity
from ..core.value_types import Choice, Flag, Integer
from ..games.bridge_files import read_known_deal
from ..games.catalogue import GAMES, get_game
from ..games.dealing import Deals, NumberedSampler, set_up_deals
from ..games.endpoint.dealt_games import GameDealFields, GameHand, GamePile
from ..games.endpoint.descriptions import (
    GamePackParameters,
    PlayersParameters,
    TableOptions,
    blueprint,
)
from ..games.game import Game, GameTable, set_up
from ..games.microsoft import MAX_DEAL_NUMBER
from ..http.blueprint import Example
from ..http.draws.response_draft import ResponseDraft
from ..http.schemas.fields import member
from ..http.schemas.provenance import Provenance, algorithm_fields
from ..http.schemas.request_schemas import (
    RequestSchema,
    ShuffledDraw,
    ShuffleParameters,
)
from ..http.schemas.response_schemas import optional, required, response_schemas
from ..http.services import services
from ..http.short import PLAIN_DRAW, ShortQueries
from .conditional_deals import (
    DealConditions,
    DealConditionsFields,
    DealConditionsParameters,
    DealQueryParameters,
)
from .deal_results import (
    GameFiles,
    GameResults,
    count_deals,
    given_fields,
    read_search,
    resolve_conditions,
)

FILES = {
    extension: file for game in GAMES.values() for extension, file in game.files.items()
}
"""Every format of a file by its extension, such as `pbn`."""


def _games_with(option: str) -> str:
    """Return the names of the games that take an option, with commas between them."""
    return ", ".join(game.name for game in GAMES.values() if option in game.options)


_ONLY_JSON = Unnamed("Only JSON is proved.")


@dataclass(frozen=True, kw_only=True)
class BoardOptions:
    """The board, the number and the file of a deal. Each option belongs to some games."""

    board: Annotated[
        int | None,
        Integer(
            "The number of the board, which decides who deals and is vulnerable.",
            1,
            MAX_INDEX,
            default_text="the index of the result + 1",
            note=f"In a batch the first number. Only for {_games_with('board')}.",
        ),
        Named(always=True),
    ] = None
    deal_number: Annotated[
        int | None,
        Integer(
            "Microsoft's number of a deal, instead of a seed and an algorithm.",
            1,
            MAX_DEAL_NUMBER,
            note=f"In a batch the first number. Only for {_games_with('deal_number')}.",
            response_text="As requested: the number of the deal, or the first one's",
        ),
        Unnamed("A proof takes its place."),
        Chooses("It stands for one order.", is_order=True),
    ] = None
    format: Annotated[
        str | None,
        Choice(
            "A file instead of JSON, in the notation of that format.",
            FILES,
            note=f"Only for {_games_with('format')}.",
            of_file=True,
        ),
        _ONLY_JSON,
    ] = None
    event: Annotated[
        str | None, TagText("The event in a file.", of_file=True), _ONLY_JSON
    ] = None
    site: Annotated[
        str | None, TagText("Its place in a PBN file.", of_file=True), _ONLY_JSON
    ] = None
    date: Annotated[
        str | None, TagDate("Its date in a PBN file.", of_file=True), _ONLY_JSON
    ] = None
    include_seed: Annotated[
        bool,
        Flag("Whether a file has its seed, which deals all its boards.", of_file=True),
        _ONLY_JSON,
    ] = False


_OCCASION = ("event", "site", "date")
_FILE_OPTIONS = (*_OCCASION, "include_seed")


@dataclass(frozen=True, kw_only=True)
class GameDeal(
    DealConditions, CardFormat, ShuffledDraw, PackOptions, TableOptions, BoardOptions
):
    """The arguments of a deal."""

    subject = SUBJECT | {"game"}

    def imply_at(self, index: int) -> Mapping[str, int]:
        """Return the board that an index implies for the first result.

        With a search, files number the results from the board of the request, so no index implies it.
        """
        is_search = self.where is not None
        return {} if index and is_search else {"board": index + 1}


_TAKEN_ELSEWHERE = {
    "hands": "The number of hands follows from players."
} | dict.fromkeys(
    ("each_seat", "seats", "stage", "through"),
    "It belongs to a deal of a sealed shoe (POST /v1/shoes/deal).",
)


class BoardParameters(RequestSchema):
    """The board, the number and the file of a deal."""

    target: ClassVar[type] = BoardOptions


class GameDealQuery(
    NotationParameters,
    DealQueryParameters,
    GamePackParameters,
    PlayersParameters,
    BoardParameters,
):
    """The parameters of a deal in a query."""

    target = GameDeal
    taken_elsewhere = _TAKEN_ELSEWHERE


class GameDealRequest(
    DealConditionsParameters,
    NotationParameters,
    ShuffleParameters,
    GamePackParameters,
    PlayersParameters,
    BoardParameters,
):
    """The parameters of a deal in a body."""

    target = GameDeal
    taken_elsewhere = _TAKEN_ELSEWHERE


class GameDealt(Provenance, DealConditionsFields, ShoeFields):
    """A dealt game."""

    game = required(str, "The game, one of /v1/games")
    players = required(int, "The number of players")
    cards = member(describe(TableOptions)["cards"][0])
    algorithm = required(
        str | None, "The shuffle; null for a deal_number", enum=[*SHUFFLES, None]
    )
    deal_number = member(describe(BoardOptions)["deal_number"][0])
    not_read = optional(
        list[str], "With given.deal: the tags and boards in it that do not count"
    )


class GameHands(GameDealFields):
    """Hands and piles; every card is in exactly one."""

    hands = required(list[GameHand], "A hand for each seat")
    piles = required(
        list[GamePile], "The board, burns, stock and other piles of the game"
    )


_STEPS_OF_A_DEAL = 500
"""Draws that take as long as the slowest deal, seven-card stud with faces and parts; counted in MAX_DRAWS."""


def _count_dealt(game: str, *, decks: int = 1) -> int:
    """Return the steps of a deal, by the path and the parameters of these names."""
    return _STEPS_OF_A_DEAL + DECKS[GAMES[game].deck].size * decks


@blueprint.draw_endpoint(
    "/<game>/deal",
    arguments=GameDealQuery,
    body_arguments=GameDealRequest,
    response=response_schemas(GameDealt, GameHands, "DealtGame"),
    example=Example({"seed": "42"}),
    short=ShortQueries(
        _count_dealt,
        (
            *PLAIN_DRAW,
            *SHORT_CARDS,
            *_FILE_OPTIONS,
            "board",
            "cards",
            "deal_number",
            "format",
            "players",
        ),
    ),
    files=[file.media_type for file in FILES.values()],
    results=lambda _: GameResults,
)
def deal_game(args: GameDeal, game: str) -> ResponseDraft:
    """Deal a game as its players deal it.

    The cards go to named seats and piles, with parts such as the flop, the turn and the river.
    """
    entry = get_game(game)
    args, not_read = _read_deal(entry, args)
    _check_options(entry, args)
    table = set_up(entry, args.players, args, args.cards)
    labels = card_labels(table.shoe, args.notation, args.name_style)
    services().allowed.limits.check_items(len(table.shoe), "decks")
    deals = set_up_deals(table, args.given)
    sampler = _build_sampler(args, deals, entry)
    search = read_search(args, deals, sampler, args.board)  # None without `where`
    results = GameResults(
        deals, labels, table, args.board, is_search=search is not None
    )
    if args.format:
        results = _write_to_file(results, args, args.format)
    has_boards = "board" in entry.options
    first_board = (args.board or 1) if has_boards else None
    request = replace(
        args,
        players=table.players,
        board=first_board,
        **resolve_packs(table.shoe),
        **resolve_conditions(args, deals, search),
    )
    return ResponseDraft(
        replace(sampler, steps=sampler.steps + _STEPS_OF_A_DEAL),
        common=_describe_table(entry, table, deals, args, not_read),
        results=results,
        search=search,
        request=request,
        implied=_imply_members(table, None if args.board else first_board),
        count_results=lambda labels, deal, _: count_deals(deals, labels, deal),
    )


def _describe_table(
    game: Game, table: GameTable, deals: Deals, args: GameDeal, not_read: Sequence[str]
) -> dict[str, Any]:
    """Return the members of a response that do not depend on its seed, as `GameDealt` has them.

    `not_read` names the tags and boards of given.deal that were ignored.
    """
    members: dict[str, Any] = {"game": game.name, "players": table.players}
    if table.cards is not None:
        members["cards"] = table.cards
    members |= shoe_fields(table.shoe)
    members |= given_fields(deals)
    if not_read:
        members["not_read"] = not_read
    return members | _describe_order(args)


def _imply_members(table: GameTable, board: int | None) -> dict[str, Any]:
    """Return the members of a request that follow from others: the players, the packs, and a board if there is one."""
    game = table.game
    removed_codes = game.removed_cards(table.players, table.shoe.options)
    implied: dict[str, Any] = {"players": game.players.default, "board": board}
    implied |= imply_packs(table.shoe, game.pack_defaults, removed_codes)
    return implied


def _write_to_file(results: GameResults, args: GameDeal, extension: str) -> GameResults:
    """Return the writer of a file in the format of an extension, instead of JSON."""
    occasion = {}
    for name in _OCCASION:
        if getattr(args, name) is not None:
            occasion[name] = getattr(args, name)
    return GameFiles.of_format(
        results,
        extension,
        is_seeded=args.seed is not None,
        has_seed=args.include_seed,
        occasion=occasion,
    )


def _read_deal(game: Game, args: GameDeal) -> tuple[GameDeal, list[str]]:
    """Return a request with the hands and the board in given.deal, and the names of its parts that were not read.

    Without given.deal the request is returned as it is. Raises `Refused` for a game other than bridge, for hands or
    piles beside it, and for a text that is no deal.
    """
    given = args.given or {}
    if "deal" not in given:
        return args, []
    if not game.files:
        raise Refused(
            "given",
            f"given.deal is a deal of bridge; {game.name} takes hands and piles.",
        )
    text = given["deal"]
    is_alone = not given.get("hands") and not given.get("piles")
    if not is_alone or not isinstance(text, str):
        raise Refused(
            "given",
            "given.deal must be a text, and stands alone: leave hands and piles out.",
        )
    known = read_known_deal(text, args.board)
    board = args.board or known.number
    return replace(args, given={"hands": known.hands}, board=board), known.not_read


def _check_options(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for an option that the game does not have, or that `format` or `deal_number` excludes."""
    for option in ("board", "cards", "deal_number", "format", *_FILE_OPTIONS):
        is_given = getattr(args, option) not in {None, False}
        if is_given and option not in game.options:
            owners = [owner.name for owner in GAMES.values() if option in owner.options]
            raise UnsupportedParameter(game.name, option, belongs_to=owners)
    if args.format is not None:
        _check_notation(args)
    _check_occasion(game, args)
    if args.include_seed:
        _check_seed_in_file(game, args)
    if args.deal_number is not None:
        _check_deal_number(args)


def _check_deal_number(args: GameDeal) -> None:
    """Raise `Refused` if a request with a deal_number also changes or restricts the order of the cards."""
    excluded = ("algorithm", "suit_order", "given", "where")
    given = [name for name in excluded if getattr(args, name)]
    given += args.arguments
    if given:
        raise Refused(
            given[0], f"A deal_number stands for one order, and takes no {given[0]}."
        )


def _check_notation(args: GameDeal) -> None:
    """Raise `Refused` for a notation of cards beside the format of a file, which has a notation of its own."""
    for name, default in (("notation", Notation.CODE), ("name_style", None)):
        if getattr(args, name) != default:
            raise Refused(
                name,
                f"A file has a notation of its own; format={args.format} takes no {name}.",
            )


def _check_occasion(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for a tag of the event, such as `site`, unless the format of the file has the tag."""
    for name in _OCCASION:
        if getattr(args, name) is None:
            continue
        formats = [
            extension for extension, file in game.files.items() if name in file.occasion
        ]
        if args.format not in formats:
            raise Refused(name, f"{name} goes with format={' or '.join(formats)}.")


def _check_seed_in_file(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for `include_seed` without a file, or with a shuffle or a pack that is not the default."""
    if args.format is None:
        raise Refused(
            "include_seed", f"include_seed goes with format={' or '.join(game.files)}."
        )
    for name in ("algorithm", "suit_order", "given"):
        value = getattr(args, name)
        if value is not None and value != DEFAULT_SHUFFLE:
            raise Refused(
                name,
                f"A file with its seed is of the default shuffle and pack; it takes no {name}.",
            )


def _build_sampler(args: GameDeal, deals: Deals, game: Game) -> Sampler:
    """Return the sampler of a deal: the published order of its deal_number, or else a shuffle."""
    if args.deal_number is None or game.numbered_order is None:
        return deals.sampler(args, services().allowed.limits)
    size = len(deals.shoe)
    return NumberedSampler(
        n=size,
        count=size,
        steps=size,
        size=size,
        number=args.deal_number,
        order=game.numbered_order,
    )


def _describe_order(args: GameDeal) -> dict[str, Any]:
    """Return the members that name the shuffle of a deal, or its deal_number."""
    if args.deal_number is None:
        return algorithm_fields(args)
    return {
        "deal_number": args.deal_number,
        "algorithm": None,
        "uniformity": Uniformity.DETERMINISTIC,
    }
