"""Requests to check a result of another provider's scheme, whose module in core documents each field."""

from collections.abc import Mapping
from typing import Any, ClassVar

from service.api.schemas.fields import BoundedList, BoundedString, Choice, Integer
from service.api.schemas.one_of import Alternative
from service.api.schemas.requests import openapi
from service.core.rng.streams import MAX_INDEX
from service.core.third_party.catalogue import SCHEMES
from service.core.third_party.drand import MAX_PERIOD
from service.core.third_party.drand_chains import SIGNATURE_SCHEMES
from service.core.third_party.rfc3797 import MAX_COUNT, MAX_DIGITS, MAX_KEY, MAX_POOL, MAX_SOURCES, MAX_VALUES
from service.core.third_party.stake import GAMES, MAX_CURSOR

_MAX_HEX = 192  # digits of the longest signature, and of the longest key


class SchemeRequest(Alternative):
    """A result of another provider's scheme."""

    scheme_name: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body names this scheme."""
        return body.get("scheme") == cls.scheme_name

    def build(self, values: dict[str, Any]) -> Any:
        """Return the request as the frozen dataclass of its scheme."""
        return SCHEMES[values.pop("scheme")].request_type(**values)


def _scheme_field(name: str) -> Choice:
    return Choice([name], required=True, metadata=openapi(f"{SCHEMES[name].title} ({SCHEMES[name].source}).", name))


def _hex_field(text: str) -> BoundedString:
    return BoundedString(_MAX_HEX, metadata=openapi(f"{text} In hexadecimal digits."))


class StakeRequest(SchemeRequest):
    """A bet at Stake."""

    scheme_name = "stake"
    description = "a bet at Stake, identified by scheme=stake"

    scheme = _scheme_field("stake")
    server_seed = BoundedString(
        required=True, metadata=openapi("The revealed seed; used as text even if it is hexadecimal.", "s")
    )
    server_seed_hash = _hex_field("The hash that was shown before the bet.")
    client_seed = BoundedString(required=True, metadata=openapi("The player's seed.", "c"))
    nonce = Integer(0, MAX_INDEX, required=True, metadata=openapi("The number of the bet under these seeds.", 1))
    cursor = Integer(0, MAX_CURSOR, metadata=openapi("The number of bytes to skip.", default=0))
    game = Choice(GAMES, required=True, metadata=openapi("The game.", "dice"))
    count = Integer(
        1,
        max(game.max_count for game in GAMES.values()),
        metadata=openapi("The number of events. Default: the length of seen, or else what is usual for the game."),
    )
    seen = BoundedList(
        BoundedString(40),
        0,
        max(game.max_count for game in GAMES.values()),
        metadata=openapi(
            "The events that the player saw: cards in any spelling, squares of mines from 0 and of keno from 1, "
            "rolls with two decimals, left and right, colours of gems."
        ),
    )


class Rfc3797Request(SchemeRequest):
    """A publicly verifiable selection."""

    scheme_name = "rfc3797"
    description = "a selection by RFC 3797, identified by scheme=rfc3797"

    scheme = _scheme_field("rfc3797")
    sources = BoundedList(
        BoundedList(BoundedString(MAX_DIGITS), 1, MAX_VALUES),
        0,
        MAX_SOURCES,
        metadata=openapi("The published numbers, source by source in the order announced.", [["9", "19", "26"]]),
    )
    key_string = BoundedString(MAX_KEY, metadata=openapi("The key as published; without sources it is used unchecked."))
    pool = Integer(1, MAX_POOL, required=True, metadata=openapi("The size of the pool.", 25))
    count = Integer(1, MAX_COUNT, required=True, metadata=openapi("The number of selections.", 10))
    seen = BoundedList(Integer(1, MAX_POOL), 0, MAX_COUNT, metadata=openapi("The selected numbers, from 1, in order."))


class DrandRequest(SchemeRequest):
    """A round of the randomness beacon drand."""

    scheme_name = "drand"
    description = "a round of drand, identified by scheme=drand"

    scheme = _scheme_field("drand")
    round = Integer(1, MAX_INDEX, required=True, metadata=openapi("The number of the round.", 1))
    signature = BoundedString(
        _MAX_HEX,
        required=True,
        metadata=openapi("The signature of the round, in hexadecimal digits. It is checked with the extra `drand`."),
    )
    previous_signature = _hex_field(
        "The signature of the round before, in chained schemes only; in round 1 the group hash."
    )
    randomness = _hex_field("The published randomness.")
    chain_hash = _hex_field(
        "The hash of the chain; the parameters of the League of Entropy's default and quicknet may be omitted."
    )
    scheme_id = Choice(SIGNATURE_SCHEMES, metadata=openapi("The signature scheme of the network."))
    public_key = _hex_field("The public key of the chain.")
    period = Integer(1, MAX_PERIOD, metadata=openapi("Seconds from round to round."))
    genesis_time = Integer(0, MAX_INDEX, metadata=openapi("The time of round 1, in seconds since 1970."))
    group_hash = _hex_field("The genesis seed of the chain.")
    beacon_id = BoundedString(metadata=openapi("The name of the chain, with its other parameters; without it default."))
