"""Resolve the terms of a sealed shoe: add the defaults to a request, and refuse terms that contradict each other."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ...core.errors import Refused
from ...core.limits import Limits
from ...core.validation import refuse_member, wrong_value
from ...games.catalogue import GAMES
from ...games.procedures import Face
from ...verdicts.verdict import compare_values
from .contents import MAX_TREE
from .terms import Consent, Reshuffle, Reveal, Terms, parse_terms


def resolve_terms(terms: Terms, limits: Limits) -> Terms:
    """Return a request's terms with every default filled in, and with the code of every excluded card.

    Raises `Refused` for terms that contradict each other and `TooMany` for a shoe beyond the limits.
    """
    _check_contents(terms)
    resolved_terms = replace(terms, **terms.contents.resolve())
    consent = terms.consent
    if consent is not None:
        all_keys = len(consent.keys)
        resolved_consent = replace(
            consent,
            quorum=all_keys if consent.quorum is None else consent.quorum,
            start=all_keys if consent.start is None else consent.start,
        )
        resolved_terms = replace(resolved_terms, consent=resolved_consent)
    limits.check_shuffled(
        resolved_terms.size, "max" if resolved_terms.max is not None else "decks"
    )
    _check_cut(resolved_terms)
    _check_keys(resolved_terms)
    return resolved_terms


def _check_contents(terms: Terms) -> None:
    """Raise `Refused` unless the terms say in exactly one way what the shoe has."""
    given = [
        name
        for name in ("deck", "game", "max", "items")
        if getattr(terms, name) not in {None, ()}
    ]
    if len(given) == 1:
        return
    clause = f"{' and '.join(given)} are given" if given else "none is given"
    field = given[-1] if given else "deck"
    raise Refused(
        field, f"A shoe has a deck, a game, the integers up to max or items; {clause}."
    )


def _check_cut(terms: Terms) -> None:
    """Raise `Refused` for a cut, or a `reshuffle` at the cut, that contradicts other members."""
    at_cut = terms.reshuffle is Reshuffle.AT_CUT
    size = f"{terms.size:,} {terms.unit}s"
    if terms.cut >= terms.size:
        raise Refused(
            "cut",
            f"cut is {terms.cut:,}; the shoe has {size}, and the cut must be fewer.",
        )
    if terms.cut and not at_cut:
        policy = f"reshuffle={Reshuffle.AT_CUT}, and reshuffle is {terms.reshuffle}"
        raise Refused("cut", f"A cut goes with {policy}; leave out one.")
    if at_cut and terms.table and not terms.table.continues:
        games = ", ".join(game.name for game in GAMES.values() if game.continues)
        owner = terms.game or "A deal of your own"
        begins = f"{owner} begins each hand with all its cards"
        raise Refused(
            "reshuffle",
            f"{begins}; {Reshuffle.AT_CUT} is for decks, integers, items and {games}.",
        )


def _check_keys(terms: Terms) -> None:
    """Raise `Refused` for keys, or a `reveal`, that contradict other members."""
    if terms.has_tree and terms.size > MAX_TREE:
        sentence = f"With reveal={terms.reveal} a shoe has at most {MAX_TREE:,} {terms.unit}s; this has {terms.size:,}."
        raise Refused("reveal", sentence)
    if (terms.auditor is None) is (terms.reveal is Reveal.AUDITOR):
        raise Refused(
            "auditor",
            f"reveal={Reveal.AUDITOR} and auditor, a key, go together; give both or neither.",
        )
    if terms.view_keys is not None:
        _check_view_keys(terms)
    if terms.consent:
        _check_consent(terms, terms.consent)
        _check_distinct("consent", list(terms.consent.keys.items()))
    readers = list((terms.view_keys or {}).items())
    if terms.auditor:
        readers.append(("auditor", terms.auditor))
    _check_distinct("view_keys", readers)


def _check_view_keys(terms: Terms) -> None:
    """Raise `Refused` if the keys that let seats read their own cards would not hide these cards from others."""
    if not terms.view_keys:
        raise Refused("view_keys", "view_keys has no key; leave it out.")
    if terms.reveal is Reveal.ALL:
        required = f"reveal={Reveal.SHOWN} or {Reveal.AUDITOR}"
        sentence = f"reveal={Reveal.ALL}, the default, discloses all cards; view_keys needs {required}."
        raise Refused("view_keys", sentence)
    if terms.consent is None:
        raise Refused(
            "view_keys",
            "view_keys needs consent: without it whoever has a token deals out the rest.",
        )
    if terms.procedure.hand_face is Face.OTHERS:
        raise Refused(
            "view_keys",
            f"In {terms.game} all others see a hand; a key of its own seat cannot hide it.",
        )


def _check_distinct(field: str, keys: Sequence[tuple[str, Mapping[str, str]]]) -> None:
    """Raise `Refused`, naming `field`, if two of its keys are the same. `keys` has pairs of an owner and a JWK."""
    for (first, first_key), (second, second_key) in combinations(keys, 2):
        if first_key == second_key:
            raise Refused(
                field, f"{first!r} and {second!r} have the same key; make one for each."
            )


def _check_consent(terms: Terms, consent: Consent) -> None:
    """Raise `Refused` unless 1 ≤ quorum ≤ start ≤ number of keys, and for a key of an unknown seat."""
    quorum = consent.quorum or 0
    start = consent.start or 0
    keys = len(consent.keys)
    if not 1 <= quorum <= keys:
        raise Refused(
            "consent",
            f"consent.quorum is {quorum}; it must be from 1 to the number of keys, {keys}.",
        )
    if not quorum <= start <= keys:
        between = f"it must be from quorum, {quorum}, to the number of keys, {keys}"
        raise Refused("consent", f"consent.start is {start}; {between}.")
    if terms.table:
        for seat in consent.keys:
            if seat not in terms.seats:
                seats = ", ".join(terms.seats) or "none"
                raise Refused(
                    "consent", f"The seat {seat!r} of consent is none of {seats}."
                )
    for seat in terms.view_keys or {}:
        if seat not in consent.keys:
            raise Refused(
                "view_keys", f"The seat {seat!r} of view_keys has no key in consent."
            )


def read_terms(path: str, value: object) -> Terms:
    """Return the terms in a published JSON object. Raises `Refused` for terms that the service never publishes."""
    terms = parse_terms(path, value)
    try:
        resolved_terms = replace(terms, **terms.contents.resolve())
        _check_cut(resolved_terms)
        _check_keys(resolved_terms)
    except Refused as refusal:
        raise refuse_member(
            f"{path}.{refusal.field}", f"No shoe has these terms. {refusal}"
        ) from None
    difference = compare_values(path, resolved_terms.published, terms.published)
    if difference:
        raise wrong_value(difference.where, difference.expected or "left out")
    return terms
