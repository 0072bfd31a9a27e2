"""`python -m service.server --check-config` prints the settings in effect, and starts nothing."""

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from runpy import run_module
from typing import Any

import pytest
from environs import EnvError

from service.server.overrides import describe_overrides, find_overrides
from service.settings import Settings, variable_names
from tests.server.test_settings import HASH, KEY, KEYS, OLDER
from tests.tables import for_each

Check = Callable[..., Mapping[str, Any]]
FINGERPRINT = re.compile("[0-9a-f]{8}")


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that checks an environment with these variables, and returns the rows that it prints."""

    def run(**variables: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            for name, value in ({"SHOE_KEYS": KEYS[0]} | variables).items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["service.server", "--check-config"])
            with pytest.raises(SystemExit) as ended:
                run_module("service.server", run_name="__main__")
        assert not ended.value.code
        rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
        names = [row["setting"] for row in rows]
        assert names == sorted(names)
        return {row.pop("setting"): row for row in rows}

    return run


def test_it_has_each_setting_with_its_value_and_where_that_is_from(
    check: Check,
) -> None:
    rows = check(MAX_WAIT="7", CORS_ORIGINS="", ACCESS_LOG="false")
    files = {f"{name}_FILE" for name in rows}
    assert rows.keys() == set(variable_names()) - files
    assert rows["MAX_WAIT"] == {"value": 7, "from": "environment"}
    assert rows["CORS_ORIGINS"] == {"value": [], "from": "environment"}
    assert rows["ACCESS_LOG"] == {"value": False, "from": "environment"}
    assert rows["MAX_LARGE"] == {"value": 1, "from": "default"}
    assert rows["API_KEYS"] == {"value": [], "from": "default"}


def test_a_secret_is_its_fingerprints_which_metrics_have_too(
    check: Check, tmp_path: Path
) -> None:
    path = tmp_path / "keys"
    path.write_text(f"{KEY}\n{OLDER}\n")
    secrets = {
        "SHOE_KEYS": f"{KEYS[0]},open:{KEYS[1]}",
        "API_KEYS": f"{HASH},{HASH[::-1]}",
    }
    rows = check(SIGNING_KEYS_FILE=str(path), **secrets)
    settings = Settings(shoe_keys=KEYS)
    expected = [key.fingerprint for key in settings.list_keys()]
    assert rows["SHOE_KEYS"] == {"value": expected, "from": "environment"}
    assert rows["SIGNING_KEYS"]["from"] == "file"
    for name in ("SIGNING_KEYS", "API_KEYS"):
        first, second = rows[name]["value"]
        assert FINGERPRINT.fullmatch(first)
        assert FINGERPRINT.fullmatch(second)
        assert first != second


@for_each(
    ("arguments", "expected"),
    [
        ("--workers 4", {"WEB_CONCURRENCY": 4}),
        ("--bind=[::1]:81", {"HOST": ["[::1]:81"], "PORT": ["[::1]:81"]}),
        ("--access-logfile=-", {"ACCESS_LOG": "-"}),
        ("--timeout 60", {}),
    ],
)
def test_what_gunicorn_takes_from_its_own_variable_is_in_effect(
    check: Check, arguments: str, expected: Mapping[str, Any]
) -> None:
    rows = check(GUNICORN_CMD_ARGS=arguments, WEB_CONCURRENCY="3")
    overridden = {
        name: row["value"]
        for name, row in rows.items()
        if row["from"] == "GUNICORN_CMD_ARGS"
    }
    assert overridden == expected


def test_a_service_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNICORN_CMD_ARGS", "--workers 0")
    with pytest.raises(EnvError, match="--workers is 0: nobody would answer"):
        find_overrides()


def test_a_setting_that_has_no_effect_is_warned_of_if_it_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "3")
    monkeypatch.delenv("ACCESS_LOG", raising=False)
    assert describe_overrides({"ACCESS_LOG": "-", "WEB_CONCURRENCY": 4}) == [
        "WEB_CONCURRENCY has no effect: GUNICORN_CMD_ARGS has 4 in its place."
    ]
