"""The README is true: its examples run and its tables are complete.

`python -m tests.docs.test_readme` writes into it what the examples print now, and the settings as they are now.
"""

import json
import re
import shlex
from dataclasses import fields
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from flask.testing import FlaskClient

from service.core.cards.decks import DECKS
from service.core.games.catalogue import GAMES
from service.core.hands.rankings import RANKINGS
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import SPEC
from tests.conftest import ROOT, run_service

README = (ROOT / "README.md").read_text()
EXAMPLES = re.compile(r"```console\n\$ (curl .*)\n((?:.*\n)*?)```")


def ran(command: str, base: str) -> str:
    """What a curl command of the README prints, as sent to a running service."""
    _, url, *rest = shlex.split(command)
    request = Request(url.replace("http://localhost:8000", base))
    given = dict(zip(rest[::2], rest[1::2], strict=True))
    if "-H" in given:
        request.add_header(*given["-H"].split(": "))
    if "-d" in given:
        request.data = given["-d"].encode()
    try:
        with urlopen(request) as answer:
            text: bytes = answer.read()
    except HTTPError as error:
        text = error.read()
    return text.decode()


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES.findall(README))
def test_every_curl_prints_what_the_readme_shows(live: str, command: str, shown: str) -> None:
    assert json.loads(ran(command, live)) == json.loads(shown)


def test_the_shoe_of_the_readme_proves_itself(live: str, capsys: pytest.CaptureFixture[str]) -> None:
    (session,) = re.findall(r"```python\n(.*?)```", section("A shoe that proves itself"), re.DOTALL)
    exec(session.replace("http://localhost:8000", live), {})
    assert capsys.readouterr().out == "True\n"


def test_there_are_at_least_five_examples() -> None:
    assert len(EXAMPLES.findall(README)) >= 5


def test_the_table_of_endpoints_names_every_path() -> None:
    named = set(re.findall(r"`(/[^`]*)`", section("What there is")))
    assert named == set(SPEC["paths"])


def test_every_parameter_deck_shuffle_and_ranked_game_is_named() -> None:
    text = section("What there is")
    parameters = {
        parameter["name"]
        for item in SPEC["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict)
        for parameter in operation.get("parameters", [])
    }
    bodies = [
        SPEC["components"]["schemas"][content["schema"]["$ref"].rsplit("/", 1)[1]]
        for item in SPEC["paths"].values()
        if "post" in item
        for content in item["post"]["requestBody"]["content"].values()
        if "$ref" in content["schema"]  # the fields of other providers' schemes are listed by the service
    ]
    parameters |= {name for schema in bodies for name in schema["properties"]}
    for name in {*parameters, *DECKS, *SHUFFLES, *RANKINGS} - {"min", "max"}:
        assert f"`{name}`" in text or f"`{{{name}}}`" in text, name


def test_every_game_has_a_request_that_deals_it() -> None:
    assert set(re.findall(r"`/v1/games/(\w+)/deal", section("Games"))) == set(GAMES)


REQUESTS = [
    request for title in ("Games", "The five systems") for request in re.findall(r"`(/v1/[^`{]*)`", section(title))
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_the_requests_of_the_tables_are_answered(client: FlaskClient, request_: str) -> None:
    assert client.get(request_).status_code == 200


SENT = re.findall(r"`POST (/v1/\S+) (\{.*?\})`", section("The five systems"))


@pytest.mark.parametrize(("path", "body"), SENT)
def test_the_bodies_of_the_tables_are_answered(client: FlaskClient, path: str, body: str) -> None:
    assert client.post(path, json=json.loads(body)).status_code == 200


def settings_table() -> list[str]:
    """The rows that the settings themselves give."""
    rows = []
    for setting in fields(Settings):
        default: Any = setting.default
        shown = ",".join(default) if isinstance(default, tuple) else str(default).lower()
        default = f"`{shown}`" if shown else ""
        rows.append(f"| `{setting.name.upper()}` | {default} | {setting.metadata['meaning']} |")
    return rows


def test_the_table_of_settings_is_complete() -> None:
    for row in settings_table():
        assert row in README
    read_by_gunicorn = re.findall(r"env\.\w+\([\"'](\w+)", (ROOT / "service" / "gunicorn.conf.py").read_text())
    named = set(re.findall(r"^\| `([A-Z_]+)`", section("Settings"), re.MULTILINE))
    assert named == {*read_by_gunicorn, *(setting.name.upper() for setting in fields(Settings))}


def written(base: str) -> str:
    """The README with what its examples print now, and the settings as they are now."""
    text = EXAMPLES.sub(lambda example: f"```console\n$ {example[1]}\n{ran(example[1], base)}```", README)
    table = re.compile(
        r"(\| variable \|.*\n\|---.*\n)((?:\| `(?:PORT|WEB_CONCURRENCY|THREADS|ACCESS_LOG)`.*\n)*)(?:\|.*\n)*"
    )
    return table.sub(lambda found: found[1] + found[2] + "\n".join(settings_table()) + "\n", text)


if __name__ == "__main__":
    with run_service() as address:
        (ROOT / "README.md").write_text(written(address))
