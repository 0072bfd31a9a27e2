"""The settings, each read once from an environment variable of the same name in capitals (README, "Settings")."""

import re
from dataclasses import dataclass, field
from typing import Any

from environs import Env, EnvValidationError
from marshmallow.validate import Range

from service.api.hooks.cors import EVERYBODY
from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import is_key
from service.core.shuffles.plans import Limits

NO_SHOE_KEYS = (
    "SHOE_KEYS is not set: the tokens of sealed shoes are good until this process stops, and for no other replica."
)
"""What the log says once, where keys are made for want of any."""

_DEFAULT_LIMITS = Limits()
_A_WEEK = 7 * 24 * 60 * 60


def setting(meaning: str, default: Any, *, secret: bool = False) -> Any:
    """A field of `Settings`, with what the README says of it; a secret one is never written anywhere."""
    return field(default=default, metadata={"meaning": meaning}, repr=not secret)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How this process is set up."""

    max_items: int = setting("items (cards, integers) in one answer", _DEFAULT_LIMITS.items)
    max_streamed: int = setting(
        "items in, or draws for, one batch that is sent as it is made", _DEFAULT_LIMITS.streamed
    )
    max_shuffled: int = setting("items in the range of a shuffle that must hold it all", _DEFAULT_LIMITS.shuffled)
    max_draws: int = setting("draws made, or items moved, for one answer that is not streamed", _DEFAULT_LIMITS.draws)
    max_trials: int = setting(
        "draws made and items counted for one experiment on bias; `make bench NAME=trials` has no such limit",
        _DEFAULT_LIMITS.trials,
    )
    max_experiments: int = setting(
        "large experiments on bias at a time in one worker; keep it below THREADS. One more is refused (503)", 1
    )
    max_wait: int = setting("seconds for which a request may wait for a thread; then it is told to come again (503)", 2)
    max_large: int = setting(
        "answers of more than 131,072 items, or to more bytes, at a time in all workers; one more is refused (503)",
        1,
    )
    max_body_bytes: int = setting("bytes in a request body", 2**20)
    allow_seeds: bool = setting("`false` refuses every seeded request (403), as real-money games must", default=True)
    cors_origins: tuple[str, ...] = setting("origins whose pages may call, separated by commas; empty: none", EVERYBODY)
    api_keys: tuple[str, ...] = setting(
        "SHA-256 hashes in hex of the keys of those who may call, separated by commas; empty: everybody may", ()
    )
    rate_limit: str = setting(
        "requests that one caller may make, such as `100/second`, with the extra `ratelimit`, which the image has; "
        "empty: any number",
        "",
    )
    rate_limit_storage: str = setting(
        "where they are counted: in each process, or for all replicas in `redis://host:6379`", "memory://", secret=True
    )
    trusted_proxies: int = setting(
        "proxies in front, each of which adds to X-Forwarded-For; so many are believed as to a caller's address", 0
    )
    signing_keys: tuple[SigningKey, ...] = setting(
        "Ed25519 keys for signed answers, 32 secret bytes each in base64url, separated by commas; the first signs", ()
    )
    shoe_keys: tuple[str, ...] = setting(
        "keys of the tokens of sealed shoes, separated by commas: the newest seals, all of them open; the same for all "
        "replicas. Without any, the process makes its own, and its tokens end with it",
        (),
        secret=True,
    )
    shoe_ttl: int = setting(
        "seconds for which a token of a sealed shoe is good, and an old key still needed; each draw gives a new token",
        _A_WEEK,
    )

    metrics: bool = setting(
        "`/metrics` for Prometheus, which anybody who reaches it can read: let no proxy pass it on. `false`: it is not "
        "there",
        default=True,
    )
    traces: bool = setting(
        "`true` sends a span for each request by OpenTelemetry, to where its own variables such as "
        "OTEL_EXPORTER_OTLP_ENDPOINT say; needs the extra `otel`",
        default=False,
    )

    @property
    def limits(self) -> Limits:
        """The limits that the rules are given."""
        return Limits(
            items=self.max_items,
            streamed=self.max_streamed,
            shuffled=self.max_shuffled,
            draws=self.max_draws,
            trials=self.max_trials,
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
            max_trials=env.int("MAX_TRIALS", cls.max_trials, validate=positive),
            max_experiments=env.int("MAX_EXPERIMENTS", cls.max_experiments, validate=positive),
            max_wait=env.int("MAX_WAIT", cls.max_wait, validate=positive),
            max_large=env.int("MAX_LARGE", cls.max_large, validate=positive),
            max_body_bytes=env.int("MAX_BODY_BYTES", cls.max_body_bytes, validate=positive),
            allow_seeds=env.bool("ALLOW_SEEDS", cls.allow_seeds),
            cors_origins=_origins(env.str("CORS_ORIGINS", ",".join(cls.cors_origins))),
            api_keys=_api_keys(env.str("API_KEYS", "")),
            rate_limit=env.str("RATE_LIMIT", cls.rate_limit),
            rate_limit_storage=env.str("RATE_LIMIT_STORAGE", cls.rate_limit_storage),
            trusted_proxies=env.int("TRUSTED_PROXIES", cls.trusted_proxies, validate=Range(min=0)),
            signing_keys=_signing_keys(env.str("SIGNING_KEYS", "")),
            shoe_keys=_shoe_keys(env.str("SHOE_KEYS", "")),
            shoe_ttl=env.int("SHOE_TTL", cls.shoe_ttl, validate=positive),
            metrics=env.bool("METRICS", cls.metrics),
            traces=env.bool("TRACES", cls.traces),
        )


_ORIGIN = re.compile(r"https?://[^/\s,]+")


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.strip() for origin in text.split(",") if origin.strip())
    if origins != EVERYBODY and not all(map(_ORIGIN.fullmatch, origins)):
        raise EnvValidationError(
            "CORS_ORIGINS must be * alone, or origins such as https://game.example, separated by commas", []
        )
    return origins


def _api_keys(text: str) -> tuple[str, ...]:
    hashes = tuple(one.strip().lower() for one in text.split(",") if one.strip())
    for place, one in enumerate(hashes, start=1):
        if not _HASH.fullmatch(one):  # which is not written: it may be a key
            raise EnvValidationError(
                "API_KEYS must be SHA-256 hashes of the keys, each 64 hexadecimal digits, separated by commas "
                f"(`printf %s KEY | sha256sum` makes one); number {place} of {len(hashes)} is none.",
                [],
            )
    return hashes


_HASH = re.compile("[0-9a-f]{64}")


def _signing_keys(text: str) -> tuple[SigningKey, ...]:
    keys: dict[str, SigningKey] = {}
    for place, secret in enumerate(filter(None, map(str.strip, text.split(","))), start=1):
        try:
            key = SigningKey.from_base64url(secret)
        except ValueError as error:
            raise EnvValidationError(f"SIGNING_KEYS cannot be used: key {place} is none. {error}", []) from None
        if key.kid in keys:
            raise EnvValidationError(f"SIGNING_KEYS cannot be used: key {place} is there twice.", [])
        keys[key.kid] = key
    return tuple(keys.values())


def _shoe_keys(text: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    for place, key in enumerate(keys, start=1):
        if not is_key(key):  # which is not written: it may be a good key, but for a letter
            raise EnvValidationError(
                "SHOE_KEYS must be keys separated by commas, each 32 random bytes in URL-safe base64 (44 characters: "
                f"`openssl rand -base64 32 | tr +/ -_` makes one); number {place} of {len(keys)} is none.",
                [],
            )
    return keys
