"""The changelog begins with the version of the service; other files are made from service/__init__.py."""

import re

import pytest

from service import __version__
from tools.files import ROOT
from tools.version import PLACES, write_version


def test_the_changelog_begins_with_the_version_of_the_service() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    headings = re.findall(
        r"^## (\d+\.\d+\.\d+) – (?:\d{4}-\d\d-\d\d|not released)$", changelog, re.M
    )
    assert headings[0] == __version__


def test_another_version_is_replaced_where_a_file_names_it() -> None:
    pattern = PLACES["pyproject.toml"]
    text = 'name = "deal"\nversion = "0.9.1"\nrequires = "2.0.0"\n'
    written = write_version(text, pattern, "pyproject.toml")
    assert written == text.replace("0.9.1", __version__)


def test_a_file_without_a_version_is_named() -> None:
    with pytest.raises(ValueError, match="in setup"):
        write_version("name = deal\n", PLACES["pyproject.toml"], "setup.cfg")
