"""Settings come from the environment, or the service does not start."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from environs import EnvError

from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.settings import Settings
from tests.conftest import ROOT
from tools.serving import CONFIG, gunicorn_command

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


def test_each_setting_is_read_from_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = read_settings(
        monkeypatch,
        MAX_ITEMS="1",
        MAX_STREAMED="2",
        MAX_SHUFFLED="3",
        MAX_DRAWS="4",
        MAX_BODY_BYTES="5",
        ALLOW_SEEDS="false",
        CORS_ORIGINS="https://a.example, http://localhost:3000",
        SIGNING_KEYS=f"{KEY}, {OLDER},",
        VRF_KEYS=f"{VRF_KEY}, {OLDER_VRF_KEY},",
        SHOE_KEYS=f"{KEYS[0]}, {KEYS[1]}",
        SHOE_TTL="6",
        API_KEYS=f"{HASH.upper()}, ",
        RATE_LIMIT="5/minute",
        RATE_LIMIT_STORAGE="redis://host",
        TRUSTED_PROXIES="1",
        MAX_WAIT="7",
        MAX_LARGE="8",
    )
    assert settings == Settings(
        max_items=1,
        max_streamed=2,
        max_shuffled=3,
        max_draws=4,
        max_body_bytes=5,
        allow_seeds=False,
        cors_origins=("https://a.example", "http://localhost:3000"),
        signing_keys=(SigningKey.from_base64url(KEY), SigningKey.from_base64url(OLDER)),
        vrf_keys=(VrfKey.from_base64url(VRF_KEY), VrfKey.from_base64url(OLDER_VRF_KEY)),
        shoe_keys=KEYS,
        shoe_ttl=6,
        api_keys=(HASH,),
        rate_limit="5/minute",
        rate_limit_storage="redis://host",
        trusted_proxies=1,
        max_wait=7,
        max_large=8,
    )


def test_a_token_of_a_shoe_may_be_good_for_ten_years(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings(monkeypatch, SHOE_TTL=str(TEN_YEARS)).shoe_ttl == TEN_YEARS


def test_the_list_of_origins_may_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings(monkeypatch, CORS_ORIGINS="").cors_origins == ()


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
    "CORS_ORIGINS=a.example": "CORS_ORIGINS must be * alone, or origins such as https://game.example, separated by "
    "commas.",
}
"""Settings, and the message for each."""


@pytest.mark.parametrize("setting", INVALID)
def test_an_invalid_setting_is_refused_with_what_is_accepted(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    name, _, value = setting.partition("=")
    with pytest.raises(EnvError, match=f"^{re.escape(INVALID[setting])}$"):
        read_settings(monkeypatch, **{name: value})


GUNICORN = gunicorn_command(CONFIG, "service.wsgi:app")
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
        (FLASK, "METRICS=perhaps", INVALID["METRICS=perhaps"]),
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


def test_traces_without_their_extra_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.settings.find_spec", lambda _: None)
    with pytest.raises(EnvError, match=r"^TRACES=true needs the extra otel \(`make serve EXTRAS=otel`\)\.$"):
        read_settings(monkeypatch, TRACES="true")
