"""Find who could choose the order of a sealed shoe, from its receipt and from what the receipt's reader confirms."""

from collections.abc import Sequence

from ...verdicts.confirmed import Confirmed
from ...verdicts.verdict import ChosenBy, Origin, unknown


def find_origin(
    *,
    is_drawn: bool,
    is_compared: bool,
    has_seed: bool,
    confirmed: Confirmed,
    has_words: bool = False,
    has_beacon: bool = False,
) -> Origin:
    """Return who could choose the order of a shoe, by a full receipt that was checked without a difference.

    `is_compared`: an observed card was compared with the seeds. `has_seed`: there is a client seed. `has_words`: the
    terms have the hashes of the texts that make the client seed. `has_beacon`: the label names a round of drand, and
    its signature was checked. Whoever opens shoes can try them, unless the reader confirms the commitment.
    """
    is_noted = confirmed.commitment is not None
    is_seed_noted = confirmed.client_seed is not None
    moment = "you noted this commitment"
    if is_noted:
        moment = "the commitment that you noted was shown"
    words = "the ones that you confirmed" if is_seed_noted else "them"
    # The first condition that is true says the origin.
    origins: Sequence[tuple[bool, Origin]] = (
        (not is_drawn, _NOT_DRAWN),
        (not has_seed, _OPERATOR),
        (not is_compared, _NOT_COMPARED),
        (is_noted and has_beacon and confirmed.public_before_round, _PUBLIC),
        (is_noted and has_words and confirmed.own_text is not None, _OWN_TEXT),
        (
            has_beacon,
            _last_word(
                "The label names this round of drand, and its signature is right: whoever opened the shoe after the "
                f"round was due could try others; nobody could, if {moment} before it was due."
            ),
        ),
        (
            has_words,
            _last_word(
                "The terms fixed every text by its hash: whoever knew all texts could try shoes; nobody could, if one "
                f"of them was yours, random, and told after {moment}."
            ),
        ),
        (is_noted and is_seed_noted, _BOTH_NOTED),
        (
            True,
            _last_word(
                "Whoever held the token and heard the last words could try others; nobody could, if you gave or heard "
                f"{words} after {moment}."
            ),
        ),
    )
    return next(origin for is_so, origin in origins if is_so)


def _last_word(reason: str) -> Origin:
    """Return the origin of an order that whoever had the last word could choose, with the reason."""
    return Origin(ChosenBy.LAST_WORD, reason)


_NOT_DRAWN = unknown("Nothing was drawn, so there is nothing to choose yet.")
_NOT_COMPARED = unknown(
    "No card was compared with these seeds, so it cannot be told whether the cards came from them."
)
_OPERATOR = Origin(
    ChosenBy.OPERATOR,
    "No words of others decided the order: whoever opened the shoe could open others until one suited.",
)
_PUBLIC = Origin(
    ChosenBy.NOBODY_ALONE,
    "The label names this round of drand, its signature is right, and you saw the commitment in public before the "
    "round was due.",
)
_OWN_TEXT = Origin(
    ChosenBy.NOBODY_ALONE,
    "The terms fixed every text by its hash, and yours is one of them: nobody alone could choose, if it was random, "
    "and you gave it after the commitment that you noted was shown.",
)
_BOTH_NOTED = _last_word(
    "You confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave the "
    "last words, or agreed with whoever did."
)

HIDDEN_SEED = unknown(
    "A partial receipt does not show that the order came from the seeds: the service could put any order into the "
    "tree. Whoever has the full receipt can tell."
)
