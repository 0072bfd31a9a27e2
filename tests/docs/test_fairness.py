"""The guide on fairness: rounds of drand, a proved deal, and what it says of digests, old tokens and client seeds."""

import json
import math
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.schemas.provenance import BeaconRequest
from service.proofs.drand import CHAINS
from tests.conftest import ROOT
from tests.docs.examples import ADDRESS, run_example
from tests.http.spec import json_object
from tests.proofs.test_drand import QUICKNET
from tests.tables import for_each

GUIDE = (ROOT / "docs" / "fairness.md").read_text()


def post(client: FlaskClient, action: str = "", **body: Any) -> dict[str, Any]:
    return json_object(client.post(f"/v1/shoes{action}", json=body))


def verify(client: FlaskClient, file: dict[str, Any]) -> dict[str, Any]:
    return json_object(client.post("/v1/verify", json=file))


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@for_each("now", range(1893524400, 1893524404))
def test_the_command_prints_the_first_round_of_drand_in_an_hour(now: int) -> None:
    (command,) = re.findall(r"^ +(due=.*\n +echo .*)$", GUIDE, re.MULTILINE)
    quicknet = CHAINS[QUICKNET]
    number = int(
        subprocess.check_output(
            ["bash", "-c", f"date() {{ [ $1 = +%s ] && echo {now}; }}\n{command}"]
        )
    )
    assert quicknet.round_time(number - 1) < now + 3600 <= quicknet.round_time(number)


@pytest.mark.drand
def test_the_round_of_drand_is_valid(live: str) -> None:
    (command,) = re.findall(r"```sh\n(curl \S+ http\S+/v1/verify (?:.*\n)*?)```", GUIDE)
    response = json.loads(run_example(command, live))
    assert response["valid"] is True
    assert response["derived"]["client_seed"] in command
    assert response["derived"]["round_due"] == CHAINS[QUICKNET].round_time(1)


def test_the_request_of_a_proved_deal_is_the_first_of_the_golden_vectors() -> None:
    case = json.loads(
        (ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8")
    )["proofs"][0]
    body = (
        GUIDE.partition(f"POST {case['path']}\n")[2]
        .partition("```json\n")[2]
        .partition("```")[0]
    )
    assert json.loads(body) == case["asked"]


@pytest.mark.node
@pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "curl", "jq"))),
    reason="bash, curl and jq are not installed",
)
def test_the_commands_prove_a_deal_and_check_it(tmp_path: Path, keyed: str) -> None:
    (commands,) = re.findall(r"```sh\n([^`]*?jwks\.json[^`]*)```", GUIDE)
    (tmp_path / "verify").symlink_to(ROOT / "verify")
    output = subprocess.check_output(
        ["bash", "-ec", commands.replace(ADDRESS, keyed)], cwd=tmp_path, text=True
    )
    verdict, word = output.split("\n", 1)
    assert json.loads(verdict)["valid"] is True
    assert word.splitlines()[0] == "valid"


def test_the_beacon_of_the_guide_has_the_members_that_a_request_takes() -> None:
    (members,) = re.findall(r"jq -c \"\{(.*?)\}", GUIDE)
    required = {
        name for name, field in BeaconRequest().fields.items() if field.required
    }
    assert {name.partition(":")[0].strip() for name in members.split(",")} == required


def test_the_lines_of_the_files_that_check_a_proof_are_right() -> None:
    (names, number) = re.findall(
        r"To trust no program, read(.*?): some (\d+) lines", GUIDE, re.DOTALL
    )[0]
    files = [
        ROOT / "verify" / name
        for name in re.findall(r"\]\(\.\./verify/([\w/]+\.mjs)\)", names)
    ]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert len(files) == 2
    assert abs(int(number) - lines) <= lines / 10


@for_each("ways", [({"burn": 0}, {"burn": 1}), ({"seat": "1"}, {"seat": "2"})])
def test_two_histories_of_a_shoe_have_two_digests(
    client: FlaskClient, ways: tuple[dict[str, Any], ...]
) -> None:
    shoe = post(client, deck="standard")
    first = post(client, "/draw", shoe=shoe["shoe"], count=1)
    branches = [
        post(client, "/draw", shoe=first["shoe"], count=1, **way) for way in ways
    ]
    assert branches[0]["draws"] == branches[1]["draws"] == 2
    assert branches[0]["previous"] == branches[1]["previous"] == first["digest"]
    assert branches[0]["digest"] != branches[1]["digest"]
    receipt = post(client, "/reveal", shoe=branches[0]["shoe"])["receipt"]
    for branch, is_valid in zip(branches, (True, False), strict=True):
        confirmed = {"commitment": shoe["commitment"]}
        file = {
            "receipt": receipt,
            "confirmed": confirmed,
            "seen": [first["seen"], branch["seen"]],
        }
        assert verify(client, file)["valid"] is is_valid


@pytest.mark.node
def test_the_steps_print_the_digest_of_every_response(
    client: FlaskClient, tmp_path: Path
) -> None:
    shoe = post(client, game="rummy", players=2)
    steps = [post(client, "/deal", shoe=shoe["shoe"], client_seed="für Elise")]
    for options in ({}, {"reshuffle": True, "in_play": list(range(10))}, {}):
        steps.append(post(client, "/draw", shoe=steps[-1]["shoe"], count=2, **options))
    receipt = post(client, "/reveal", shoe=steps[-1]["shoe"])["receipt"]
    file = tmp_path / "receipt.json"
    notes = {"commitment": shoe["commitment"], "client_seed": "für Elise"}
    file.write_text(
        json.dumps(
            {
                "receipt": receipt,
                "seen": [step["seen"] for step in steps],
                "confirmed": notes,
            }
        )
    )
    command = ["node", str(ROOT / "verify" / "verify.mjs"), "steps", str(file)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    _, digests = printed.split("The digests of the draws\n")
    assert re.findall(r"\b[0-9a-f]{64}\b", digests) == [
        step["digest"] for step in steps
    ]


def test_nulls_in_place_of_cards_leave_a_list_complete(client: FlaskClient) -> None:
    shoe = post(client, game="holdem", players=2)
    token = shoe["shoe"]
    observations = []
    for stage in shoe["stages"]:
        turn = post(client, "/deal", shoe=token, stage=stage)
        token = turn["shoe"]
        cards = turn["seen"]["cards"]
        observations.append(
            turn["seen"] | {"cards": [*cards[:1], *[None] * (len(cards) - 1)]}
        )
    file = {"receipt": post(client, "/reveal", shoe=token)["receipt"]}
    file |= {"confirmed": {"commitment": shoe["commitment"]}}
    verdict = verify(client, file | {"seen": [*observations[:1], *observations[2:]]})
    assert (verdict["valid"], list(verdict["unchecked"])) == (None, ["draws"])
    verdict = verify(client, file | {"seen": observations})
    assert (verdict["valid"], verdict["checks"]["draws"]) == (True, True)


def chance_to_miss(hands: int, cheats: int, audits: int) -> float:
    """Return the chance that an auditor who opens some hands opens none that was cheated."""
    fewer, more = sorted((cheats, audits))
    return math.prod((hands - more - i) / (hands - i) for i in range(fewer))


def test_the_auditor_opens_as_many_hands_as_the_formula_says() -> None:
    table = (
        GUIDE.split("#### The auditor's share\n")[1]
        .split("\n\n| ")[1]
        .split("\n\n")[0]
        .replace(",", "")
    )
    (_, *heads), _, *rows = [
        re.split(r" *\| *", line.strip("| ")) for line in table.splitlines()
    ]
    rates = [
        float(head.removeprefix("q = ").removesuffix(" %")) / 100 for head in heads
    ]
    assert [row[0] for row in rows] == [
        "100",
        "1000",
        "10000",
        "100000",
        "1000000",
        "any number",
    ]
    assert [int(audits) for audits in rows.pop()[1:]] == [
        math.ceil(math.log(0.01) / math.log(1 - q)) for q in rates
    ]
    for hands, *shares in ([int(cell) for cell in row] for row in rows):
        for q, audits in zip(rates, shares, strict=True):
            cheats = max(1, round(q * hands))
            assert (
                chance_to_miss(hands, cheats, audits)
                <= 0.01
                < chance_to_miss(hands, cheats, audits - 1)
            )


def test_forks_that_keep_other_cards_in_play_contradict_each_other(
    client: FlaskClient,
) -> None:
    """Draw from two forks. With one key for both, the two cards would tell the index of the hidden card."""
    shoe = post(client, deck="standard")["shoe"]
    first = post(client, "/draw", shoe=shoe, count=1, seat="1")
    second = post(client, "/draw", shoe=first["shoe"], count=2)
    one, two = second["indices"]

    def fork(burn: int, *in_play: int) -> int:
        body = {
            "shoe": second["shoe"],
            "count": 1,
            "burn": burn,
            "reshuffle": True,
            "in_play": in_play,
        }
        return int(post(client, "/draw", **body)["indices"][0])

    candidates = set(range(52)) - {one, two}
    for burn in range(50):
        reference = fork(burn, 1, 2)
        card = fork(burn, 0, 1)
        is_lower = (
            card - (one < card) - (reference - (one < reference) - (two < reference))
        )
        candidates = {index for index in candidates if (index < card) == is_lower}
    assert not candidates


def place_second_pot(first: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """Place the teams in this order, each in the first group that leaves an arrangement possible."""
    left = [
        groups
        for groups in permutations(order)
        if all(team != other for team, other in zip(first, groups, strict=True))
    ]
    for team in order:
        group = min(groups.index(team) for groups in left)
        left = [groups for groups in left if groups[group] == team]
    (placed,) = left
    return placed


def test_groups_drawn_one_after_the_other_meet_as_often_as_the_guide_says() -> None:
    section = GUIDE.partition("\n### Groups drawn one after the other\n")[2]
    section = section.partition("\n### ")[0]
    shown = {
        cells[0]: cells[1:]
        for row in re.findall(r"^\| (.*[A-Z]{2}) \|$", section, re.MULTILINE)
        if len(cells := row.split(" | ")) == 4
    }
    first = ("ES", "IT", "DE")
    orders = list(permutations(["ES", "IT", "AT"]))
    placed = {
        ", ".join(order): list(place_second_pot(first, order)) for order in orders
    }
    assert shown == placed
    met = Counter(first[groups.index("AT")] for groups in placed.values())
    assert met == {"ES": 3, "DE": 2, "IT": 1}
    assert "ES, DE and IT with probability 1/2, 1/3 and 1/6" in section
    met = Counter(
        drawn[place_second_pot(drawn, order).index("AT")]
        for drawn in permutations(first)
        for order in orders
    )
    assert met == {"DE": 10, "ES": 13, "IT": 13}  # of 36
    assert "DE with 5/18, and ES and IT with 13/36 each" in section
