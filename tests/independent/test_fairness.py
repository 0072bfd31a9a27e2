"""The page on fairness is true: its figures, and the names in it.

`python -m tests.independent.test_fairness` writes the table of orders into it anew.
"""

import re
from dataclasses import fields
from math import factorial

from benchmarks.report.orders import KEY_BITS, deck_rows
from service.core.third_party.catalogue import SCHEMES
from service.core.third_party.drand import CHAINS
from service.pages.catalogue import PAGES
from service.settings import Settings
from tests.api.spec import SPEC
from tests.conftest import ROOT

PATH = ROOT / "docs" / "fairness.md"
PAGE = PATH.read_text(encoding="utf-8")
TABLE = re.compile(r"(\| deck \| cards \|.*\n\|---.*\n)((?:\|.*\n)*)")
FILES = re.compile(r"\| \[([a-z]+\.mjs)\]\(\.\./verify/\1\) \| (\d+) \|")


def rows() -> str:
    """The lines of the table."""
    return "".join(f"| {' | '.join(row)} |\n" for row in deck_rows())


def test_the_table_of_orders_is_what_the_decks_have() -> None:
    table = TABLE.search(PAGE)
    assert table
    assert table[2] == rows()


def test_as_many_cards_as_the_page_says_have_fewer_orders_than_there_are_keys() -> None:
    most = int(re.findall(r"(\d+) is the largest n", PAGE)[0])
    assert factorial(most) < 2**KEY_BITS < factorial(most + 1)


def test_the_schemes_of_others_are_all_named() -> None:
    section = PAGE.split("### Others' schemes\n")[1]
    assert set(re.findall(r"`(\w+)`", section)) == set(SCHEMES)


def test_the_beacon_is_as_it_is_known_to_the_service() -> None:
    digits = re.findall(r"[0-9a-f]{64}", PAGE)
    chain = CHAINS[digits[0]]
    assert f"*{chain.beacon_id}*" in PAGE
    assert f"the genesis time {chain.genesis_time} and a period of {chain.period}\n" in PAGE


def lines(name: str) -> int:
    return len((ROOT / "verify" / name).read_text(encoding="utf-8").splitlines())


def loaded(name: str) -> set[str]:
    """A module of the check, and those that it loads whatever it is given."""
    text = (ROOT / "verify" / name).read_text(encoding="utf-8")
    return {name}.union(*(loaded(other) for other in re.findall(r'^import .* from "\./(\w+\.mjs)";$', text, re.M)))


def test_what_a_receipt_takes_to_check_is_as_long_as_the_page_says() -> None:
    files = {name: int(length) for name, length in FILES.findall(PAGE)}
    assert files == {name: lines(name) for name in loaded("verify.mjs")}
    assert f"six files, {sum(files.values())} lines in all" in PAGE
    more = loaded("answers.mjs") - loaded("verify.mjs")
    assert more == {"answers.mjs", "games.mjs"}
    assert f"(../verify/games.mjs), {sum(map(lines, more))} lines." in PAGE


def test_the_paths_settings_and_files_that_it_names_are_there() -> None:
    assert set(re.findall(r"`(/[^`]*)`", PAGE)) <= {*SPEC["paths"], *(page.path for page in PAGES.values())}
    settings = {setting.name.upper() for setting in fields(Settings)}
    assert set(re.findall(r"`([A-Z]+_[A-Z]+)(?:=\w+)?`", PAGE)) <= settings
    for link in re.findall(r"\]\(([^:)]+)\)", PAGE):
        assert (PATH.parent / link).is_file(), link


if __name__ == "__main__":
    PATH.write_text(TABLE.sub(lambda found: found[1] + rows(), PAGE), encoding="utf-8")
