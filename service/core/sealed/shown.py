"""Shown cards: each with the proof that it lies at its position of a round, for somebody who knows only the root."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from service.core.crypto.merkle import climb
from service.core.errors import Refused
from service.core.kinds import Integer, Kind, ListOf, Sha256, Text, describe, parse_members
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.resolution import read_terms
from service.core.sealed.rounds import Round, pack_integers
from service.core.sealed.terms import MAX_TEXT, MAX_TREE, Terms
from service.core.validation import wrong_value
from service.core.verification import Difference, VerificationResult, build_result, unknown

MAX_STEPS = (MAX_TREE - 1).bit_length()
"""The steps of the longest path."""

SHOWN_COST = 250
"""Draws of fisher_yates that take as long as to check a shown card."""

_MAX_ROUND = 2**32 - 1
_MAX_PARSED = 100_000


@dataclass(frozen=True, kw_only=True)
class ShownCard:
    """A card with the proof that it lies at its position: it has `card`, or `integer` in a shoe of integers."""

    round: Annotated[int, Integer("The round, from 0.", 0, _MAX_ROUND)]
    position: Annotated[int, Integer("The position in the round.", 0, MAX_TREE - 1)]
    index: Annotated[int, Integer("The index of the card in the unshuffled shoe.", 0, MAX_TREE - 1)]
    card: Annotated[str | None, Text("The code of the card.", MAX_TEXT)] = None
    integer: Annotated[int | None, Integer("The integer.", -MAX_INDEX, MAX_INDEX)] = None
    salt: Annotated[str, Sha256("The salt of the card.")]
    path: Annotated[tuple[str, ...], ListOf("The steps from the leaf up to the root.", Sha256(), MAX_STEPS)]


def show_card(current: Round, position: int) -> dict[str, Any]:
    """Return the card at a position, with its proof, as a JSON object."""
    index = int(current.order[position])
    ((name, (label,)),) = current.terms.label_cards([index]).items()
    return {
        "round": current.number,
        "position": position,
        "index": index,
        name[:-1]: label,
        "salt": current.salt(position).hex(),
        "path": [step.hex() for step in current.tree.path(position)],
    }


def parse_shown(path: str, value: object, terms: Terms) -> tuple[ShownCard, ...]:
    """Return a list of shown cards. Raises `Refused`, naming what is not of the form of a card of this shoe."""
    if not isinstance(value, list) or len(value) > _MAX_PARSED:
        raise wrong_value(path, f"a list of up to {_MAX_PARSED:,} shown cards")
    if value and not terms.has_tree:
        raise wrong_value(path, f"empty: with reveal={terms.reveal} no round has a root, and no card is shown")
    place = Integer(max=terms.size - 1)
    kinds: dict[str, Kind] = {name: kind for name, (kind, _) in describe(ShownCard).items()}
    kinds |= {"position": place, "index": place}
    names = [name for name in kinds if name != ("card" if terms.max is not None else "integer")]
    return tuple(
        ShownCard(**parse_members(f"{path}[{number}]", kinds, shown, names)) for number, shown in enumerate(value)
    )


def check_shown(
    path: str, cards: Sequence[ShownCard], terms: Terms, find_root: Callable[[int], bytes | None]
) -> Difference | None:
    """Return the first shown card that is wrong; `find_root` returns the root of a round, None if it is not known."""
    places: dict[tuple[int, int], int] = {}
    for number, shown in enumerate(cards):
        name, label = "integer" if terms.max is not None else "card", label_of(shown)
        ((_, (expected,)),) = terms.label_cards([shown.index]).items()
        if label != expected:
            return Difference(where=f"{path}[{number}].{name}", expected=str(expected), seen=str(label))
        position = places.setdefault((shown.round, shown.index), shown.position)
        if position != shown.position:
            where = f"{path}[{number}].position"
            return Difference(where=where, expected=str(position), seen=str(shown.position), detail=_TWICE)
        root = find_root(shown.round)
        if root is not None and (seen := _climb(shown, terms.size)) != root:
            where = f"{path}[{number}]"
            seen_root = None if seen is None else seen.hex()
            return Difference(where=where, expected=root.hex(), seen=seen_root, detail=_OTHER_ROOT)
    return None


def check_shown_alone(value: object, root: str, terms_value: object) -> VerificationResult:
    """Check shown cards of one round by its root, which stays unchecked.

    Raises `Refused`, naming what is not of their form.
    """
    terms = read_terms("terms", terms_value)
    cards = parse_shown("shown", value, terms)
    for number, card in enumerate(cards):
        if card.round != cards[0].round:
            raise Refused("shown", f"shown[{number}].round is {card.round}, and shown[0].round {cards[0].round}.")
    root_bytes = bytes.fromhex(root)
    difference = check_shown("shown", cards, terms, lambda _: root_bytes)
    return build_result({}, {"terms": None, "shown": difference}, {"root": _UNKNOWN_ROOT}, origin=_ROOT_ALONE)


def label_of(shown: ShownCard) -> Any:
    """Return the code or the integer of a shown card."""
    return shown.integer if shown.card is None else shown.card


def _climb(shown: ShownCard, size: int) -> bytes | None:
    """Return the root to which the path of a shown card leads, None if it has too many or too few steps."""
    places = pack_integers([shown.round, shown.position, shown.index])
    return climb(bytes.fromhex(shown.salt) + places, shown.position, size, [bytes.fromhex(step) for step in shown.path])


_ROOT_ALONE = unknown("Anybody can make a root, and a root does not tell where its order came from: the receipt does.")
_UNKNOWN_ROOT = (
    "Anybody can make up a root. Compare it with roots of a seen whose draw leads to a digest that the service signed."
)
_TWICE = "One card is shown at two positions of a round."
_OTHER_ROOT = "The card, its salt and its path do not lead to the root of its round."
