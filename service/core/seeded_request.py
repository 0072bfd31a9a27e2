"""The seed and the index of a request: what they accept, and what the request says about them."""

from dataclasses import dataclass
from typing import Annotated, Any

from .draw_requests import Chooses, Unnamed
from .errors import Refused
from .rng.streams import MAX_INDEX, Randomness
from .value_types import Integer, JsonSchema, Text, take_integers


@dataclass(frozen=True, eq=False)
class SeedText(Text):
    """A text of 1 to `max_length` characters without NUL, used exactly as sent; an integer stands for its digits."""

    is_verbatim = True
    pattern: str = r"^[^\x00]+$"

    @property
    def accepted(self) -> str:
        return f"a text of 1 to {self.max_length} characters without NUL, or in JSON an integer of as many digits"

    accepted_in_requests = accepted

    @property
    def schema(self) -> JsonSchema:
        return take_integers(super().schema)

    def fits(self, value: object) -> bool:
        text = str(value) if type(value) is int else value
        return (
            isinstance(text, str)
            and 1 <= len(text) <= self.max_length
            and "\0" not in text
        )

    def convert(self, value: Any) -> Any:
        return str(value) if type(value) is int else value


@dataclass(frozen=True, kw_only=True)
class SeededRequest(Randomness):
    """A request with a seed and an index (None: 0), or with neither.

    Raises `Refused` for an index without a seed.
    """

    seed: Annotated[
        str | None,
        SeedText(
            "Makes the response the same for ever.",
            example="42",
            note="Used exactly as it is, spaces included.",
        ),
        Unnamed("A proof takes its place.", is_repeated=False),
        Chooses("Whoever chooses it can try others until the result suits."),
    ] = None
    index: Annotated[
        int | None,
        Integer(
            "The index of the result, 0 for the first: a seed has independent results.",
            0,
            MAX_INDEX,
            example=7,
            default=0,
            note="Only with a seed.",
            aliases=("nonce", "round", "number", "offset", "cursor"),
        ),
        Unnamed("A proof is of the first result.", is_repeated=False),
    ] = None

    def __post_init__(self) -> None:
        if self.seed is None and self.index is not None:
            raise Refused(
                "index",
                "index says which result of a seed is wanted; give a seed with it.",
            )

    @property
    def randomness(self) -> Randomness:
        """Return the seed and index without further fields of a request."""
        return Randomness(seed=self.seed, index=self.index)
