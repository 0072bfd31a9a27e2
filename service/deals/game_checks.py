"""Check that the options of a deal of a game belong to the game, and go together."""

from ..cards.card import Notation
from ..core.errors import Refused, UnsupportedParameter
from ..core.shuffles.registry import DEFAULT_SHUFFLE
from ..games.game import Game
from .board_options import FILE_OPTIONS, list_owners
from .game_requests import GameDeal


def check_options(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for an option that the game does not have, and for options that do not go together.

    A format takes no notation, a tag or include_seed goes with a format that can have it, and a deal_number takes
    nothing that changes the order of the cards.
    """
    _check_supported(game, args)
    if args.format is not None:
        _check_notation(args)
    _check_occasion(game, args)
    if args.include_seed:
        _check_seed_in_file(game, args)
    if args.deal_number is not None:
        _check_deal_number(args)


def _check_supported(game: Game, args: GameDeal) -> None:
    """Raise `UnsupportedParameter`, naming the games that have it, for an option that the game does not have."""
    for option in ("board", "cards", "deal_number", "format", *FILE_OPTIONS):
        is_given = getattr(args, option) not in {None, False}
        if is_given and option not in game.options:
            owners = list_owners(option)
            raise UnsupportedParameter(game.name, option, belongs_to=owners)


def _check_deal_number(args: GameDeal) -> None:
    """Raise `Refused` if a request with a deal_number also changes or restricts the order of the cards."""
    excluded = ("algorithm", "suit_order", "given", "where")
    names = [name for name in excluded if getattr(args, name)]
    names += list(args.arguments)
    if names:
        raise Refused(
            names[0], f"A deal_number stands for one order, and takes no {names[0]}."
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
    """Raise `Refused` for a tag of a file, such as `site`, unless the request has a format with this tag."""
    for name in args.occasion:
        formats = [
            extension for extension, file in game.files.items() if name in file.occasion
        ]
        if args.format not in formats:
            raise Refused(name, f"{name} goes with format={' or '.join(formats)}.")


def _check_seed_in_file(game: Game, args: GameDeal) -> None:
    """Raise `Refused` for include_seed without a format, and beside algorithm, suit_order or given.

    A file has no room for these three: its seed deals it by the default shuffle, from the default order. The default
    shuffle may be named.
    """
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
