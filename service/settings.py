"""The settings, each read once from an environment variable of the same name in capitals (README, "Settings")."""

import re
from dataclasses import dataclass, field
from typing import Any

from environs import Env, EnvValidationError
from marshmallow.validate import Range

from service.api.cors import EVERYBODY
from service.core.permutations import Limits
from service.core.signatures import SigningKey

_DEFAULT_LIMITS = Limits()


def setting(meaning: str, default: Any) -> Any:
    """A field of `Settings`, with what the README says of it."""
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How this process is set up."""

    max_items: int = setting("items (cards, integers) in one answer", _DEFAULT_LIMITS.items)
    max_streamed: int = setting(
        "items in, or draws for, one batch that is sent as it is made", _DEFAULT_LIMITS.streamed
    )
    max_shuffled: int = setting("items in the range of a shuffle that must hold it all", _DEFAULT_LIMITS.shuffled)
    max_draws: int = setting("draws made, or items moved, for one answer that is not streamed", _DEFAULT_LIMITS.draws)
    max_body_bytes: int = setting("bytes in a request body", 2**20)
    allow_seeds: bool = setting("`false` refuses every seeded request (403), as real-money games must", default=True)
    cors_origins: tuple[str, ...] = setting("origins whose pages may call, separated by commas; empty: none", EVERYBODY)
    signing_keys: tuple[SigningKey, ...] = setting(
        "Ed25519 keys for signed answers, 32 secret bytes each in base64url, separated by commas; the first signs", ()
    )

    @property
    def limits(self) -> Limits:
        """The limits that the rules are given."""
        return Limits(
            items=self.max_items, streamed=self.max_streamed, shuffled=self.max_shuffled, draws=self.max_draws
        )

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read every setting; raises `environs.EnvError`, which names the variable, if one has no sensible value."""
        env = Env()
        positive = Range(min=1)
        return cls(
            max_items=env.int("MAX_ITEMS", cls.max_items, validate=positive),
            max_streamed=env.int("MAX_STREAMED", cls.max_streamed, validate=positive),
            max_shuffled=env.int("MAX_SHUFFLED", cls.max_shuffled, validate=positive),
            max_draws=env.int("MAX_DRAWS", cls.max_draws, validate=positive),
            max_body_bytes=env.int("MAX_BODY_BYTES", cls.max_body_bytes, validate=positive),
            allow_seeds=env.bool("ALLOW_SEEDS", cls.allow_seeds),
            cors_origins=_origins(env.str("CORS_ORIGINS", ",".join(cls.cors_origins))),
            signing_keys=_signing_keys(env.str("SIGNING_KEYS", "")),
        )


_ORIGIN = re.compile(r"https?://[^/\s,]+")


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.strip() for origin in text.split(",") if origin.strip())
    if origins != EVERYBODY and not all(map(_ORIGIN.fullmatch, origins)):
        raise EnvValidationError(
            "CORS_ORIGINS must be * alone, or origins such as https://game.example, separated by commas", []
        )
    return origins


def _signing_keys(text: str) -> tuple[SigningKey, ...]:
    keys: dict[str, SigningKey] = {}
    for place, secret in enumerate(filter(None, map(str.strip, text.split(","))), start=1):
        try:
            key = SigningKey.read(secret)
        except ValueError as error:
            raise EnvValidationError(f"SIGNING_KEYS cannot be used: key {place} is none. {error}", []) from None
        if key.kid in keys:
            raise EnvValidationError(f"SIGNING_KEYS cannot be used: key {place} is there twice.", [])
        keys[key.kid] = key
    return tuple(keys.values())
