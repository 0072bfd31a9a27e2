"""The settings: each is read once, from the environment variable of the same name in capitals."""

import re
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from typing import Any

from environs import Env, EnvValidationError

from service.api.hooks.cors import ALL_ORIGINS
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.shuffles.plans import Limits
from service.environment import check_names, read_boolean, read_integer, read_secret, read_text
from service.keys import parse_api_keys, parse_keys, parse_shoe_keys

NO_SHOE_KEYS = (
    "SHOE_KEYS is not set: the tokens of sealed shoes are good until this process stops, and for no other replica."
)
"""The warning that is logged once when keys are generated because there are none."""

_DEFAULT_LIMITS = Limits()
_WEEK = 7 * 24 * 60 * 60  # seconds
_TEN_YEARS = 3652 * 24 * 60 * 60


def setting(meaning: str, default: Any, *, secret: bool = False) -> Any:
    """Return a field of settings with its documentation.

    A secret one may be in a file, which the variable with `_FILE` names, and is left out of the representation.
    """
    return field(default=default, metadata={"meaning": meaning, "secret": secret}, repr=not secret)


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """The settings of gunicorn."""

    host: str = setting("the address to listen on; for `make serve` the default is `127.0.0.1`", "0.0.0.0")  # noqa: S104
    port: int = setting("the port", 8000)
    web_concurrency: int = setting("worker processes; one for each core is a good start", 2)
    threads: int = setting("threads in each worker", 4)
    access_log: bool = setting(
        "`true` writes a line of JSON for each request to standard output, never with its query or path", default=False
    )

    @property
    def bind(self) -> str:
        """Return the address and port as gunicorn reads them, with an IPv6 address in brackets."""
        is_bare = ":" in self.host and not self.host.startswith("[")
        return f"[{self.host}]:{self.port}" if is_bare else f"{self.host}:{self.port}"

    @classmethod
    def from_environment(cls) -> "ServerSettings":
        """Return the settings of the environment. Raises `environs.EnvError`, which names an invalid variable."""
        env = Env()
        return cls(
            host=read_text(env, "HOST", cls.host),
            port=read_integer(env, "PORT", cls.port, 1, 65535),
            web_concurrency=read_integer(env, "WEB_CONCURRENCY", cls.web_concurrency),
            threads=read_integer(env, "THREADS", cls.threads),
            access_log=read_boolean(env, "ACCESS_LOG", cls.access_log),
        )


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a process."""

    max_items: int = setting("items (cards, integers) in one response", _DEFAULT_LIMITS.items)
    max_streamed: int = setting("items in, or draws for, one batch that is streamed", _DEFAULT_LIMITS.streamed)
    max_shuffled: int = setting(
        "items in the range of a shuffle that needs its whole range in memory", _DEFAULT_LIMITS.shuffled
    )
    max_draws: int = setting(
        "draws made, or items moved, for one response that is not streamed; a draw of `rejection` or "
        "`random_slot` counts three times",
        _DEFAULT_LIMITS.draws,
    )
    max_trials: int = setting(
        "draws made, with their weight, and items counted for one experiment on bias; `make bench NAME=trials` has no "
        "such limit",
        _DEFAULT_LIMITS.trials,
    )
    max_candidates: int = setting("deals that one request with a condition looks at", _DEFAULT_LIMITS.candidates)
    max_experiments: int = setting(
        "large experiments on bias and searches at a time in one worker; one more is refused (503). Keep its sum with "
        "MAX_STREAMS below THREADS",
        1,
    )
    max_streams: int = setting(
        "streams of more than 131,072 items or draws at a time in one worker; one more is refused (503)", 2
    )
    max_wait: int = setting("seconds that a request may wait for a thread before it is refused (503), on Linux", 2)
    max_large: int = setting(
        "responses of more than 131,072 items, draws or moves, or to bodies of more bytes, and searches in shoes of "
        "more than 2,048 cards, at a time in all workers; "
        "one more is refused (503)",
        1,
    )
    max_body_bytes: int = setting("bytes in a request body", 2**20)
    allow_seeds: bool = setting("`false` refuses every seeded request (403), as real-money games must", default=True)
    cors_origins: tuple[str, ...] = setting(
        "origins whose pages may call the service, separated by commas; empty: none", ALL_ORIGINS
    )
    api_keys: tuple[str, ...] = setting(
        "SHA-256 hashes in hex of the accepted API keys, separated by commas; empty: no key is needed", (), secret=True
    )
    rate_limit: str = setting(
        "requests that one caller may send, such as `100/second`; needs the extra `ratelimit`, which the image has; "
        "empty: any number",
        "",
    )
    rate_limit_storage: str = setting(
        "where requests are counted: in each process, or for all replicas in `redis://host:6379`",
        "memory://",
        secret=True,
    )
    trusted_proxies: int = setting(
        "number of proxies in front, whose X-Forwarded-For and X-Forwarded-Prefix are believed", 0
    )
    signing_keys: tuple[SigningKey, ...] = setting(
        "Ed25519 keys for signed responses, 32 secret bytes each in base64url, separated by commas; the first signs",
        (),
        secret=True,
    )
    vrf_keys: tuple[VrfKey, ...] = setting(
        "keys for proved deals, in the form of SIGNING_KEYS and none of them; the first proves, the others stay public",
        (),
        secret=True,
    )
    shoe_keys: tuple[str, ...] = setting(
        "keys of the tokens of sealed shoes, separated by commas: the first seals, all of them open; the same for all "
        "replicas. Without any, the process generates one, and its tokens end with it",
        (),
        secret=True,
    )
    shoe_ttl: int = setting(
        "seconds for which a token of a sealed shoe is good, up to ten years, and an old key still needed; each draw "
        "returns a new token",
        _WEEK,
    )

    metrics: bool = setting(
        "`/metrics` for Prometheus, readable by anybody who reaches it: let no proxy forward it. `false`: 404",
        default=True,
    )
    traces: bool = setting(
        "`true` sends a span for each request by OpenTelemetry, configured by its own variables such as "
        "OTEL_EXPORTER_OTLP_ENDPOINT; needs the extra `otel`",
        default=False,
    )

    @property
    def limits(self) -> Limits:
        """Return the limits of requests."""
        return Limits(
            items=self.max_items,
            streamed=self.max_streamed,
            shuffled=self.max_shuffled,
            draws=self.max_draws,
            trials=self.max_trials,
            candidates=self.max_candidates,
        )

    @classmethod
    def from_environment(cls) -> "Settings":
        """Return the settings of the environment. Raises `environs.EnvError`, which names an invalid variable."""
        check_names(variable_names())
        env = Env()
        rate_limit = env.str("RATE_LIMIT", cls.rate_limit)
        signing_keys = parse_keys(SigningKey, read_secret(env, "SIGNING_KEYS"))
        return cls(
            max_items=read_integer(env, "MAX_ITEMS", cls.max_items),
            max_streamed=read_integer(env, "MAX_STREAMED", cls.max_streamed),
            max_shuffled=read_integer(env, "MAX_SHUFFLED", cls.max_shuffled),
            max_draws=read_integer(env, "MAX_DRAWS", cls.max_draws),
            max_trials=read_integer(env, "MAX_TRIALS", cls.max_trials),
            max_candidates=read_integer(env, "MAX_CANDIDATES", cls.max_candidates),
            max_experiments=read_integer(env, "MAX_EXPERIMENTS", cls.max_experiments),
            max_streams=read_integer(env, "MAX_STREAMS", cls.max_streams),
            max_wait=read_integer(env, "MAX_WAIT", cls.max_wait),
            max_large=read_integer(env, "MAX_LARGE", cls.max_large),
            max_body_bytes=read_integer(env, "MAX_BODY_BYTES", cls.max_body_bytes),
            allow_seeds=read_boolean(env, "ALLOW_SEEDS", cls.allow_seeds),
            cors_origins=_parse_origins(env.str("CORS_ORIGINS", ",".join(cls.cors_origins))),
            api_keys=parse_api_keys(read_secret(env, "API_KEYS")),
            rate_limit=rate_limit,
            rate_limit_storage=_read_storage(env, rate_limit),
            trusted_proxies=read_integer(env, "TRUSTED_PROXIES", cls.trusted_proxies, 0),
            signing_keys=signing_keys,
            vrf_keys=parse_keys(VrfKey, read_secret(env, "VRF_KEYS"), signing_keys),
            shoe_keys=parse_shoe_keys(read_secret(env, "SHOE_KEYS")),
            shoe_ttl=read_integer(env, "SHOE_TTL", cls.shoe_ttl, 1, _TEN_YEARS),
            metrics=read_boolean(env, "METRICS", cls.metrics),
            traces=_check_traces(read_boolean(env, "TRACES", cls.traces)),
        )


def variable_names() -> list[str]:
    """Return the names of all environment variables that are settings, in the order of the documentation."""
    return [
        name
        for setting in (*fields(ServerSettings), *fields(Settings))
        for name in (setting.name.upper(), *([f"{setting.name.upper()}_FILE"] if setting.metadata["secret"] else []))
    ]


_ORIGIN = re.compile(r"https?://[^/\s,]+")


def _parse_origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.strip() for origin in text.split(",") if origin.strip())
    if origins != ALL_ORIGINS and not all(map(_ORIGIN.fullmatch, origins)):
        raise EnvValidationError(
            "CORS_ORIGINS must be * alone, or origins such as https://game.example, separated by commas.", []
        )
    return origins


def _read_storage(env: Env, rate_limit: str) -> str:
    storage = read_secret(env, "RATE_LIMIT_STORAGE", Settings.rate_limit_storage)
    if not rate_limit and storage.text != Settings.rate_limit_storage:
        raise EnvValidationError(f"{storage.name} is set, and RATE_LIMIT is not: nothing would be limited.", [])
    return storage.text


def _check_traces(traces: bool) -> bool:  # noqa: FBT001
    if traces and find_spec("opentelemetry") is None:
        raise EnvValidationError("TRACES=true needs the extra otel (`make serve EXTRAS=otel`).", [])
    return traces
