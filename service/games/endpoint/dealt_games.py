"""A dealt game in responses: its hands and piles, and the members that only some games have."""

from ...cards.endpoint import CardSequence
from ...http.schemas.response_schemas import ResponseSchema, optional, required


class Part(CardSequence):
    """A named part of a hand or a pile."""

    name = required(str, "Such as flop, hole_card, or the number of a column")


class CardsWithParts(CardSequence):
    """Cards in order, and their named parts, if any."""

    parts = optional(list[Part], "The named parts, if any")


class GameHand(CardsWithParts):
    """One hand."""

    seat = required(str, "The name of the seat in the game")


class GamePile(CardsWithParts):
    """One pile, from the top."""

    name = required(
        str,
        "The name of the pile in the game: board, burns, stock, kitty, skat, tableau, …",
    )


class GameDealFields(ResponseSchema):
    """The members of a deal that only some games have."""

    board = optional(int, "bridge: the number of the board")
    dealer = optional(str, "bridge: the dealer", enum=list("NESW"))
    vulnerable = optional(
        str, "bridge: the vulnerable sides", enum=["None", "NS", "EW", "All"]
    )
    file_board = optional(int, "bridge, with where: the board in files")
    pbn = optional(str, "bridge: the deal in PBN, from north")
    number = optional(str, "bridge: Big Deal's number, 24 hexadecimal digits")
    mpsz = optional(dict[str, str], "riichi: each seat's hand sorted, as 123m0567p11z")
    grid = optional(
        list[list[int | None]],
        "bingo_card: five rows of five numbers, null in the middle",
    )
