"""Settings come from the environment, or the service does not start."""

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import fields
from hashlib import blake2b, sha256
from pathlib import Path
from runpy import run_module
from typing import Any, NamedTuple

import pytest
from environs import EnvError

from service.app import create_app
from service.capabilities import CAPABILITIES
from service.core.crypto.keys import VrfKey, fingerprint
from service.core.crypto.signatures import SigningKey
from service.sealed.endpoint.settings import NO_SHOE_KEYS
from service.settings import (
    ApplicationSettings,
    ServerSettings,
    Settings,
    find_look_alikes,
    variable_names,
)
from service.settings import read_settings as read_all_settings
from tests.services import run_server
from tests.tables import for_each, list_some, read_table
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import gunicorn_command, wait_until, worker_pids

# RFC 8032, 7.1: the secret keys of its first tests
KEY = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
OLDER = "TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2ozP27U-4Ps"
VRF_KEY = "xapd-fQYyz83qNQwWbsGHeT_AWdD5iLIQHJd90Ucs_c"
OLDER_VRF_KEY = "9eV2fPFTGVF7YwwiaHuGyBYKORzIRPI78JPWT-nSDts"
HASH = "0123456789abcdef" * 4
TEN_YEARS = 3652 * 24 * 60 * 60  # seconds
SIGNING_KEYS = (SigningKey.from_base64url(KEY), SigningKey.from_base64url(OLDER))
PROVING_KEYS = (VrfKey.from_base64url(VRF_KEY), VrfKey.from_base64url(OLDER_VRF_KEY))
# Not random: they are in the names of tests.
KEYS = (
    "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc=",
    "ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM=",
)

TABLES = read_table("server/settings.yaml")
"""Names that are no settings, and invalid values with their messages."""


def read_settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Settings:
    """Return the settings of an environment with these variables."""
    with monkeypatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return Settings.from_environment()


def refuse_settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """Return the message with which an environment with these variables is refused."""
    with pytest.raises(EnvError) as error:
        read_settings(monkeypatch, **environment)
    return str(error.value)


def test_without_an_environment_they_are_the_defaults_and_edges_are_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert read_settings(monkeypatch) == Settings()
    settings = read_settings(monkeypatch, SHOE_TTL=str(TEN_YEARS))
    assert settings.shoe_ttl == TEN_YEARS
    assert read_settings(monkeypatch, CORS_ORIGINS="").cors_origins == ()
    assert read_settings(monkeypatch, BEACON_RELAYS="").beacon_relays == ()


OTHER_VALUES: dict[str, tuple[str, Any]] = {
    "api_keys": (f"{HASH.upper()}, ", (HASH,)),
    "rate_limit": ("5/minute", "5/minute"),
    "beacon_relays": (
        "https://a.example, https://b.example",
        ("https://a.example", "https://b.example"),
    ),
    "cors_origins": (
        "https://a.example, http://localhost:3000",
        ("https://a.example", "http://localhost:3000"),
    ),
    "rate_limit_storage": ("redis://host", "redis://host"),
    "shoe_keys": (f"{KEYS[0]}, {KEYS[1]}", KEYS),
    "signing_keys": (f"{KEY}, {OLDER},", SIGNING_KEYS),
    "vrf_keys": (f"{VRF_KEY}, {OLDER_VRF_KEY},", PROVING_KEYS),
}
"""The text of a variable that is not its default, and the value of the setting, where these are not alike."""

NEEDED = {"rate_limit_storage": {"rate_limit": "5/minute"}}
"""Settings that another setting needs."""


def list_settings() -> list[tuple[type[ServerSettings | Settings], str]]:
    """Return the name of every setting, each with its class."""
    return [
        (kind, entry.name)
        for kind in (ServerSettings, Settings)
        for entry in fields(kind)
    ]


def test_a_name_is_that_of_one_setting_alone() -> None:
    """In `Settings`, a field of a capability would hide a field of the same name."""
    of_capabilities = [
        capability.settings for capability in CAPABILITIES if capability.settings
    ]
    names = [
        entry.name
        for kind in (ServerSettings, ApplicationSettings, *of_capabilities)
        for entry in fields(kind)
    ]
    assert sorted(names) == sorted(name for _, name in list_settings())


def change(default: Any) -> Any:
    """Return another value of the type of a default."""
    if type(default) is bool:
        return not default
    return default + 1 if type(default) is int else "a"


@pytest.fixture
def with_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read settings as if the extras that some need were installed."""
    monkeypatch.setattr("service.settings.find_spec", lambda _: object())
    monkeypatch.setattr("service.settings.check_rate_limit", lambda *_: None)


@pytest.mark.usefixtures("with_extras")
@for_each("kind, name", list_settings())
def test_each_setting_and_no_other_is_read_from_its_variable(
    kind: type[ServerSettings | Settings], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = getattr(kind(), name)
    changed = change(default)
    text, value = OTHER_VALUES.get(name, (str(changed).lower(), changed))
    needed: dict[str, Any] = NEEDED.get(name, {})
    assert value != default
    with monkeypatch.context() as patch:
        for variable, needed_text in (needed | {name: text}).items():
            patch.setenv(variable.upper(), needed_text)
        assert kind.from_environment() == kind(**needed | {name: value})


class KeySetting(NamedTuple):
    """A setting of keys."""

    mark: str
    """What stands before a key that is not in use."""
    mark_of_others: str
    used: str
    waiting: str
    keys: tuple[Any, ...]
    """The value of the setting with the two keys."""


KEY_SETTINGS = {
    "SHOE_KEYS": KeySetting("open:", "verify:", KEYS[0], KEYS[1], KEYS),
    "SIGNING_KEYS": KeySetting("verify:", "open:", KEY, OLDER, SIGNING_KEYS),
    "VRF_KEYS": KeySetting("verify:", "open:", VRF_KEY, OLDER_VRF_KEY, PROVING_KEYS),
}


@pytest.mark.parametrize("name", KEY_SETTINGS)
def test_a_marked_key_is_never_in_use_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    setting = KEY_SETTINGS[name]
    used = setting.used
    marked = f"{setting.mark}{setting.waiting}"
    for text in (f"{marked},{used}", f"{used},{marked}"):
        settings = read_settings(monkeypatch, **{name: text})
        assert getattr(settings, name.lower()) == setting.keys
    message = refuse_settings(monkeypatch, **{name: f"{setting.mark}{used},{marked}"})
    assert message == (
        f"{name} has only keys marked `{setting.mark}`: remove the mark of the key to use."
    )
    marked_as_others = f"{setting.mark_of_others}{setting.waiting}"
    assert name in refuse_settings(monkeypatch, **{name: f"{used},{marked_as_others}"})


def test_a_fingerprint_names_a_key_of_a_setting_and_is_no_hash_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = read_settings(
        monkeypatch,
        SHOE_KEYS=f"open:{KEYS[1]},{KEYS[0]}",
        SIGNING_KEYS=KEY,
        VRF_KEYS=VRF_KEY,
    )
    uses = [(key.setting, key.use) for key in settings.list_keys()]
    assert uses == [
        ("SHOE_KEYS", "seals"),
        ("SHOE_KEYS", "opens"),
        ("SIGNING_KEYS", "signs"),
        ("VRF_KEYS", "proves"),
    ]
    fingerprints = [key.fingerprint for key in settings.list_keys()]
    for text in fingerprints:
        assert re.fullmatch("[0-9a-f]{8}", text)
    of_other_setting = fingerprint("SIGNING_KEYS", PROVING_KEYS[0].secret)
    assert len({*fingerprints, of_other_setting}) == 5
    secret = SIGNING_KEYS[0].secret
    mac = blake2b(b"SIGNING_KEYS", key=secret, digest_size=4, person=b"fingerprint")
    assert fingerprints[2] == mac.hexdigest()


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose files pass what is empty in the shell or in `.env`."""
    for name in set(variable_names()) - {"BEACON_RELAYS", "CORS_ORIGINS"}:
        monkeypatch.setenv(name, "")
    assert Settings.from_environment() == Settings()
    assert ServerSettings.from_environment() == ServerSettings()


@for_each(
    ("host", "bind"),
    [
        ("::", "[::]:8000"),
        ("[::1]", "[::1]:8000"),
        ("127.0.0.1", "127.0.0.1:8000"),
        ("localhost", "localhost:8000"),
    ],
)
def test_an_address_of_ipv6_may_have_brackets(host: str, bind: str) -> None:
    assert ServerSettings(host=host).bind == bind


def misspellings() -> Iterator[tuple[str, str]]:
    """Yield names that are no settings, each with the setting that is meant."""
    for setting, names in TABLES["misspelled"].items():
        for name in names.split():
            yield name, setting
    for setting in variable_names():
        if len(setting.replace("_", "")) >= 7:
            middle = len(setting) // 2
            start = setting[:middle]
            letter = setting[middle]
            end = setting[middle + 1 :]
            for new in ("", f"{letter}Q", "Q"):
                yield f"{start}{new}{end}", setting
            yield f"{start[:-1]}{letter}{start[-1]}{end}", setting


def test_a_misspelled_setting_is_refused_with_the_one_that_is_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_names = variable_names()
    for name, setting in list_some(
        (name, setting) for name, setting in misspellings() if name not in own_names
    ):
        assert refuse_settings(monkeypatch, **{name: ""}) == (
            f"`{name}` is no setting; `{setting}` is one. Correct the name, or unset it."
        )


def test_the_names_that_other_programs_have_for_a_setting_are_logged_and_accepted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names = {
        name: entry.name.upper()
        for kind in (ServerSettings, Settings)
        for entry in fields(kind)
        for name in entry.metadata["look_alikes"]
    }
    assert {"WORKERS", "TOKEN_TTL"} <= names.keys()
    for setting in names.values():
        monkeypatch.delenv(setting, raising=False)
    for name in names:
        monkeypatch.setenv(name, "1")
    create_app()
    expected = [
        f"`{name}` has no effect on this service; the setting is `{setting}`."
        for name, setting in names.items()
    ]
    assert [record.getMessage() for record in caplog.records] == [
        *expected,
        NO_SHOE_KEYS,
    ]


def test_a_platforms_own_variable_is_not_logged_beside_the_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WORKERS", "2")
    assert len(find_look_alikes()) == 1
    with monkeypatch.context() as patch:
        patch.setenv("WORKERS", "")
        assert find_look_alikes() == []
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    assert find_look_alikes() == []


def test_variables_of_others_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for group in TABLES["unrelated"].values() for name in group.split()]
    assert read_settings(monkeypatch, **dict.fromkeys(names, "1")) == Settings()


NOT_RANDOM = (
    "A" * 43,
    "_" * 42 + "8",
    "AAEC" * 14 + "A",
    b64encode(b"changeme" * 4).decode(),
)
"""Keys of few different bytes."""

INVALID: dict[str, Sequence[str]] = TABLES["invalid"] | {
    "SIGNING_KEYS": (
        "secret",
        f"{KEY}==",
        f"{KEY},{KEY}=",
        f"{KEY},{OLDER}x",
        *NOT_RANDOM,
    ),
    "VRF_KEYS": ("secret", f"{KEY}==", f"{KEY},{KEY}", f"{KEY},{OLDER}x", *NOT_RANDOM),
    "API_KEYS": (
        KEY,
        f"{HASH},{HASH[:-1]}",
        ",",
        " ",
        f"{HASH},{sha256().hexdigest()}",
    ),
    "SHOE_KEYS": (
        "secret",
        " ".join(KEYS),
        f"{KEYS[0]},{KEYS[1][:-2]}",
        f"{KEYS[0]},{KEYS[1].replace('=', '+')}",
        f"{KEYS[0]},{KEYS[0][:-1]}",
        *NOT_RANDOM,
    ),
}


def list_invalid() -> list[tuple[str, str]]:
    """Return every invalid value, each with the name of its setting."""
    return [(name, value) for name, values in INVALID.items() for value in values]


@for_each("name, value", list_invalid())
def test_an_invalid_value_is_refused_and_not_quoted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    message = refuse_settings(monkeypatch, **{name: value})
    assert name in message
    for key in (KEY, OLDER, HASH[:-1], *KEYS, KEYS[1][:-2], *NOT_RANDOM):
        assert key not in message


@for_each("assignments, message", TABLES["contradictions"].items())
def test_settings_that_contradict_one_another_are_refused(
    monkeypatch: pytest.MonkeyPatch, assignments: str, message: str
) -> None:
    variables = dict(pair.split("=") for pair in assignments.split())
    if message:
        assert refuse_settings(monkeypatch, **variables) == message
    else:
        read_settings(monkeypatch, **variables)


@pytest.mark.parametrize(
    "shared", [KEYS[1], KEYS[1].replace("-", "+").removesuffix("=")]
)
@for_each("name", ["SIGNING_KEYS", "VRF_KEYS"])
def test_a_key_of_shoes_has_no_other_purpose(
    monkeypatch: pytest.MonkeyPatch, shared: str, name: str
) -> None:
    keys = {"SHOE_KEYS": ",".join(KEYS), name: shared}
    message = refuse_settings(monkeypatch, **keys)
    reason = f"SHOE_KEYS cannot be used: one of the keys is in {name}, too. "
    assert message.startswith(reason)
    assert shared not in message


@for_each("name", ["SHOE_KEYS", "SIGNING_KEYS", "VRF_KEYS"])
@for_each("spelling", [KEYS[1], KEYS[1].replace("-", "+"), KEYS[1].removesuffix("=")])
def test_a_secret_key_in_any_spelling_is_no_api_key(
    name: str, spelling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = f"{HASH},{sha256(spelling.encode()).hexdigest()}"
    settings = {"API_KEYS": hashes, name: ",".join(KEYS)}
    assert refuse_settings(monkeypatch, **settings) == (
        f"API_KEYS cannot be used: number 2 is the hash of one of {name}, which no caller may know."
    )


def test_all_that_is_wrong_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read both kinds of settings, as `make serve` and gunicorn do."""
    wrong = {
        "ALLOW_SEED": "1",
        "WEB_CONCURRENCY": "0",
        "MAX_DRAWS": "x",
        "SHOE_KEYS": f"{KEY},x",
        "VRF_KEYS": KEY,
        "SIGNING_KEYS": KEY,
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(EnvError) as error:
        read_all_settings(ServerSettings, Settings)
    seed, workers, draws, shoe_keys, vrf_keys = str(error.value).splitlines()
    assert seed.startswith("`ALLOW_SEED` is")
    assert workers.startswith("WEB_CONCURRENCY must")
    assert draws.startswith("MAX_DRAWS must")
    assert shoe_keys.startswith("SHOE_KEYS cannot be used: key 2")
    assert vrf_keys.startswith("VRF_KEYS cannot be used")


def test_no_text_of_the_settings_has_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {"SIGNING_KEYS": KEY, "VRF_KEYS": VRF_KEY, "SHOE_KEYS": KEYS[0]}
    text = repr(read_settings(monkeypatch, **keys))
    for key in keys.values():
        assert key not in text


@pytest.mark.parametrize("shared", [KEY, OLDER])
def test_a_key_that_signs_or_signed_does_not_prove(
    monkeypatch: pytest.MonkeyPatch, shared: str
) -> None:
    keys = {"SIGNING_KEYS": f"{KEY},{OLDER}", "VRF_KEYS": f"{VRF_KEY},{shared}"}
    message = refuse_settings(monkeypatch, **keys)
    assert "VRF_KEYS cannot be used: one of the keys is in SIGNING_KEYS, too" in message
    assert shared not in message


SECRETS: dict[str, tuple[str, Any]] = {
    "API_KEYS": (f"{HASH}\n{HASH[::-1]}\n", (HASH, HASH[::-1])),
    "RATE_LIMIT_STORAGE": ("redis://host\n", "redis://host"),
    "SHOE_KEYS": (f"{KEYS[0]},{KEYS[1]}\r\n", KEYS),
    "SIGNING_KEYS": (f"\n{KEY},\n{OLDER}\n", SIGNING_KEYS),
    "VRF_KEYS": (VRF_KEY, PROVING_KEYS[:1]),
}
"""Secret settings: the content of a file, and what it sets."""


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_read_from_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    content, value = SECRETS[name]
    path = tmp_path / "secret"
    path.write_text(content)
    from_file = {f"{name}_FILE": str(path)}
    # The storage needs a limit; and its extra.
    monkeypatch.setenv("RATE_LIMIT", "1/second")
    monkeypatch.setattr("service.settings.check_rate_limit", lambda *_: None)
    settings = read_settings(monkeypatch, **from_file | {name: ""})
    assert getattr(settings, name.lower()) == value
    message = refuse_settings(monkeypatch, **from_file | {name: content.strip()})
    assert message == f"{name} and {name}_FILE are both set: set one of them."
    monkeypatch.delenv("RATE_LIMIT")
    assert read_settings(monkeypatch, **{f"{name}_FILE": ""}) == Settings()


UNREADABLE = {
    "missing": "that can be read: No such file or directory",
    "folder": "that can be read: Is a directory",
    "blank": "that is not empty",
    "comma": "that is not empty",
    "binary": "of text in UTF-8",
}


def test_a_file_that_gives_no_secret_is_refused_with_its_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "blank").write_text(" \n")
    (tmp_path / "comma").write_text(",\n")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for name in SECRETS:
        for file, reason in UNREADABLE.items():
            path = tmp_path / file
            message = refuse_settings(monkeypatch, **{f"{name}_FILE": str(path)})
            assert (
                message == f"{name}_FILE must be the path of a file {reason} ({path})."
            )


def test_an_invalid_key_in_a_file_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cut_off = KEYS[1][:-2]
    path = tmp_path / "secret"
    path.write_text(f"{KEYS[0]}\n{cut_off}\n")
    message = refuse_settings(monkeypatch, SHOE_KEYS_FILE=str(path))
    reason = "SHOE_KEYS_FILE cannot be used: key 2 is invalid. A key is 32 bytes"
    assert message.startswith(reason)
    assert cut_off not in message


WRONG = [("service.wsgi", *row) for row in TABLES["messages"].items()]
WRONG += [("service.server", *row) for row in TABLES["server_messages"].items()]


@for_each("module, setting, message", WRONG)
def test_an_invalid_setting_is_fatal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    module: str,
    setting: str,
    message: str,
) -> None:
    name, _, value = setting.partition("=")
    with monkeypatch.context() as patch:
        patch.setenv(name, value)
        patch.setattr(sys, "argv", [module])
        with pytest.raises(SystemExit) as ended:
            run_module(module, run_name="__main__")
    assert ended.value.code == 1
    line = json.loads(capsys.readouterr().err)
    assert line.keys() == {"time", "level", "pid", "message"}
    assert line["level"] == "critical"
    assert line["message"] == f"Invalid setting: {message}"


@for_each(
    ("name", "value", "message"),
    [
        # read by gunicorn.conf.py
        ("WEB_CONCURRENCY", "0", "WEB_CONCURRENCY must be an integer of at least 1."),
        # by the application
        ("SHOE_KEYS", KEYS[0][:-2], "SHOE_KEYS cannot be used: key 1 is invalid. "),
    ],
)
def test_gunicorn_prints_nothing_but_the_line_and_no_key(
    name: str, value: str, message: str
) -> None:
    ended = subprocess.run(
        gunicorn_command(),
        cwd=ROOT,
        env=os.environ | {name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    logged = json.loads(line)["message"]
    assert logged.startswith(f"Invalid setting: {message}")
    assert KEYS[0][:20] not in line


def test_it_starts_though_every_variable_is_empty_and_ends_its_start_with_the_address(
    tmp_path: Path,
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/readyz"
    output = tmp_path / "output"
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "3"}
    command = [sys.executable, "-m", "service.server", "--show-address"]
    environment = dict.fromkeys(variable_names(), "") | settings
    workers = ServerSettings.web_concurrency
    address = f"\nOpen http://127.0.0.1:{port}\n"
    with run_server(command, url, environment, output) as process:
        wait_until(lambda: len(worker_pids(process.pid)) == workers)
        wait_until(lambda: address in output.read_text())
        started = output.read_text()
    assert started.endswith(address)
    assert started.count('"Booting worker') == workers
    message = (
        "`WORKERS` has no effect on this service; the setting is `WEB_CONCURRENCY`."
    )
    assert output.read_text().count(message) == 1


def test_make_serve_listens_on_this_machine_alone_unless_host_says_otherwise(
    tmp_path: Path,
) -> None:
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text(
        f"#!{sys.executable}\nimport os\nprint(os.environ['HOST'], os.environ['PORT'])\n"
    )
    python.chmod(0o700)
    for name in ("service", "extra-drand"):
        (tmp_path / name).touch()  # so that nothing is installed
    environment = dict(os.environ)
    for name in ("HOST", "PORT", "MAKEFLAGS"):
        environment.pop(name, None)

    def serve(*arguments: str, **changes: str) -> str:
        """Return the address at which `make serve` listens, and the port."""
        command = ["make", "--silent", "serve", f"VENV={tmp_path}", *arguments]
        changed = environment | changes
        return subprocess.check_output(command, cwd=ROOT, env=changed, text=True)

    assert serve() == "127.0.0.1 8000\n"
    assert serve(HOST="") == "127.0.0.1 8000\n"
    assert serve(HOST="0.0.0.0", PORT="81") == "0.0.0.0 81\n"
    assert serve("HOST=0.0.0.0", "PORT=81") == "0.0.0.0 81\n"


def test_traces_without_their_extra_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.settings.find_spec", lambda _: None)
    message = refuse_settings(monkeypatch, TRACES="true")
    assert message == "TRACES=true needs the extra otel (`make serve EXTRAS=otel`)."
