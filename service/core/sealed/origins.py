"""Tell who could choose the order of a sealed shoe, from its receipt and what the reader of the receipt confirms."""

from service.core.verification import ChosenBy, Origin, unknown


def find_origin(
    *,
    is_drawn: bool,
    is_compared: bool,
    has_seed: bool,
    is_commitment_noted: bool,
    is_seed_noted: bool,
    has_words: bool = False,
    has_beacon: bool = False,
) -> Origin:
    """Return who could choose the order of a shoe, by a full receipt that was checked without a difference.

    `is_compared`: an observed card was compared with the seeds. `has_seed`: there is a client seed.
    `is_commitment_noted`, `is_seed_noted`: the player sent the commitment, or the client seed, with the receipt.
    `has_words`: the terms have the hashes of the texts that make the client seed. `has_beacon`: the label names a round
    of drand, and its signature was checked.
    """
    if not is_drawn:
        return unknown("Nothing was drawn, so there is nothing to choose yet.")
    if not has_seed:
        return _OPERATOR
    if not is_compared:
        return unknown("No card was compared with these seeds, so it cannot be told whether the cards came from them.")
    moment = "the commitment that you noted was shown" if is_commitment_noted else "you noted this commitment"
    chosen_by = ChosenBy.NOBODY_ALONE if has_beacon or has_words else ChosenBy.LAST_WORD
    heard_words = "the ones that you confirmed" if is_seed_noted else "them"
    rests_on = (
        f"Whoever held the token and heard the last words could try others; nobody could, if you gave or heard "
        f"{heard_words} after {moment}."
    )
    if has_beacon:
        rests_on = (
            f"The label names this round of drand, and its signature is right: nobody alone could choose, if {moment} "
            "before the round was due."
        )
    elif has_words:
        rests_on = (
            "The terms fixed every text by its hash: nobody alone could choose, if one of the texts was random and an "
            f"honest player's, and {moment} before that text was told."
        )
    elif is_commitment_noted and is_seed_noted:
        rests_on = (
            "You confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave "
            "the last words, or agreed with whoever did."
        )
    return Origin(chosen_by, rests_on)


_OPERATOR = Origin(
    ChosenBy.OPERATOR,
    "No words of others decided the order: whoever opened the shoe could open others until one suited.",
)

HIDDEN_SEED = unknown(
    "A partial receipt does not show that the order came from the seeds: the service could put any order into the "
    "tree. Whoever has the full receipt can tell."
)
