"""What is asked when a result of another provider's scheme is to be checked; the scheme says what each field means."""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.fields import BoundedList, BoundedString, Choice, Integer
from service.api.schemas.one_of import Alternative
from service.api.schemas.requests import openapi
from service.core.rng.streams import MAX_INDEX
from service.core.third_party.catalogue import SCHEMES
from service.core.third_party.drand import MAX_PERIOD, SIGNATURE_SCHEMES
from service.core.third_party.rfc3797 import MAX_COUNT, MAX_DIGITS, MAX_KEY, MAX_POOL, MAX_SOURCES, MAX_VALUES
from service.core.third_party.stake import GAMES, MAX_CURSOR

_HEX = 192  # digits of the longest signature, and of the longest key


class SchemeRequest(Alternative):
    """A result of another scheme."""

    scheme_name: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Whether the body names this scheme."""
        return body.get("scheme") == cls.scheme_name

    @ma.post_load
    def to_dataclass(self, values: dict[str, Any], **_: Any) -> Any:
        """What is asked, frozen."""
        return SCHEMES[values.pop("scheme")].takes(**values)


def _scheme(name: str) -> Choice:
    return Choice([name], required=True, metadata=openapi(f"{SCHEMES[name].title} ({SCHEMES[name].source}).", name))


def _hex(text: str) -> BoundedString:
    return BoundedString(_HEX, metadata=openapi(f"{text} In hexadecimal digits."))


class StakeRequest(SchemeRequest):
    """A bet of Stake's."""

    scheme_name = "stake"
    matched_by = "a bet of Stake's, known by scheme=stake"

    scheme = _scheme("stake")
    server_seed = BoundedString(
        required=True, metadata=openapi("As revealed; used as text even where it is hexadecimal.", "s")
    )
    server_seed_hash = _hex("What was shown before the bet.")
    client_seed = BoundedString(required=True, metadata=openapi("The player's.", "c"))
    nonce = Integer(0, MAX_INDEX, required=True, metadata=openapi("The number of the bet under these seeds.", 1))
    cursor = Integer(0, MAX_CURSOR, metadata=openapi("Bytes that are passed over first.", default=0))
    game = Choice(GAMES, required=True, metadata=openapi("Whose events these are.", "dice"))
    count = Integer(
        1,
        max(game.most for game in GAMES.values()),
        metadata=openapi("How many events. Default: as many as were seen, or as the game usually has."),
    )
    seen = BoundedList(
        BoundedString(40),
        1,
        max(game.most for game in GAMES.values()),
        metadata=openapi(
            "The events as the player saw them: cards in any spelling, squares of mines from 0 and of keno from 1, "
            "rolls with two decimals, left and right, colours of gems."
        ),
    )


class Rfc3797Request(SchemeRequest):
    """A publicly verifiable selection."""

    scheme_name = "rfc3797"
    matched_by = "a selection by RFC 3797, known by scheme=rfc3797"

    scheme = _scheme("rfc3797")
    sources = BoundedList(
        BoundedList(BoundedString(MAX_DIGITS), 1, MAX_VALUES),
        1,
        MAX_SOURCES,
        metadata=openapi("The published numbers, source by source in the order announced.", [["9", "19", "26"]]),
    )
    key_string = BoundedString(MAX_KEY, metadata=openapi("The key as published; without sources it is used as it is."))
    pool = Integer(1, MAX_POOL, required=True, metadata=openapi("How many there are to select from.", 25))
    count = Integer(1, MAX_COUNT, required=True, metadata=openapi("How many are selected.", 10))
    seen = BoundedList(
        Integer(1, MAX_POOL), 1, MAX_COUNT, metadata=openapi("The numbers that were selected, from 1, in order.")
    )


class DrandRequest(SchemeRequest):
    """A round of the randomness beacon drand."""

    scheme_name = "drand"
    matched_by = "a round of drand, known by scheme=drand"

    scheme = _scheme("drand")
    round = Integer(1, MAX_INDEX, required=True, metadata=openapi("Its number.", 1))
    signature = BoundedString(_HEX, required=True, metadata=openapi("Of the round, in hexadecimal digits."))
    previous_signature = _hex("In chained schemes that of the round before, in round 1 the group hash.")
    randomness = _hex("What was published or used.")
    chain_hash = _hex("Which chain; of the League of Entropy's default and quicknet nothing else need be said.")
    scheme_id = Choice(SIGNATURE_SCHEMES, metadata=openapi("How the network signs."))
    public_key = _hex("The chain's key.")
    period = Integer(1, MAX_PERIOD, metadata=openapi("Seconds from round to round."))
    genesis_time = Integer(0, MAX_INDEX, metadata=openapi("When round 1 was due, in seconds since 1970."))
    group_hash = _hex("The chain's genesis seed.")
    beacon_id = BoundedString(metadata=openapi("The chain's name, by default default."))
