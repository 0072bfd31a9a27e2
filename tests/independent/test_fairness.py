"""The figures of docs/fairness.md, and the names in it."""

import json
import re
from dataclasses import fields
from math import factorial
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core.validation import MAX_TEXT
from service.games.catalogue import GAMES
from service.pages.menu import PAGES
from service.proofs.drand import CHAINS
from service.schemes.table import SCHEMES
from service.settings import Settings
from tests.http.spec import SPEC, post
from tests.private_hands import PrivateTable
from tests.proofs.rounds import QUICKNET
from tests.sealed.played.service import SERVICE_KEY, send
from tests.tables import sample
from tools.documents.orders import GUIDE

PAGE = GUIDE.read_text(encoding="utf-8")
TOKENS = re.compile(r"^\| ((?:any game|`\{).*) \| ([\d,]+) \|$", re.M)


def test_the_table_of_orders_is_what_the_decks_have() -> None:
    assert "\n| `standard`, `decks` 6 | 312 | 2140.4 | 1646.8 |\n" in PAGE


def test_as_many_cards_as_the_page_says_have_fewer_orders_than_there_are_keys() -> None:
    cards = int(re.findall(r"(\d+) is the largest n", PAGE)[0])
    assert factorial(cards) < 2**256 < factorial(cards + 1)


@pytest.mark.sampled
def test_tokens_have_the_sizes_of_the_table(client: FlaskClient) -> None:
    rows = dict(TOKENS.findall(PAGE))
    label, whole = next(iter(rows.items()))
    assert (
        label
        == f"any game, for any number of players, with a label of {MAX_TEXT} ASCII characters"
    )
    for game in sample(list(GAMES.values()), 4):
        for players in game.players:
            fields = {"game": game.name, "players": players, "label": "x" * MAX_TEXT}
            assert measure_token(client, fields) == whole
    assert len(rows) == 7
    for name, characters in list(rows.items())[1:]:
        assert measure_token(client, json.loads(name.split("`")[1])) == characters, name


def test_a_token_with_the_keys_of_six_seats_has_the_size_of_the_table() -> None:
    (characters,) = re.findall(
        r"^\| a \[private hand\].* \| ([\d,]+) \|$", PAGE, re.MULTILINE
    )
    table = PrivateTable(
        send, SERVICE_KEY, ("1", "2", "3", "4", "5", "dealer"), game="holdem", players=6
    )
    sizes = {f"{len(table.token):,}"}
    table.take("deal")
    assert sizes | {f"{len(table.token):,}"} == {characters}


def measure_token(client: FlaskClient, fields: dict[str, Any]) -> str:
    """Return the number of characters of a token before and after the first draw or deal."""
    opened = post(client, "/v1/shoes", **fields)["shoe"]
    path, members = ("deal", {}) if "game" in fields else ("draw", {"count": 1})
    turn = post(
        client, f"/v1/shoes/{path}", shoe=opened, client_seed="x" * MAX_TEXT, **members
    )["shoe"]
    assert len(opened) == len(turn)
    return f"{len(opened):,}"


def test_all_third_party_schemes_are_named() -> None:
    section = PAGE.split("### Others' schemes\n")[1]
    assert set(re.findall(r"`(\w+)`", section)) == set(SCHEMES)


def test_the_beacon_has_the_parameters_that_the_service_uses() -> None:
    rows = re.findall(
        r"^ +\| (\w+) \| (\d+) \| (\d+) \| ([0-9a-f]{64}) \|$", PAGE, re.MULTILINE
    )
    chains = [
        (chain.beacon_id, str(chain.genesis_time), str(chain.period), key)
        for key, chain in CHAINS.items()
    ]
    assert sorted(rows) == sorted(chains)
    quicknet = CHAINS[QUICKNET]
    assert f"genesis_time={quicknet.genesis_time} period={quicknet.period}\n" in PAGE
    assert set(re.findall(r"[0-9a-f]{64}", PAGE)) >= set(CHAINS)


def test_the_paths_settings_and_files_in_the_guide_exist() -> None:
    assert set(re.findall(r"`(/[^`]*)`", PAGE)) <= {
        *SPEC["paths"],
        *(page.path for page in PAGES.values()),
    }
    settings = {setting.name.upper() for setting in fields(Settings)}
    assert set(re.findall(r"`([A-Z]+_[A-Z]+)(?:=\w+)?`", PAGE)) <= settings
    links = re.findall(r"\]\(([^:)]+)\)", PAGE)
    assert links
    for link in links:
        assert (GUIDE.parent / (link.partition("#")[0] or GUIDE.name)).is_file(), link
