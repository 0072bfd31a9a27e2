"""The settings of sealed shoes: the keys of their tokens, and how long a token lives."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import partial

from ...environment import Secret, read_integer
from ...setting_fields import KeySetting, MadeKey, parse_keys, setting
from ..shoe.tokens import generate_key

NO_SHOE_KEYS = (
    "SHOE_KEYS is not set: tokens of sealed shoes work until this process stops, and at no other replica. "
    "Set it to what `openssl rand -base64 32` prints."
)

_WEEK = 7 * 24 * 60 * 60  # seconds
_TEN_YEARS = 3652 * 24 * 60 * 60


def _parse_shoe_keys(secret: Secret) -> tuple[str, ...]:
    """Return the keys in a setting as Fernet reads them: the key in use, further keys, keys marked `open:`."""
    return parse_keys(secret, "open:", lambda key: urlsafe_b64encode(key).decode())


@dataclass(frozen=True, kw_only=True)
class SealedSettings:
    """The settings of sealed shoes."""

    shoe_keys: tuple[str, ...] = setting(
        "keys of the tokens of sealed shoes, separated by commas: the first without `open:` seals, all of them open; "
        "the same for all replicas. Without a key, the process generates one, and its tokens end with the process",
        (),
        parse_secret=_parse_shoe_keys,
        keys=KeySetting(
            use_of_first="seals",
            use_of_others="opens",
            reason_apart="Each purpose needs its own keys, so that whoever learns one key learns no more.",
            get_secret=urlsafe_b64decode,
            if_missing=MadeKey(generate_key, NO_SHOE_KEYS),
        ),
    )
    shoe_ttl: int = setting(
        "seconds until a token of a sealed shoe expires, up to ten years; keep an old key as long; each draw returns a "
        "new token",
        _WEEK,
        read=partial(read_integer, maximum=_TEN_YEARS),
        gauge="dealer_shoe_ttl_seconds",
        look_alikes="TOKEN_TTL",
    )
