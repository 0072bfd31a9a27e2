"""What is asked when a result of another provider's scheme is to be checked; the scheme says what each field means."""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.fields import Choice, Integer, Several, Text
from service.api.schemas.one_of import Alternative
from service.api.schemas.requests import described
from service.core.rng.streams import MAX_INDEX
from service.core.third_party.catalogue import SCHEMES
from service.core.third_party.drand import MAX_PERIOD, SIGNINGS
from service.core.third_party.rfc3797 import MAX_COUNT, MAX_DIGITS, MAX_KEY, MAX_POOL, MAX_SOURCES, MAX_VALUES
from service.core.third_party.stake import GAMES, MAX_CURSOR

_HEX = 192  # digits of the longest signature, and of the longest key


class SchemeRequest(Alternative):
    """A result of another scheme."""

    scheme_name: ClassVar[str]

    @classmethod
    def fits(cls, body: Mapping[str, Any]) -> bool:
        """Whether the body names this scheme."""
        return body.get("scheme") == cls.scheme_name

    @ma.post_load
    def make(self, values: dict[str, Any], **_: Any) -> Any:
        """What is asked, frozen."""
        return SCHEMES[values.pop("scheme")].takes(**values)


def _scheme(name: str) -> Choice:
    return Choice([name], required=True, metadata=described(f"{SCHEMES[name].title} ({SCHEMES[name].source}).", name))


def _hex(text: str) -> Text:
    return Text(_HEX, metadata=described(f"{text} In hexadecimal digits."))


class StakeRequest(SchemeRequest):
    """A bet of Stake's."""

    scheme_name = "stake"
    told_by = "a bet of Stake's, known by scheme=stake"

    scheme = _scheme("stake")
    server_seed = Text(
        required=True, metadata=described("As revealed; used as text even where it is hexadecimal.", "s")
    )
    server_seed_hash = _hex("What was shown before the bet.")
    client_seed = Text(required=True, metadata=described("The player's.", "c"))
    nonce = Integer(0, MAX_INDEX, required=True, metadata=described("The number of the bet under these seeds.", 1))
    cursor = Integer(0, MAX_CURSOR, metadata=described("Bytes that are passed over first.", default=0))
    game = Choice(GAMES, required=True, metadata=described("Whose events these are.", "dice"))
    count = Integer(
        1,
        max(game.most for game in GAMES.values()),
        metadata=described("How many events. Default: as many as were seen, or as the game usually has."),
    )
    seen = Several(
        Text(40),
        1,
        max(game.most for game in GAMES.values()),
        metadata=described(
            "The events as the player saw them: cards in any spelling, squares of mines from 0 and of keno from 1, "
            "rolls with two decimals, left and right, colours of gems."
        ),
    )


class Rfc3797Request(SchemeRequest):
    """A publicly verifiable selection."""

    scheme_name = "rfc3797"
    told_by = "a selection by RFC 3797, known by scheme=rfc3797"

    scheme = _scheme("rfc3797")
    sources = Several(
        Several(Text(MAX_DIGITS), 1, MAX_VALUES),
        1,
        MAX_SOURCES,
        metadata=described("The published numbers, source by source in the order announced.", [["9", "19", "26"]]),
    )
    key_string = Text(MAX_KEY, metadata=described("The key as published; without sources it is used as it is."))
    pool = Integer(1, MAX_POOL, required=True, metadata=described("How many there are to select from.", 25))
    count = Integer(1, MAX_COUNT, required=True, metadata=described("How many are selected.", 10))
    seen = Several(
        Integer(1, MAX_POOL), 1, MAX_COUNT, metadata=described("The numbers that were selected, from 1, in order.")
    )


class DrandRequest(SchemeRequest):
    """A round of the randomness beacon drand."""

    scheme_name = "drand"
    told_by = "a round of drand, known by scheme=drand"

    scheme = _scheme("drand")
    round = Integer(1, MAX_INDEX, required=True, metadata=described("Its number.", 1))
    signature = Text(_HEX, required=True, metadata=described("Of the round, in hexadecimal digits."))
    previous_signature = _hex("In chained schemes that of the round before, in round 1 the group hash.")
    randomness = _hex("What was published or used.")
    chain_hash = _hex("Which chain; of the League of Entropy's default and quicknet nothing else need be said.")
    scheme_id = Choice(SIGNINGS, metadata=described("How the network signs."))
    public_key = _hex("The chain's key.")
    period = Integer(1, MAX_PERIOD, metadata=described("Seconds from round to round."))
    genesis_time = Integer(0, MAX_INDEX, metadata=described("When round 1 was due, in seconds since 1970."))
    group_hash = _hex("The chain's genesis seed.")
    beacon_id = Text(metadata=described("The chain's name, by default default."))
