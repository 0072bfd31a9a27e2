"""The example, the figures and the names of docs/proofs.md."""

import json
import re
from dataclasses import fields

from service.pages.catalogue import PAGES
from service.settings import Settings
from tests.api.spec import SPEC
from tests.conftest import ROOT

PATH = ROOT / "docs" / "proofs.md"
PAGE = PATH.read_text(encoding="utf-8")


def test_the_request_is_the_first_of_the_golden_vectors() -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["proofs"][0]
    (body,) = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    assert json.loads(body) == case["asked"]
    assert f"POST {case['path']}\n" in PAGE


def test_the_lines_of_the_files_that_check_a_proof_are_right() -> None:
    files = [ROOT / "verify" / name for name in re.findall(r"\]\(\.\./verify/(\w+\.mjs)\)", PAGE)]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert f"comparison, {lines} lines" in PAGE


def test_the_paths_settings_and_files_in_it_exist() -> None:
    assert set(re.findall(r"`(/[^`]*)`", PAGE)) <= {*SPEC["paths"], *(page.path for page in PAGES.values())}
    assert set(re.findall(r"`([A-Z]+_[A-Z]+)`", PAGE)) <= {setting.name.upper() for setting in fields(Settings)}
    for link in re.findall(r"\]\(([^:)]+)\)", PAGE):
        assert (PATH.parent / (link.partition("#")[0] or PATH.name)).is_file(), link
