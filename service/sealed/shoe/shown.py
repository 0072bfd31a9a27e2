"""Shown cards: a card with the proof of its position, which anybody checks by the root of the round's Merkle tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from ...core.errors import Refused
from ...core.object_types import describe, parse_members
from ...core.rng.streams import MAX_INDEX
from ...core.validation import wrong_value
from ...core.value_types import Integer, ListOf, Sha256, ValueType
from ...verdicts.verdict import Difference, VerificationResult, build_result, unknown
from ..opening.contents import MAX_TREE
from ..opening.own_items import CardLabel, ItemValue, item_to_json
from ..opening.resolution import read_terms
from ..opening.terms import Terms
from .merkle import climb
from .rounds import Round, pack_integers

MAX_STEPS = (MAX_TREE - 1).bit_length()  # of the longest path
STEPS_OF_A_SHOWN_CARD = 250  # draws of fisher_yates in the time of its check
_MAX_ROUND = 2**32 - 1
_MAX_PARSED = 100_000


@dataclass(frozen=True, kw_only=True)
class CardProof:
    """A card, or an integer of a shoe of integers, with the proof that it lies at its position."""

    round: Annotated[int, Integer("The round, from 0.", 0, _MAX_ROUND)]
    position: Annotated[int, Integer("The position in the round.", 0, MAX_TREE - 1)]
    index: Annotated[
        int, Integer("The index of the card in the unshuffled shoe.", 0, MAX_TREE - 1)
    ]
    card: Annotated[Any | None, ItemValue("The code of the card, or the item.")] = None
    integer: Annotated[int | None, Integer("The integer.", -MAX_INDEX, MAX_INDEX)] = (
        None
    )
    salt: Annotated[str, Sha256("The salt of the card.")]
    path: Annotated[
        tuple[str, ...],
        ListOf("The steps from the leaf up to the root.", Sha256(), MAX_STEPS),
    ]


def show_card(current: Round, position: int) -> dict[str, Any]:
    """Return the card at a position of a round, with the proof that it lies there, as a JSON object."""
    index = int(current.order[position])
    terms = current.terms
    [label] = terms.list_labels([index])
    return {
        "round": current.number,
        "position": position,
        "index": index,
        _label_member(terms): item_to_json(label),
        "salt": current.salt(position).hex(),
        "path": [step.hex() for step in current.tree.path(position)],
    }


def parse_shown(path: str, value: object, terms: Terms) -> tuple[CardProof, ...]:
    """Return the shown cards in a JSON array. Raises `Refused`, naming the first value that contradicts the terms."""
    if not isinstance(value, list) or len(value) > _MAX_PARSED:
        raise wrong_value(path, f"a list of up to {_MAX_PARSED:,} shown cards")
    if value and not terms.has_tree:
        raise wrong_value(
            path,
            f"empty: with reveal={terms.reveal} no round has a root, and no card is shown",
        )
    value_types: dict[str, ValueType] = {
        name: value_type for name, (value_type, _) in describe(CardProof).items()
    }
    place = Integer(max=terms.size - 1)
    value_types["position"] = place
    value_types["index"] = place
    not_of_shoe = "card" if terms.max is not None else "integer"
    names = [name for name in value_types if name != not_of_shoe]
    cards = []
    for number, card in enumerate(value):
        members = parse_members(f"{path}[{number}]", value_types, card, names)
        cards.append(CardProof(**members))
    return tuple(cards)


def check_shown(
    path: str,
    cards: Sequence[CardProof],
    terms: Terms,
    find_root: Callable[[int], bytes | None],
) -> Difference | None:
    """Return the first wrong shown card. `find_root` takes the number of a round and returns its root, if known."""
    position_by_card: dict[tuple[int, int], int] = {}
    for number, card in enumerate(cards):
        where = f"{path}[{number}]"
        difference = _check_label(where, card, terms)
        if difference:
            return difference
        position = position_by_card.setdefault((card.round, card.index), card.position)
        if position != card.position:
            return Difference(
                where=f"{where}.position",
                expected=str(position),
                seen=str(card.position),
                detail=_TWICE,
            )
        root = find_root(card.round)
        if root is None:
            continue
        computed_root = _compute_root(card, terms.size)
        if computed_root != root:
            return Difference(
                where=where,
                expected=root.hex(),
                seen=None if computed_root is None else computed_root.hex(),
                detail=_OTHER_ROOT,
            )
    return None


def _check_label(where: str, card: CardProof, terms: Terms) -> Difference | None:
    """Return a difference unless a shown card has the label of its index in the unshuffled shoe."""
    [expected] = terms.list_labels([card.index])
    label = label_of(card)
    if label == expected:
        return None
    return Difference(
        where=f"{where}.{_label_member(terms)}", expected=str(expected), seen=str(label)
    )


def _label_member(terms: Terms) -> str:
    """Return the member of a `CardProof` that has the label of the card: `card`, or `integer` of `integers`."""
    return terms.cards_member.removesuffix("s")


def _compute_root(card: CardProof, size: int) -> bytes | None:
    """Return the root of a tree of `size` leaves from a card, its salt and its path; None for a path of wrong length.

    FROZEN: the entry of a leaf, the salt, then round, position and index in four bytes each.
    """
    place = pack_integers([card.round, card.position, card.index])
    entry = bytes.fromhex(card.salt) + place
    path = [bytes.fromhex(step) for step in card.path]
    return climb(entry, card.position, size, path)


def check_shown_alone(
    value: object, root: str, terms_value: object
) -> VerificationResult:
    """Check shown cards of one round, without a receipt, by the root of the round's tree; the root stays unchecked.

    Raises `Refused`, naming the first value that contradicts the terms.
    """
    terms = read_terms("terms", terms_value)
    cards = parse_shown("shown", value, terms)
    for number, card in enumerate(cards):
        if card.round != cards[0].round:
            raise Refused(
                "shown",
                f"shown[{number}].round is {card.round}, and shown[0].round {cards[0].round}.",
            )
    root_bytes = bytes.fromhex(root)
    difference = check_shown("shown", cards, terms, lambda _: root_bytes)
    return build_result(
        {},
        {"terms": None, "shown": difference},
        {"root": _UNKNOWN_ROOT},
        origin=_ROOT_ALONE,
    )


def label_of(card: CardProof) -> CardLabel | None:
    """Return the code, the item or the integer of a shown card."""
    return card.integer if card.card is None else card.card


_ROOT_ALONE = unknown(
    "Anybody can make a root, and a root does not tell where its order came from: the receipt does."
)
_UNKNOWN_ROOT = (
    "Anybody can make up a root. This root is right only if it is in a seen, and the draw of this seen leads to a "
    "digest that the service signed."
)
_TWICE = "One card is shown at two positions of a round."
_OTHER_ROOT = "The card, its salt and its path do not lead to the root of its round."
