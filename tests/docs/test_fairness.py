"""The guide on fairness: rounds of drand, a proved deal, and what it says of digests, old tokens and client seeds."""

import json
import math
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.proofs.drand import CHAINS
from service.proofs.endpoint.prove import BeaconRequest
from tests.docs.examples import ADDRESS, run_example
from tests.http.spec import json_object
from tests.proofs.rounds import QUICKNET
from tests.tables import for_each
from tools.files import ROOT

Json = dict[str, Any]

GUIDE = (ROOT / "docs" / "fairness.md").read_text()


def post(client: FlaskClient, action: str = "", **body: Any) -> Json:
    """Return the response to an action on a shoe, or to a request that opens one."""
    return json_object(client.post(f"/v1/shoes{action}", json=body))


def verify(client: FlaskClient, file: Json) -> Json:
    return json_object(client.post("/v1/verify", json=file))


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@for_each("now", range(1893524400, 1893524404))
def test_the_command_prints_the_first_round_of_drand_in_an_hour(now: int) -> None:
    (command,) = re.findall(r"^ +(due=.*\n +echo .*)$", GUIDE, re.MULTILINE)
    quicknet = CHAINS[QUICKNET]
    clock = f"date() {{ [ $1 = +%s ] && echo {now}; }}"
    number = int(subprocess.check_output(["bash", "-c", f"{clock}\n{command}"]))
    assert quicknet.round_time(number - 1) < now + 3600 <= quicknet.round_time(number)


@pytest.mark.drand
def test_the_round_of_drand_is_valid(live: str) -> None:
    (command,) = re.findall(r"```sh\n(curl \S+ http\S+/v1/verify (?:.*\n)*?)```", GUIDE)
    response = json.loads(run_example(command, live))
    assert response["valid"] is True
    assert response["derived"]["client_seed"] in command
    assert response["derived"]["round_due"] == CHAINS[QUICKNET].round_time(1)


def test_the_request_of_a_proved_deal_is_the_first_of_the_golden_vectors() -> None:
    vectors = ROOT / "tests" / "vectors" / "sd1.json"
    case = json.loads(vectors.read_text("utf-8"))["proofs"][0]
    _, request = GUIDE.split(f"POST {case['path']}\n", 1)
    _, body, *_ = re.split(r"```(?:json\n)?", request)
    assert json.loads(body) == case["asked"]


@pytest.mark.node
@pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "curl", "jq"))),
    reason="bash, curl and jq are not installed",
)
def test_the_commands_prove_a_deal_and_check_it(tmp_path: Path, keyed: str) -> None:
    (commands,) = re.findall(r"```sh\n([^`]*?jwks\.json[^`]*)```", GUIDE)
    (tmp_path / "verify").symlink_to(ROOT / "verify")
    command = ["bash", "-ec", commands.replace(ADDRESS, keyed)]
    output = subprocess.check_output(command, cwd=tmp_path, text=True)
    verdict, word, *_ = output.splitlines()
    assert json.loads(verdict)["valid"] is True
    assert word == "valid"


def test_the_beacon_of_the_guide_has_the_members_that_a_request_takes() -> None:
    (members,) = re.findall(r"jq -c \"\{(.*?)\}", GUIDE)
    required = {
        name for name, field in BeaconRequest().fields.items() if field.required
    }
    named = {member.partition(":")[0].strip() for member in members.split(",")}
    assert named == required


def test_the_lines_of_the_files_that_check_a_proof_are_right() -> None:
    ((links, number),) = re.findall(
        r"To trust no program, read(.*?): some (\d+) lines", " ".join(GUIDE.split())
    )
    names = re.findall(r"\]\(\.\./verify/([\w/]+\.mjs)\)", links)
    assert len(names) == 2
    texts = [(ROOT / "verify" / name).read_text("utf-8") for name in names]
    lines = sum(len(text.splitlines()) for text in texts)
    assert abs(int(number) - lines) <= lines / 10


def draw(client: FlaskClient, before: Json, count: int, **options: Any) -> Json:
    """Return the response to a draw from the shoe of another response."""
    return post(client, "/draw", shoe=before["shoe"], count=count, **options)


def reveal(client: FlaskClient, opened: Json, last: Json) -> Json:
    """Return the receipt of the shoe after its last draw, with the commitment of the opened shoe."""
    receipt = post(client, "/reveal", shoe=last["shoe"])["receipt"]
    return {"receipt": receipt, "confirmed": {"commitment": opened["commitment"]}}


@for_each(
    ("way", "other_way"), [({"burn": 0}, {"burn": 1}), ({"seat": "1"}, {"seat": "2"})]
)
def test_two_histories_of_a_shoe_have_two_digests(
    client: FlaskClient, way: Json, other_way: Json
) -> None:
    shoe = post(client, deck="standard")
    first = draw(client, shoe, 1)
    branch = draw(client, first, 1, **way)
    other_branch = draw(client, first, 1, **other_way)
    for drawn in (branch, other_branch):
        assert drawn["draws"] == 2
        assert drawn["previous"] == first["digest"]
    assert branch["digest"] != other_branch["digest"]
    file = reveal(client, shoe, branch)
    right = verify(client, file | {"seen": [first["seen"], branch["seen"]]})
    wrong = verify(client, file | {"seen": [first["seen"], other_branch["seen"]]})
    assert right["valid"] is True
    assert wrong["valid"] is False


@pytest.mark.node
def test_the_steps_print_the_digest_of_every_response(
    client: FlaskClient, tmp_path: Path
) -> None:
    shoe = post(client, game="rummy", players=2)
    client_seed = "für Elise"
    dealt = post(client, "/deal", shoe=shoe["shoe"], client_seed=client_seed)
    first = draw(client, dealt, 2)
    second = draw(client, first, 2, reshuffle=True, in_play=list(range(10)))
    third = draw(client, second, 2)
    steps = [dealt, first, second, third]
    file = reveal(client, shoe, third) | {"seen": [step["seen"] for step in steps]}
    file["confirmed"]["client_seed"] = client_seed
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(file))
    command = ["node", str(ROOT / "verify" / "verify.mjs"), "steps", str(path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    _, digests = printed.split("The digests of the draws\n")
    expected = [step["digest"] for step in steps]
    assert re.findall(r"\b[0-9a-f]{64}\b", digests) == expected


def test_nulls_in_place_of_cards_leave_a_list_complete(client: FlaskClient) -> None:
    shoe = post(client, game="holdem", players=2)
    turn = shoe
    seen = []
    for stage in shoe["stages"]:
        turn = post(client, "/deal", shoe=turn["shoe"], stage=stage)
        first_card, *others = turn["seen"]["cards"]
        seen.append(turn["seen"] | {"cards": [first_card] + [None] * len(others)})
    file = reveal(client, shoe, turn)
    complete = verify(client, file | {"seen": seen})
    assert complete["valid"] is True
    assert complete["checks"]["draws"] is True
    del seen[1]
    incomplete = verify(client, file | {"seen": seen})
    assert incomplete["valid"] is None
    assert list(incomplete["unchecked"]) == ["draws"]


def chance_to_miss(hands: int, cheats: int, audits: int) -> float:
    """Return the chance that an auditor who opens some hands opens none that was cheated."""
    fewer, more = sorted((cheats, audits))
    return math.prod((hands - more - i) / (hands - i) for i in range(fewer))


def test_the_auditor_opens_as_many_hands_as_the_formula_says() -> None:
    section = GUIDE.partition("#### The auditor's share\n")[2]
    lines = re.findall(r"^\| (.*) \|$", section.partition("\n#")[0], re.MULTILINE)
    heads, *rows = [re.split(r" *\| *", line.replace(",", "")) for line in lines]
    rates = [
        float(head.removeprefix("q = ").removesuffix(" %")) / 100 for head in heads[1:]
    ]
    numbers = ["100", "1000", "10000", "100000", "1000000", "any number"]
    assert [row[0] for row in rows] == numbers
    *finite, (_, *audits_of_any) = rows
    for rate, audits in zip(rates, audits_of_any, strict=True):
        assert int(audits) == math.ceil(math.log(0.01) / math.log(1 - rate))
    for row in finite:
        hands, *shares = map(int, row)
        for rate, audits in zip(rates, shares, strict=True):
            cheats = max(1, round(rate * hands))
            assert chance_to_miss(hands, cheats, audits) <= 0.01
            assert chance_to_miss(hands, cheats, audits - 1) > 0.01


def test_forks_that_keep_other_cards_in_play_contradict_each_other(
    client: FlaskClient,
) -> None:
    """Draw from two forks. With one key for both, the two cards would tell the index of the hidden card."""
    shoe = post(client, deck="standard")
    first = draw(client, shoe, 1, seat="1")
    second = draw(client, first, 2)
    one, two = second["indices"]

    def fork(burn: int, in_play: list[int]) -> int:
        """Return the index of the next card after a reshuffle of what is not in play."""
        drawn = draw(client, second, 1, burn=burn, reshuffle=True, in_play=in_play)
        return int(drawn["indices"][0])

    candidates = set(range(52)) - {one, two}
    for burn in range(50):
        reference = fork(burn, [1, 2])
        card = fork(burn, [0, 1])
        known_below_card = one < card
        known_below_reference = (one < reference) + (two < reference)
        is_lower = (card - known_below_card) - (reference - known_below_reference)
        candidates = {index for index in candidates if (index < card) == is_lower}
    assert not candidates


def place_second_pot(first: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """Place the teams in this order, each in the first group that leaves an arrangement possible."""
    possible = [
        groups
        for groups in permutations(order)
        if all(team != other for team, other in zip(first, groups, strict=True))
    ]
    for team in order:
        group = min(groups.index(team) for groups in possible)
        possible = [groups for groups in possible if groups[group] == team]
    (placed,) = possible
    return placed


def test_groups_drawn_one_after_the_other_meet_as_often_as_the_guide_says() -> None:
    section = GUIDE.partition("\n### Groups drawn one after the other\n")[2]
    section = section.partition("\n### ")[0]
    rows = re.findall(r"^\| (.*[A-Z]{2}) \|$", section, re.MULTILINE)
    cells = [row.split(" | ") for row in rows]
    shown = {order: groups for order, *groups in cells if len(groups) == 3}
    first = ("ES", "IT", "DE")
    orders = list(permutations(["ES", "IT", "AT"]))
    placed = {
        ", ".join(order): list(place_second_pot(first, order)) for order in orders
    }
    assert shown == placed
    met = Counter(first[groups.index("AT")] for groups in placed.values())
    assert met == {"ES": 3, "DE": 2, "IT": 1}
    assert "ES, DE and IT with probability 1/2, 1/3 and 1/6" in section
    met = Counter()
    for drawn, order in product(permutations(first), orders):
        group = place_second_pot(drawn, order).index("AT")
        met[drawn[group]] += 1
    assert met == {"DE": 10, "ES": 13, "IT": 13}  # of 36
    assert "DE with 5/18, and ES and IT with 13/36 each" in section
