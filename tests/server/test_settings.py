"""Settings come from the environment, or the service does not start."""

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from environs import EnvError

from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.settings import ServerSettings, Settings, variable_names
from tests.conftest import ROOT
from tests.tables import for_each
from tools.ports import free_port
from tools.serving import CONFIG, gunicorn_command, run_server, wait_until, worker_pids

KEY, OLDER = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", "A" * 43
VRF_KEY, OLDER_VRF_KEY = "B" * 42 + "A", "C" * 42 + "A"
HASH = "0123456789abcdef" * 4
TEN_YEARS = 3652 * 24 * 60 * 60  # seconds
# Not random: they are in the names of tests.
KEYS = (
    "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc=",
    "ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM=",
)


def read_settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Settings:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return Settings.from_environment()


def test_without_an_environment_they_are_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings(monkeypatch) == Settings()


OTHER_VALUES: dict[str, tuple[str, Any]] = {
    "api_keys": (f"{HASH.upper()}, ", (HASH,)),
    "cors_origins": ("https://a.example, http://localhost:3000", ("https://a.example", "http://localhost:3000")),
    "rate_limit_storage": ("redis://host", "redis://host"),
    "shoe_keys": (f"{KEYS[0]}, {KEYS[1]}", KEYS),
    "signing_keys": (f"{KEY}, {OLDER},", tuple(map(SigningKey.from_base64url, (KEY, OLDER)))),
    "vrf_keys": (f"{VRF_KEY}, {OLDER_VRF_KEY},", tuple(map(VrfKey.from_base64url, (VRF_KEY, OLDER_VRF_KEY)))),
}
"""The text of a variable that is not its default, and the value of the setting, where these are not alike."""

NEEDED = {"rate_limit_storage": {"rate_limit": "5/minute"}}
"""Other settings that one is refused without."""


@for_each("kind, name", [(kind, entry.name) for kind in (ServerSettings, Settings) for entry in fields(kind)])
def test_each_setting_and_no_other_is_read_from_its_variable(
    kind: type[ServerSettings | Settings], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = getattr(kind(), name)
    other = not default if type(default) is bool else default + 1 if type(default) is int else "a"
    text, value = OTHER_VALUES.get(name, (str(other).lower(), other))
    needed: dict[str, Any] = NEEDED.get(name, {})
    assert value != default
    with monkeypatch.context() as patch:
        patch.setattr("service.settings.find_spec", lambda _: object())  # every extra seems to be installed
        for variable, needed_text in {**needed, name: text}.items():
            patch.setenv(variable.upper(), needed_text)
        patch.setattr("service.settings.find_spec", lambda _: object())  # the extra of traces need not be installed
        assert kind.from_environment() == kind(**needed, **{name: value})


def test_a_token_of_a_shoe_may_be_good_for_ten_years(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings(monkeypatch, SHOE_TTL=str(TEN_YEARS)).shoe_ttl == TEN_YEARS


def test_the_list_of_origins_may_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings(monkeypatch, CORS_ORIGINS="").cors_origins == ()


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose files pass what is empty in the shell or in `.env`."""
    for name in {*variable_names()} - {"CORS_ORIGINS"}:
        monkeypatch.setenv(name, "")
    assert (Settings.from_environment(), ServerSettings.from_environment()) == (Settings(), ServerSettings())


def test_an_address_of_ipv6_may_have_brackets() -> None:
    binds = {"::": "[::]:8000", "[::1]": "[::1]:8000", "127.0.0.1": "127.0.0.1:8000", "localhost": "localhost:8000"}
    assert {host: ServerSettings(host=host).bind for host in binds} == binds


MISSPELLED = {
    "ALLOW_SEED": "ALLOW_SEEDS",
    "ALLOW_SEEDSS": "ALLOW_SEEDS",
    "ALLOW_SEADS": "ALLOW_SEEDS",
    "ALLOW_SEDES": "ALLOW_SEEDS",
    "ALLWO_SEEDS": "ALLOW_SEEDS",
    "LLOW_SEEDS": "ALLOW_SEEDS",
    "allow_seeds": "ALLOW_SEEDS",
    "ALLOWSEEDS": "ALLOW_SEEDS",
    "ALLOW_SEEDS_FILE": "ALLOW_SEEDS",
    "API_KEY": "API_KEYS",
    "APIKEY": "API_KEYS",
    "API_KEY_FILE": "API_KEYS_FILE",
    "CORS_ORIGIN": "CORS_ORIGINS",
    "RATE_LIMIT_FILE": "RATE_LIMIT",
    "RATE_LIMTI_STORAGE": "RATE_LIMIT_STORAGE",
    "SIGNING_KEY": "SIGNING_KEYS",
    "SHOE_KEYS_FILES": "SHOE_KEYS_FILE",
    "MAX_STREAM": "MAX_STREAMS",
    "MAX_STREAMD": "MAX_STREAMED",
    "MAX_WAITS": "MAX_WAIT",
    "ACCES_LOG": "ACCESS_LOG",
    "WEB_CONCURENCY": "WEB_CONCURRENCY",
    "THREAD": "THREADS",
}
"""Names that are no settings, and the setting that is meant."""


def test_a_misspelled_setting_is_refused_with_the_one_that_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, meant in MISSPELLED.items():
        with monkeypatch.context() as patch:
            patch.setenv(name, "")
            message = f"`{name}` is no setting; `{meant}` is one. Correct the name, or unset it."
            with pytest.raises(EnvError, match=f"^{re.escape(message)}$"):
                Settings.from_environment()


def test_every_change_of_one_letter_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for meant in variable_names():
        if len(meant.replace("_", "")) < 7:
            continue
        at = len(meant) // 2
        before, letter, after = meant[:at], meant[at], meant[at + 1 :]
        for name in {
            before + after,
            before + letter + "Q" + after,
            before + "Q" + after,
            f"{before[:-1]}{letter}{before[-1]}{after}",
        }:
            with monkeypatch.context() as patch:
                patch.setenv(name, "")
                if name != meant and name not in variable_names():
                    with pytest.raises(EnvError, match=f"^`{name}` is no setting; `{meant}` is one"):
                        Settings.from_environment()


UNRELATED = (
    # short names
    *("HOSTS", "PORTS", "TRACE", "HOSTNAME"),
    # Kubernetes and Docker's links, for services named like settings
    *("KUBERNETES_SERVICE_HOST", "METRICS_PORT", "METRICS_SERVICE_HOST", "METRICS_PORT_80_TCP", "THREADS_SERVICE_PORT"),
    # platforms and shells
    *("DYNO", "FLY_APP_NAME", "INVOCATION_ID", "K_SERVICE", "LISTEN_FDS", "NOMAD_PORT_http", "WEBSITE_HOSTNAME"),
    *("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PATH", "PWD", "SHLVL", "TMPDIR", "http_proxy", "no_proxy"),
    # what this service, its image or its tools read by other names
    *("EXTRAS", "FORWARDED_ALLOW_IPS", "GUNICORN_CMD_ARGS", "IMAGE", "NGINX_IMAGE", "PROMETHEUS_MULTIPROC_DIR"),
    *("MALLOC_TRIM_THRESHOLD_", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "VERIFY_API_KEY"),
    *("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_METRICS_EXPORTER", "OTEL_SERVICE_NAME", "OTEL_TRACES_EXPORTER"),
    # two letters
    *("ALLOW_SEE", "MAX_ITEMISED", "SHOE_KEYRING"),
)
"""Names of variables that are no settings, and no misspelled ones."""


def test_variables_of_others_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings(monkeypatch, **dict.fromkeys(UNRELATED, "1")) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAX_ITEMS", "0"),
        ("MAX_DRAWS", "many"),
        ("MAX_BODY_BYTES", "-1"),
        ("ALLOW_SEEDS", "perhaps"),
        ("CORS_ORIGINS", "*,https://a.example"),
        ("CORS_ORIGINS", "https://a.example/"),
        ("CORS_ORIGINS", "a.example"),
        ("SIGNING_KEYS", "secret"),
        ("SIGNING_KEYS", f"{KEY}="),
        ("SIGNING_KEYS", f"{KEY},{KEY}"),
        ("VRF_KEYS", "secret"),
        ("VRF_KEYS", f"{KEY}="),
        ("VRF_KEYS", f"{KEY},{KEY}"),
        ("API_KEYS", "secret"),
        ("API_KEYS", f"{HASH},{HASH[:-1]}"),
        ("API_KEYS", ","),
        ("API_KEYS", " "),
        ("API_KEYS", f"{HASH},{sha256().hexdigest()}"),
        ("ALLOW_SEEDS", "of"),
        ("RATE_LIMIT_STORAGE", "redis://host"),
        ("TRUSTED_PROXIES", "-1"),
        ("MAX_WAIT", "0"),
        ("MAX_LARGE", "0"),
        ("SHOE_TTL", "0"),
        ("SHOE_TTL", "1e20"),
        ("SHOE_TTL", str(TEN_YEARS + 1)),
        ("SHOE_TTL", str(10**20)),
        ("SHOE_KEYS", "secret"),
        ("SHOE_KEYS", f"{KEYS[0]} {KEYS[1]}"),
        ("SHOE_KEYS", f"{KEYS[0]},{KEYS[1][:-1]}"),
        ("SHOE_KEYS", f"{KEYS[0]},{KEYS[1].replace('=', '+')}"),
    ],
)
def test_an_invalid_value_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(EnvError, match=name):
        read_settings(monkeypatch, **{name: value})


def test_no_setting_shows_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KEY not in repr(read_settings(monkeypatch, SIGNING_KEYS=KEY))
    assert VRF_KEY not in repr(read_settings(monkeypatch, VRF_KEYS=VRF_KEY))


@pytest.mark.parametrize("shared", [KEY, OLDER])
def test_a_key_that_signs_or_signed_does_not_prove(monkeypatch: pytest.MonkeyPatch, shared: str) -> None:
    with pytest.raises(EnvError, match="VRF_KEYS cannot be used: key 2 is one of SIGNING_KEYS") as error:
        read_settings(monkeypatch, SIGNING_KEYS=f"{KEY},{OLDER}", VRF_KEYS=f"{VRF_KEY},{shared}")
    assert shared not in str(error.value)


def test_no_message_and_no_text_of_the_settings_has_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EnvError, match="number 2 of 2") as error:
        read_settings(monkeypatch, SHOE_KEYS=f"{KEYS[0]},{KEYS[1]}=")
    assert not any(key in str(error.value) for key in KEYS)
    assert KEYS[0] not in repr(read_settings(monkeypatch, SHOE_KEYS=KEYS[0]))


SECRETS = {
    "API_KEYS": (f"{HASH}\n{HASH[::-1]}\n", "api_keys", (HASH, HASH[::-1])),
    "RATE_LIMIT_STORAGE": ("redis://host\n", "rate_limit_storage", "redis://host"),
    "SHOE_KEYS": (f"{KEYS[0]},{KEYS[1]}\r\n", "shoe_keys", KEYS),
    "SIGNING_KEYS": (f"\n{KEY},\n{OLDER}\n", "signing_keys", tuple(map(SigningKey.from_base64url, (KEY, OLDER)))),
    "VRF_KEYS": (VRF_KEY, "vrf_keys", (VrfKey.from_base64url(VRF_KEY),)),
}
"""Secret settings: the content of a file, and what it sets."""


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_read_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    content, attribute, value = SECRETS[name]
    (tmp_path / "secret").write_text(content)
    monkeypatch.setenv("RATE_LIMIT", "1/second")  # which the storage needs
    settings = read_settings(monkeypatch, **{f"{name}_FILE": str(tmp_path / "secret"), name: ""})
    assert getattr(settings, attribute) == value


@pytest.mark.parametrize("name", SECRETS)
def test_an_empty_name_of_a_file_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert read_settings(monkeypatch, **{f"{name}_FILE": ""}) == Settings()


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_in_a_file_and_in_the_environment_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    (tmp_path / "secret").write_text(SECRETS[name][0])
    with pytest.raises(EnvError, match=f"^{name} and {name}_FILE are both set: set one of them.$"):
        read_settings(monkeypatch, **{f"{name}_FILE": str(tmp_path / "secret"), name: SECRETS[name][0].strip()})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "that can be read: No such file or directory"),
        ("folder", "that can be read: Is a directory"),
        (b" \n", "that is not empty"),
        (b",\n", "that is not empty"),
        (b"\xff\xfe", "of text in UTF-8"),
    ],
    ids=["missing", "folder", "empty", "comma", "binary"],
)
@pytest.mark.parametrize("name", SECRETS)
def test_a_file_that_gives_no_secret_is_refused_with_its_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: bytes | str | None, reason: str
) -> None:
    path = tmp_path / "secret"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    message = f"{name}_FILE must be the path of a file {reason} ({path})."
    with pytest.raises(EnvError, match=f"^{re.escape(message)}$"):
        read_settings(monkeypatch, **{f"{name}_FILE": str(path)})


def test_an_invalid_key_in_a_file_is_refused_by_the_name_of_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text(f"{KEYS[0]}\n{KEYS[1][:-1]}\n")
    with pytest.raises(EnvError, match=r"^SHOE_KEYS_FILE must be keys .*; number 2 of 2 is not one\.$") as error:
        read_settings(monkeypatch, SHOE_KEYS_FILE=str(tmp_path / "secret"))
    assert KEYS[1][:-1] not in str(error.value)


INVALID = {
    "MAX_DRAWS=many": "MAX_DRAWS must be an integer of at least 1.",
    "TRUSTED_PROXIES=-1": "TRUSTED_PROXIES must be an integer of at least 0.",
    "SHOE_TTL=0": f"SHOE_TTL must be an integer from 1 to {TEN_YEARS}.",
    "METRICS=perhaps": "METRICS must be true or false.",
    "SHOE_KEYS_FILE=/nowhere": "SHOE_KEYS_FILE must be the path of a file that can be read: No such file or directory "
    "(/nowhere).",
    "API_KEYS=,": "API_KEYS has blanks and commas alone: give it a value, or unset it.",
    f"API_KEYS={sha256().hexdigest()}": "API_KEYS must be hashes of keys; number 1 of 1 is that of an empty text.",
    "RATE_LIMIT_STORAGE=redis://host": "RATE_LIMIT_STORAGE is set, and RATE_LIMIT is not: nothing would be limited.",
    "CORS_ORIGINS=a.example": "CORS_ORIGINS must be * alone, or origins such as https://game.example, separated by "
    "commas.",
}
"""Settings, and the message for each."""


@pytest.mark.parametrize("setting", INVALID)
def test_an_invalid_setting_is_refused_with_what_is_accepted(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    name, _, value = setting.partition("=")
    with pytest.raises(EnvError, match=f"^{re.escape(INVALID[setting])}$"):
        read_settings(monkeypatch, **{name: value})


MISSPELLED_SEEDS = "`ALLOW_SEED` is no setting; `ALLOW_SEEDS` is one. Correct the name, or unset it."
GUNICORN = gunicorn_command(CONFIG, "service.wsgi:app")
SERVER = [sys.executable, "-m", "service.server"]
FLASK = [sys.executable, "-m", "flask", "--app", "service.wsgi", "run"]


@pytest.mark.parametrize(
    ("command", "setting", "message"),
    [
        (GUNICORN, "METRICS=perhaps", INVALID["METRICS=perhaps"]),
        (GUNICORN, "PORT=65536", "PORT must be an integer from 1 to 65535."),
        (GUNICORN, "THREADS=0", "THREADS must be an integer of at least 1."),
        (GUNICORN, "WEB_CONCURRENCY=0", "WEB_CONCURRENCY must be an integer of at least 1."),
        (GUNICORN, "ACCESS_LOG=perhaps", "ACCESS_LOG must be true or false."),
        (GUNICORN, "SHOE_KEYS_FILE=/nowhere", INVALID["SHOE_KEYS_FILE=/nowhere"]),
        (GUNICORN, "ALLOW_SEED=false", MISSPELLED_SEEDS),
        (SERVER, "ALLOW_SEED=false", MISSPELLED_SEEDS),
        (SERVER, "WEB_CONCURRENCY=many", "WEB_CONCURRENCY must be an integer of at least 1."),
        (FLASK, "METRICS=perhaps", INVALID["METRICS=perhaps"]),
        (FLASK, "ALLOW_SEED=false", MISSPELLED_SEEDS),
    ],
    ids=lambda value: value if isinstance(value, str) and "=" in value else "",
)
def test_an_invalid_setting_ends_the_start_with_one_line(command: list[str], setting: str, message: str) -> None:
    name, _, value = setting.partition("=")
    environment = os.environ | {name: value}
    started = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert started.returncode == 1
    assert (started.stdout, started.stderr) == ("", f"Invalid setting: {message}\n")


def test_the_service_starts_though_every_variable_is_empty() -> None:
    port = free_port()
    environment = dict.fromkeys(variable_names(), "") | {"HOST": "127.0.0.1", "PORT": str(port)}
    with run_server(SERVER, f"http://127.0.0.1:{port}/readyz", environment) as process:
        wait_until(lambda: len(worker_pids(process.pid)) == ServerSettings.web_concurrency)


def test_make_serve_listens_on_this_machine_alone_unless_host_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text(
        f"#!{sys.executable}\nimport json, os\nprint(json.dumps([os.environ['HOST'], os.environ['PORT']]))\n"
    )
    python.chmod(0o700)
    (tmp_path / "service").touch()  # so that nothing is installed
    environment = {name: value for name, value in os.environ.items() if name not in {"HOST", "PORT", "MAKEFLAGS"}}

    def serve(*arguments: str, **changes: str) -> list[str]:
        command = ["make", "--silent", "serve", f"VENV={tmp_path}", *arguments]
        address: list[str] = json.loads(
            subprocess.check_output(command, cwd=ROOT, env=environment | changes, text=True)
        )
        return address

    assert serve() == serve(HOST="") == ["127.0.0.1", "8000"]
    assert serve(HOST="0.0.0.0", PORT="81") == serve("HOST=0.0.0.0", "PORT=81") == ["0.0.0.0", "81"]


def test_traces_without_their_extra_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.settings.find_spec", lambda _: None)
    with pytest.raises(EnvError, match=r"^TRACES=true needs the extra otel \(`make serve EXTRAS=otel`\)\.$"):
        read_settings(monkeypatch, TRACES="true")
