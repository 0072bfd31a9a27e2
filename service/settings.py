"""The settings and their defaults. Each is read once, from the environment variable of the same name in capitals.

To add a setting, write a field, use it where it has its effect, and run `make generate`: the table in
docs/reference.md, the compositions of deploy/ and the tests follow from the field. A setting that one capability alone
uses is a field in its folder, such as sealed/endpoint/settings.py.
"""

import os
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import Field, dataclass, fields, replace
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple, Self

from environs import EnvError

from .capabilities import CAPABILITIES
from .core.crypto.keys import fingerprint
from .core.limits import Limits
from .environment import (
    Secret,
    find_misspelled,
    is_set,
    read_boolean,
    read_integer,
    read_text,
    setting_error,
)
from .http.hooks.headers import ALL_ORIGINS
from .http.hooks.rate_limit import check_rate_limit
from .setting_fields import KeySetting, MadeKey, Reader, get_limit, setting

_DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class FromEnvironment:
    """A base for dataclasses of settings; `from_environment` fills each field from an environment variable."""

    @classmethod
    def from_environment(cls) -> Self:
        """Read the settings from the environment. Raises `environs.EnvError` as `read_settings` does."""
        settings: Self
        (settings,) = read_settings(cls)
        return settings

    def find_conflicts(self) -> Iterator[str]:
        """Yield a message for each setting that does not suit another."""
        yield from ()


def read_settings(*kinds: type[FromEnvironment]) -> list[Any]:
    """Read settings from the environment, and return an instance of each of these dataclasses.

    Raises `environs.EnvError`. Its message has a line for each invalid, misspelled or conflicting variable; the line
    names the variable and says what is accepted.
    """
    messages = find_misspelled(variable_names())  # of all settings, not of these kinds
    settings: list[Any] = []
    for kind in kinds:
        # An invalid setting keeps its default, so that conflicts between the others are reported too.
        values = {}
        for entry in fields(kind):
            read: Reader = entry.metadata["read"]
            try:
                values[entry.name] = read(entry.name.upper(), entry.default)
            except EnvError as error:
                messages.append(str(error))
        instance = kind(**values)
        settings.append(instance)
        messages += instance.find_conflicts()
    if messages:
        raise setting_error("\n".join(messages))
    return settings


_HASH = re.compile("[0-9a-f]{64}")
_HASH_OF_NOTHING = sha256().hexdigest()


def parse_api_keys(secret: Secret) -> tuple[str, ...]:
    """Return the SHA-256 hashes in a setting, in lower case. Raises `EnvValidationError`, which quotes no item."""
    hashes = tuple(item.lower() for item in secret.items)
    for number, item in enumerate(hashes, start=1):
        place = f"number {number} of {len(hashes)}"
        # The message does not quote the item: it may be a key.
        if not _HASH.fullmatch(item):
            raise setting_error(
                f"{secret.name} must be SHA-256 hashes of the keys, each 64 hexadecimal digits, separated by commas "
                f"(`printf %s KEY | sha256sum` makes one); {place} is not a hash."
            )
        if item == _HASH_OF_NOTHING:  # a request without a key would be accepted
            raise setting_error(
                f"{secret.name} must be hashes of keys; {place} is the hash of an empty text."
            )
    return hashes


class ListedKey(NamedTuple):
    """What is public about a key: its setting, what the service uses it for, and its fingerprint."""

    setting: str
    use: str
    fingerprint: str


def _hashes_of_spellings(key: bytes) -> Iterator[str]:
    """Yield the SHA-256 of each text that `decode_key` reads as this key: in both alphabets, with "=" and without."""
    for encode in (b64encode, urlsafe_b64encode):
        padded = encode(key)
        yield sha256(padded).hexdigest()
        yield sha256(padded.rstrip(b"=")).hexdigest()


_ORIGIN = re.compile(
    r"(https(?!.*:443$)|http(?!.*:80$))://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?"
)
"""An origin as browsers send it: in lower case, without the scheme's own port."""


def _read_origins(name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the origins that a variable lists: `default` if it is unset, none if it is empty.

    Raises `EnvValidationError` unless the list is `*` alone, or has origins as browsers send them.
    """
    origins = _split(name, default)
    if origins != ALL_ORIGINS and not all(map(_ORIGIN.fullmatch, origins)):
        raise setting_error(
            f"{name} must be * alone, or origins such as https://game.example, separated by commas: each as browsers "
            "send it, without *, a path or the scheme's own port, in lower case."
        )
    return origins


def _split(name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the items of a variable, separated by commas, without spaces around them and without empty items."""
    if name not in os.environ:
        return default
    items = [item.strip() for item in os.environ[name].split(",")]
    return tuple(item for item in items if item)


RELAYS = (
    "https://api.drand.sh",
    "https://drand.cloudflare.com",
    "https://api2.drand.sh",
)
"""Public relays of drand's rounds; they have two operators."""


def _read_relays(name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the origins that a variable lists, all with https. Raises `EnvValidationError` for any other text."""
    relays = _split(name, default)
    for relay in relays:
        if not relay.startswith("https:") or not _ORIGIN.fullmatch(relay):
            raise setting_error(
                f"{name} must be origins with https such as https://api.drand.sh, separated by commas: without a path "
                "or a port of 443, in lower case."
            )
    return relays


def _read_traces(name: str, default: bool) -> bool:  # noqa: FBT001
    """Return whether spans are sent. Raises `EnvValidationError` if the package that sends them is not installed."""
    traces = read_boolean(name, default)
    if traces and find_spec("opentelemetry") is None:
        raise setting_error(
            f"{name}=true needs the extra otel (`make serve EXTRAS=otel`)."
        )
    return traces


@dataclass(frozen=True, kw_only=True)
class ServerSettings(FromEnvironment):
    """The settings of gunicorn."""

    host: str = setting(
        "the address to listen on; for `make serve` the default is `127.0.0.1`",
        "0.0.0.0",  # noqa: S104
        look_alikes="BIND BIND_ADDRESS GUNICORN_BIND LISTEN LISTEN_ADDRESS",
    )
    port: int = setting(
        "the port",
        8000,
        read=partial(read_integer, maximum=65535),
        look_alikes="HTTP_PORT LISTEN_PORT SERVER_PORT",
    )
    web_concurrency: int = setting(
        "worker processes; one for each core is a good start",
        2,
        look_alikes="CONCURRENCY GUNICORN_WORKERS NUM_WORKERS UVICORN_WORKERS WEB_WORKERS WORKERS WORKER_COUNT",
    )
    access_log: bool = setting(
        "`true` writes a line of JSON for each request to standard output, never with its query or path",
        default=False,
    )

    drain_seconds: int = setting(
        "seconds after SIGTERM in which `/readyz` is a 503 and requests are still accepted, so that load balancers "
        "that ask it send nothing more; then the service stops",
        0,
        read=partial(read_integer, minimum=0),
        look_alikes="DRAIN_DELAY DRAIN_TIMEOUT SHUTDOWN_DELAY",
    )

    @property
    def bind(self) -> str:
        """Return the address and port as gunicorn reads them, with an IPv6 address in brackets."""
        is_bare = ":" in self.host and not self.host.startswith("[")
        return f"[{self.host}]:{self.port}" if is_bare else f"{self.host}:{self.port}"


@dataclass(frozen=True, kw_only=True)
class ApplicationSettings(FromEnvironment):
    """The settings of the application, without those of its capabilities."""

    max_items: int = setting(
        "items (cards, integers) in one response", _DEFAULT_LIMITS.items.number
    )
    max_streamed: int = setting(
        "items in, or draws for, one batch that is streamed",
        _DEFAULT_LIMITS.streamed.number,
    )
    max_shuffled: int = setting(
        "items in the range of a shuffle that needs its whole range in memory",
        _DEFAULT_LIMITS.shuffled.number,
    )
    max_draws: int = setting(
        "draws made, or items moved, for one response that is not streamed; a draw of `rejection` or "
        "`random_slot` counts three times. For groups and pairs: the steps of work of the response, or of a "
        "streamed result",
        _DEFAULT_LIMITS.draws.number,
    )
    max_streams: int = setting(
        "streams of more than 131,072 items or draws, or of groups, pairs and orders that may fail, at a time in one "
        "worker; one more is refused (503)",
        2,
    )
    processes: int = setting(
        "processes in each worker for requests that may take long, each for one at a time; its event loop answers the "
        "others",
        3,
        read=partial(read_integer, minimum=2),
    )
    max_cpu_seconds: int = setting(
        "seconds of CPU time that a request may take before its process is ended (500)",
        12,
        read=partial(read_integer, minimum=6),
    )
    max_wait: int = setting(
        "seconds that a request may wait in the service before it is refused (503)", 2
    )
    max_large: int = setting(
        "responses that hold more than 131,072 items, or to bodies of more bytes, and searches in shoes of more than "
        "2,048 cards, at a time in all workers; one more is refused (503)",
        1,
    )
    max_body_bytes: int = setting(
        "bytes in a request body",
        2**20,
        look_alikes="BODY_LIMIT MAX_BODY_SIZE MAX_CONTENT_LENGTH MAX_REQUEST_SIZE",
    )
    allow_seeds: bool = setting(
        "`false` refuses (403) what chooses or favours an order: `seed`, `deal_number`, `given`, `where`, biased and "
        "deterministic algorithms, `key_bits` below 64. A requester can try texts, in `prove` and as client seeds",
        default=True,
        look_alikes="DISABLE_SEEDS FORBID_SEEDS NO_SEEDS SEEDS",
    )
    cors_origins: tuple[str, ...] = setting(
        "origins of pages that may call the service, separated by commas; empty: none",
        ALL_ORIGINS,
        read=_read_origins,
        look_alikes="ALLOWED_ORIGINS ALLOW_ORIGINS CORS_ALLOWED_ORIGINS CORS_ALLOW_ORIGINS",
    )
    beacon_relays: tuple[str, ...] = setting(
        "relays of drand, by their origins with https, separated by commas: the page that draws, and no other, asks "
        "them for the public number that decides a draw; empty: people paste the number",
        RELAYS,
        read=_read_relays,
    )
    api_keys: tuple[str, ...] = setting(
        "SHA-256 hashes in hex of the accepted API keys, separated by commas; empty: no key is needed",
        (),
        parse_secret=parse_api_keys,
        look_alikes="API_KEY_HASHES API_TOKEN API_TOKENS AUTH_TOKENS",
    )
    rate_limit: str = setting(
        "requests that one caller may send, such as `100/second`; needs the extra `ratelimit`, which the image has; "
        "empty: any number",
        "",
        look_alikes="RATELIMIT_DEFAULT RATE_LIMIT_PER_SECOND THROTTLE",
    )
    rate_limit_storage: str = setting(
        "where requests are counted: in each process, or for all replicas in `redis://host:6379`",
        "memory://",
        parse_secret=attrgetter("text"),
        look_alikes="RATELIMIT_STORAGE_URI RATE_LIMIT_REDIS RATE_LIMIT_STORAGE_URI RATE_LIMIT_STORAGE_URL",
    )
    trusted_proxies: int = setting(
        "number of proxies in front; the service believes their X-Forwarded-For and X-Forwarded-Prefix",
        0,
        read=partial(read_integer, minimum=0),
        look_alikes="BEHIND_PROXY NUM_PROXIES PROXY_COUNT TRUSTED_HOPS",
    )
    metrics: bool = setting(
        "`/metrics` for Prometheus, readable by anybody who reaches it: let no proxy forward it. `false`: 404",
        default=True,
        look_alikes="ENABLE_METRICS METRICS_ENABLED",
    )
    traces: bool = setting(
        "`true` sends a span for each request by OpenTelemetry, configured by its own variables such as "
        "OTEL_EXPORTER_OTLP_ENDPOINT; needs the extra `otel`",
        default=False,
        read=_read_traces,
        look_alikes="ENABLE_TRACING TRACING TRACING_ENABLED",
    )

    @property
    def limits(self) -> Limits:
        """Return the limits of every request, which name their settings in errors."""
        return Limits(
            items=get_limit(self, "max_items"),
            streamed=get_limit(self, "max_streamed"),
            shuffled=get_limit(self, "max_shuffled"),
            draws=get_limit(self, "max_draws"),
        )


_OF_CAPABILITIES = [
    capability.settings for capability in CAPABILITIES if capability.settings
]


class _SecretKeys(NamedTuple):
    """The secret keys of a setting, the key in use first; `name` is the name of its variable."""

    name: str
    about: KeySetting
    secrets: Sequence[bytes]


@dataclass(frozen=True, kw_only=True)
class Settings(*_OF_CAPABILITIES, ApplicationSettings):  # type: ignore[misc]  # mypy sees ApplicationSettings alone
    """The settings of the application, and of each capability.

    A dataclass begins with the fields of its last base: the settings of the application are the first ones.
    """

    def make_missing_keys(self, warn: Callable[[str], None]) -> Self:
        """Return the settings with the keys that the service makes for itself; call `warn` with the warning of each."""
        made_keys = {}
        for entry, made_key in list_made_keys():
            if not getattr(self, entry.name):
                warn(made_key.warning)
                secret = Secret(entry.name.upper(), made_key.make())
                made_keys[entry.name] = entry.metadata["parse_secret"](secret)
        return replace(self, **made_keys)

    @property
    def _secret_keys(self) -> list[_SecretKeys]:
        """The secret keys of each setting except API_KEYS, in the order of the documentation."""
        return [
            _SecretKeys(
                entry.name.upper(),
                about,
                [about.get_secret(key) for key in getattr(self, entry.name)],
            )
            for entry, about in _list_key_settings()
        ]

    def list_keys(self) -> Iterator[ListedKey]:
        """Yield every key except API keys, by the names of the settings. The first key of each setting is in use."""
        for keys in sorted(self._secret_keys, key=attrgetter("name")):
            use = keys.about.use_of_first
            for secret in keys.secrets:
                yield ListedKey(keys.name, use, fingerprint(keys.name, secret))
                use = keys.about.use_of_others

    def find_conflicts(self) -> Iterator[str]:
        """Yield a message for each of `CONTRADICTIONS` that these settings have."""
        for find_contradictions in CONTRADICTIONS:
            yield from find_contradictions(self)

    def find_shared_keys(self) -> Iterator[str]:
        """Yield a message for each pair of settings with the same key."""
        for earlier, later in combinations(self._secret_keys, 2):
            if set(earlier.secrets) & set(later.secrets):
                yield (
                    f"{later.name} cannot be used: one of the keys is in {earlier.name}, too. "
                    f"{later.about.reason_apart}"
                )

    def find_disclosed_keys(self) -> Iterator[str]:
        """Yield a message for each API key that is also a key of another setting: every caller would have that key.

        For example "API_KEYS cannot be used: number 1 is the hash of one of SIGNING_KEYS, which no caller may know."
        """
        hashes_by_setting = {
            keys.name: {
                digest
                for secret in keys.secrets
                for digest in _hashes_of_spellings(secret)
            }
            for keys in self._secret_keys
        }
        for number, accepted_hash in enumerate(self.api_keys, start=1):
            for name, hashes in hashes_by_setting.items():
                if accepted_hash in hashes:
                    yield (
                        f"API_KEYS cannot be used: number {number} is the hash of one of {name}, which no caller may "
                        "know."
                    )


def _find_smaller_streams(settings: Settings) -> Iterator[str]:
    """Yield a message for each limit of a whole response that is above the limit of a stream."""
    for name in ("max_items", "max_draws"):
        limit = getattr(settings, name)
        if settings.max_streamed < limit:
            yield (
                f"MAX_STREAMED is {settings.max_streamed:,}, less than {name.upper()}, {limit:,}: a batch that may be "
                f"sent whole would be refused as a stream. Raise MAX_STREAMED, or lower {name.upper()}."
            )


def _find_idle_storage(settings: Settings) -> Iterator[str]:
    """Yield a message if requests have a storage, and no limit."""
    is_default = settings.rate_limit_storage == Settings.rate_limit_storage
    if not is_default and not settings.rate_limit:
        yield "RATE_LIMIT_STORAGE is set, and RATE_LIMIT is not: nothing would be limited."


def _find_unusable_limit(settings: Settings) -> Iterator[str]:
    """Yield a message if the rate limit and its storage cannot be used together."""
    if settings.rate_limit:
        try:
            check_rate_limit(settings.rate_limit, settings.rate_limit_storage)
        except ValueError as error:
            yield str(error)


CONTRADICTIONS: Sequence[Callable[[Settings], Iterator[str]]] = (
    _find_smaller_streams,
    _find_idle_storage,
    _find_unusable_limit,
    Settings.find_shared_keys,
    Settings.find_disclosed_keys,
)
"""What settings must not say together: each yields a message for a contradiction, which names the settings."""


def _list_key_settings() -> Iterator[tuple[Field[Any], KeySetting]]:
    """Yield the field of each setting of keys except API_KEYS, and what is known about the keys."""
    for entry in fields(Settings):
        if entry.metadata["keys"] is not None:
            yield entry, entry.metadata["keys"]


def list_made_keys() -> Iterator[tuple[Field[Any], MadeKey]]:
    """Yield the field of each setting for which the service makes a key if the operator sets none."""
    for entry, about in _list_key_settings():
        if about.if_missing is not None:
            yield entry, about.if_missing


def find_look_alikes() -> list[str]:
    """Return a message for each variable that looks like another program's name for a setting that is not set."""
    return [
        f"`{name}` has no effect on this service; the setting is `{entry.name.upper()}`."
        for entry in _list_settings()
        for name in entry.metadata["look_alikes"]
        if read_text(name, "") and not is_set(entry.name.upper())
    ]


def variable_names() -> list[str]:
    """Return the names of the variables of all settings, in the order of the documentation.

    For example ["HOST", "PORT", …, "API_KEYS", "API_KEYS_FILE", …]: a secret has two names.
    """
    names = []
    for entry in _list_settings():
        names.append(entry.name.upper())
        if entry.metadata["parse_secret"] is not None:
            names.append(f"{entry.name.upper()}_FILE")
    return names


def _list_settings() -> Sequence[Field[Any]]:
    """Return the fields of all settings; the server's come first."""
    return (*fields(ServerSettings), *fields(Settings))
