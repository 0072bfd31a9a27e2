"""The figures of docs/fairness.md, and the names in it."""

import json
import re
from dataclasses import fields
from math import factorial
from typing import Any

from flask.testing import FlaskClient

from benchmarks.report.orders import KEY_BITS, deck_rows
from service.core.games.catalogue import GAMES
from service.core.sealed.terms import MAX_TEXT
from service.pages.menu import PAGES
from service.settings import Settings
from service.third_party.drand import CHAINS
from service.third_party.schemes import SCHEMES
from tests.api.played.test_hostile_backend import SERVICE_KEY, send
from tests.api.spec import SPEC, post
from tests.conftest import ROOT
from tests.private_hands import PrivateTable
from tests.third_party.test_drand import QUICKNET

PATH = ROOT / "docs" / "fairness.md"
PAGE = PATH.read_text(encoding="utf-8")
TABLE = re.compile(r"(\| deck \| cards \|.*\n\|---.*\n)((?:\|.*\n)*)")
TOKENS = re.compile(r"^\| ((?:any game|`\{).*) \| ([\d,]+) \|$", re.M)
PROGRAM_PAGE = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8")
FILES = re.compile(r"^\| \[(\w+\.mjs)\]\(\.\./verify/\1\) \|", re.MULTILINE)


def fill_orders(text: str) -> str:
    """Return the guide with the rows of its table of orders."""
    rows = "".join(f"| {' | '.join(row)} |\n" for row in deck_rows())
    return TABLE.sub(lambda match: match[1] + rows, text)


def test_the_table_of_orders_is_what_the_decks_have() -> None:
    assert TABLE.search(PAGE)
    assert fill_orders(PAGE) == PAGE, "run: make generate"


def test_as_many_cards_as_the_page_says_have_fewer_orders_than_there_are_keys() -> None:
    cards = int(re.findall(r"(\d+) is the largest n", PAGE)[0])
    assert factorial(cards) < 2**KEY_BITS < factorial(cards + 1)


def test_tokens_have_the_sizes_of_the_table(client: FlaskClient) -> None:
    rows = dict(TOKENS.findall(PAGE))
    label, whole = next(iter(rows.items()))
    assert (
        label == f"any game but the next, for any number of players, with a label of up to {MAX_TEXT} ASCII characters"
    )
    sizes = {
        json.loads(name.split("`")[1])["game"]: size
        for name, size in rows.items()
        if name.endswith(", with that label")
    }
    for game in GAMES.values():
        for players in range(game.players.min, game.players.max + 1):
            fields = {"game": game.name, "players": players}
            assert measure_token(client, fields) == whole
            assert measure_token(client, fields | {"label": "x" * MAX_TEXT}) == sizes.get(game.name, whole)
    assert len(rows) == 8
    for name, characters in list(rows.items())[2:]:
        assert measure_token(client, json.loads(name.split("`")[1])) == characters, name


def test_a_token_with_the_keys_of_six_seats_has_the_size_of_the_table() -> None:
    (characters,) = re.findall(r"^\| a \[private hand\].* \| ([\d,]+) \|$", PAGE, re.MULTILINE)
    table = PrivateTable(send, SERVICE_KEY, ("1", "2", "3", "4", "5", "dealer"), game="holdem", players=6)
    sizes = {f"{len(table.token):,}"}
    table.take("deal")
    assert sizes | {f"{len(table.token):,}"} == {characters}


def measure_token(client: FlaskClient, fields: dict[str, Any]) -> str:
    """Return the number of characters of a token before and after the first draw or deal."""
    opened = post(client, "/v1/shoes", **fields)["shoe"]
    path, members = ("deal", {}) if "game" in fields else ("draw", {"count": 1})
    turn = post(client, f"/v1/shoes/{path}", shoe=opened, client_seed="x" * MAX_TEXT, **members)["shoe"]
    assert len(opened) == len(turn)
    return f"{len(opened):,}"


def test_all_third_party_schemes_are_named() -> None:
    section = PAGE.split("### Others' schemes\n")[1]
    assert set(re.findall(r"`(\w+)`", section)) == set(SCHEMES)


def test_the_beacon_has_the_parameters_that_the_service_uses() -> None:
    rows = re.findall(r"^ +\| (\w+) \| (\d+) \| (\d+) \| ([0-9a-f]{64}) \|$", PAGE, re.MULTILINE)
    chains = [(chain.beacon_id, str(chain.genesis_time), str(chain.period), key) for key, chain in CHAINS.items()]
    assert sorted(rows) == sorted(chains)
    quicknet = CHAINS[QUICKNET]
    assert f"genesis_time={quicknet.genesis_time} period={quicknet.period}\n" in PAGE
    assert set(re.findall(r"[0-9a-f]{64}", PAGE)) >= {*CHAINS}


def is_told(text: str, before: str, names: set[str]) -> bool:
    """Return whether a text tells the number of lines of some modules of verify/, to a tenth, after certain words."""
    [told] = re.findall(rf"{before}\s+some ([\d,]+) lines", text)
    lines = sum(len((ROOT / "verify" / name).read_text(encoding="utf-8").splitlines()) for name in names)
    return abs(int(told.replace(",", "")) - lines) <= lines / 10


def list_imports(name: str) -> set[str]:
    """Return a module of verify/ and the modules there that it always imports, without the tables in its folders."""
    text = (ROOT / "verify" / name).read_text(encoding="utf-8")
    return {name}.union(
        *(list_imports(other) for other in re.findall(r'^import .* from "\./(\w+\.mjs)";$', text, re.M))
    )


def test_the_lines_of_the_files_that_check_a_receipt_are_right() -> None:
    files = list_imports("verify.mjs")
    assert sorted(FILES.findall(PROGRAM_PAGE)) == sorted(files)
    assert is_told(PROGRAM_PAGE, "these ten files,", files)
    others = list_imports("responses.mjs") - files
    paragraph = PROGRAM_PAGE.partition("## Other responses")[2].partition("It refuses")[0]
    assert others == set(re.findall(r"\[(\w+\.mjs)\]", paragraph))
    assert len(others) == 12
    assert is_told(paragraph, "twelve files more,", others)


def test_the_lines_of_the_files_that_check_a_receipt_of_shoe2_are_right() -> None:
    paragraph = PROGRAM_PAGE.partition("One of `shoe2`")[2].partition("\n\n")[0]
    draws = list_imports("draws.mjs") - list_imports("verify.mjs")
    games = list_imports("stages.mjs") - list_imports("draws.mjs") - list_imports("verify.mjs")
    assert (len(draws), len(games)) == (3, 3)
    assert set(re.findall(r"\[(\w+\.mjs)\]", paragraph)) == draws | games
    assert is_told(paragraph, "three files more,", draws)
    assert is_told(paragraph, "three\nbesides,", games)


def test_the_lines_of_the_files_that_check_a_receipt_of_shoe3_are_right() -> None:
    paragraph = PROGRAM_PAGE.partition("One of `shoe3`")[2].partition("(the definition)")[0]
    private = list_imports("private.mjs") - list_imports("stages.mjs") - list_imports("draws.mjs")
    private -= list_imports("verify.mjs")
    assert len(private) == 5
    assert is_told(paragraph, "five files besides,", private)


def test_the_paths_settings_and_files_in_it_exist() -> None:
    assert set(re.findall(r"`(/[^`]*)`", PAGE)) <= {*SPEC["paths"], *(page.path for page in PAGES.values())}
    settings = {setting.name.upper() for setting in fields(Settings)}
    assert set(re.findall(r"`([A-Z]+_[A-Z]+)(?:=\w+)?`", PAGE)) <= settings
    links = re.findall(r"\]\(([^:)]+)\)", PAGE)
    assert links
    for link in links:
        assert (PATH.parent / (link.partition("#")[0] or PATH.name)).is_file(), link
