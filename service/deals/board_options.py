"""The options of a deal that only some games have: its board, its number, and the format and tags of its file."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from ..cards.bridge_notations import TagDate, TagText
from ..core.draw_requests import Chooses, Named, Unnamed
from ..core.rng.streams import MAX_INDEX
from ..core.value_types import Choice, Flag, Integer
from ..games.catalogue import GAMES
from ..games.microsoft import MAX_DEAL_NUMBER
from ..http.schemas.request_schemas import RequestSchema

FILES = {
    extension: file for game in GAMES.values() for extension, file in game.files.items()
}
"""Every format of a file by its extension, such as `pbn`."""
OCCASION = ("event", "site", "date")
"""The options that are tags of a file."""
FILE_OPTIONS = (*OCCASION, "include_seed")
"""The options that go with a format."""
_ONLY_JSON = Unnamed("Only JSON is proved.")


def list_owners(option: str) -> list[str]:
    """Return the names of the games that take an option."""
    return [game.name for game in GAMES.values() if option in game.options]


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
            note=f"In a batch the first number. Only for {', '.join(list_owners('board'))}.",
        ),
        Named(always=True),
    ] = None
    deal_number: Annotated[
        int | None,
        Integer(
            "Microsoft's number of a deal, instead of a seed and an algorithm.",
            1,
            MAX_DEAL_NUMBER,
            note=f"In a batch the first number. Only for {', '.join(list_owners('deal_number'))}.",
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
            note=f"Only for {', '.join(list_owners('format'))}.",
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

    @property
    def occasion(self) -> dict[str, str]:
        """Return the tags of the file that the request has, by name: {"event": "Club night"}."""
        tags = {name: getattr(self, name) for name in OCCASION}
        return {name: text for name, text in tags.items() if text is not None}


class BoardParameters(RequestSchema):
    """The board, the number and the file of a deal."""

    target: ClassVar[type] = BoardOptions
