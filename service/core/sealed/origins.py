"""Who could choose the order of a sealed shoe, by its receipt and what its reader confirms."""

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
    """Return the origin of the order in a full receipt in which nothing differs.

    `is_compared` says whether a card that was seen, or a complete list of draws, was compared with the seeds. The
    reader noted the commitment before the first card, and confirms the client seed. The terms have the hashes of
    `has_words`, or a label that names a round of drand, whose signature was checked: `has_beacon`.
    """
    if not is_drawn:
        return unknown("Nothing was drawn, so there is nothing to choose yet.")
    if not has_seed:
        return _OPERATOR
    if not is_compared:
        return unknown("No card was compared with these seeds, so it cannot be told whether the cards came from them.")
    noted = "the commitment that you noted was shown" if is_commitment_noted else "you noted this commitment"
    if has_beacon:
        return _nobody(
            f"The label names this round of drand, and its signature is right: nobody alone could choose, if {noted} "
            "before the round was due."
        )
    if has_words:
        return _nobody(
            "The terms fixed every text by its hash: nobody alone could choose, if one of the texts was random and an "
            f"honest player's, and {noted} before that text was told."
        )
    if is_commitment_noted and is_seed_noted:
        words = (
            "You confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave "
            "the last words, or agreed with whoever did."
        )
    else:
        which = "the ones that you confirmed" if is_seed_noted else "them"
        words = (
            f"Whoever held the token and heard the last words could try others; nobody could, if you gave or heard "
            f"{which} after {noted}."
        )
    return Origin(ChosenBy.LAST_WORD, words)


def _nobody(rests_on: str) -> Origin:
    return Origin(ChosenBy.NOBODY_ALONE, rests_on)


_OPERATOR = Origin(
    ChosenBy.OPERATOR,
    "No words of others decided the order: whoever opened the shoe could open others until one suited.",
)

HIDDEN_SEED = unknown(
    "A partial receipt does not show that the order came from the seeds: the service could put any order into the "
    "tree. Whoever has the full receipt can tell."
)
