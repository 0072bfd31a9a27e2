import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.api.schemas.provenance import BeaconRequest
from tests.conftest import ROOT
from tests.docs.examples import ADDRESS

PAGE = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")


def test_the_request_is_the_first_of_the_golden_vectors() -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["proofs"][0]
    (body,) = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    assert json.loads(body) == case["asked"]
    assert f"POST {case['path']}\n" in PAGE


@pytest.mark.node
@pytest.mark.skipif(not all(map(shutil.which, ("bash", "curl", "jq"))), reason="bash, curl and jq are not installed")
def test_the_commands_prove_a_deal_and_check_it(tmp_path: Path, keyed: str) -> None:
    (commands,) = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
    (tmp_path / "verify").symlink_to(ROOT / "verify")
    output = subprocess.check_output(["bash", "-ec", commands.replace(ADDRESS, keyed)], cwd=tmp_path, text=True)
    verdict, word = output.split("\n", 1)
    assert json.loads(verdict)["valid"] is True
    assert word.splitlines()[0] == "valid"


def test_the_beacon_of_the_page_has_the_members_that_a_request_takes() -> None:
    (members,) = re.findall(r"jq -c \"\{(.*?)\}", PAGE)
    required = {name for name, field in BeaconRequest().fields.items() if field.required}
    assert {name.partition(":")[0].strip() for name in members.split(",")} == required


def test_the_lines_of_the_files_that_check_a_proof_are_right() -> None:
    files = [ROOT / "verify" / name for name in re.findall(r"\]\(\.\./verify/(\w+\.mjs)\)", PAGE)]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    (number,) = re.findall(r"comparison, some (\d+) lines", PAGE)
    assert abs(int(number) - lines) <= lines / 10
