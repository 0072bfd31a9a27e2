"""The settings of signed and proved responses: the keys of the service."""

from dataclasses import dataclass
from functools import partial

from ...core.crypto.keys import SecretKey, VrfKey
from ...core.crypto.signatures import SigningKey
from ...setting_fields import KeySetting, parse_keys, setting

_MARK = "verify:"
_REASON_APART = "A signature and a proof made with the same key may reveal the key."


def _get_secret(key: SecretKey) -> bytes:
    return key.secret


@dataclass(frozen=True, kw_only=True)
class ProofSettings:
    """The settings of signed and proved responses."""

    signing_keys: tuple[SigningKey, ...] = setting(
        "Ed25519 keys for signed responses and for states of sealed shoes, separated by commas; the first without "
        "`verify:` signs, all are public and verify",
        (),
        parse_secret=partial(parse_keys, mark=_MARK, make_key=SigningKey.from_bytes),
        keys=KeySetting("signs", "verifies", _REASON_APART, _get_secret),
    )
    vrf_keys: tuple[VrfKey, ...] = setting(
        "keys for proved deals, in the form of SIGNING_KEYS but different keys; the first without `verify:` "
        "proves, all stay public",
        (),
        parse_secret=partial(parse_keys, mark=_MARK, make_key=VrfKey.from_bytes),
        keys=KeySetting("proves", "verifies", _REASON_APART, _get_secret),
    )
