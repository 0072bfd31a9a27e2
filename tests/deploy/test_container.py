"""Run the image read-only, without capabilities and with little memory; use it, and stop it.

`make image-check` runs these tests. Build the image first (`make image`). Without a container engine or an image the
tests fail, and are not skipped.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from http.client import HTTPResponse
from signal import SIGTERM
from statistics import fmean
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import pytest

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS
from service.http.blueprint import Example, Operation
from service.pages.guides.catalogue import GUIDES
from service.pages.menu import PAGES
from tests.deploy.limited import (
    ENGINE,
    IMAGE,
    SHOE_KEY,
    Container,
    check_image,
    engine,
    run_container,
)
from tests.pages.test_guides import Links
from tests.proofs.rounds import QUICK_1, QUICKNET
from tests.sealed.shoe_examples import seal_again
from tests.server.client import DICE, POST, connect, post, read_all
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import wait_until
from tools.url_rules import fill_rule

pytestmark = pytest.mark.container

DOCKERFILE = ROOT / "Dockerfile"
IMPORT_TEN_TIMES = """\
for _ in 1 2 3 4 5 6 7 8 9 10; do
    python -c "import time, flask; print(time.process_time())"
done
"""
MOST_IMPORTS = 16
"""Imports of Flask in the CPU time of a start: 11 to 13, alone and beside a load of 4."""
GRACE_SECONDS = 20
ABOVE_THE_BASE = 120 << 20


def inspect_image() -> Any:
    """Return what the engine knows of the image."""
    (image,) = json.loads(engine("image", "inspect", IMAGE).stdout)
    return image


@pytest.fixture(scope="module")
def image() -> None:
    """Fail unless an engine has the image."""
    check_image()


@pytest.fixture(scope="module")
def container() -> Iterator[Container]:
    """A running container, for tests that change nothing in it."""
    with run_container() as container:
        yield container


def test_it_is_ready_at_once() -> None:
    """Compare the CPU time of a start with that of an import of Flask in the same container.

    A slower processor and other load slow both down. Ten imports take about as long as a start, so that a quiet moment
    favours neither; of three containers the quickest start counts.
    """
    ratios = []
    for _ in range(3):
        with run_container() as container:
            start_time = container.cpu_seconds()
            imports = container.run("sh", "-c", IMPORT_TEN_TIMES).stdout.split()
            ratios.append(start_time / fmean(map(float, imports)))
    print("a start in imports of Flask:", *(f"{ratio:.1f}" for ratio in ratios))
    assert min(ratios) < MOST_IMPORTS


OPERATIONS = [
    operation for blueprint in BLUEPRINTS for operation in blueprint.operations
]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_it_answers_every_example_of_the_documentation(
    container: Container, operation: Operation
) -> None:
    example = operation.example or Example()  # the document itself has none
    path = fill_rule(operation.rule, example.path)
    if operation.method == "POST":
        tokens = seal_again(SHOE_KEY)  # those of the documentation expired long ago
        members = {
            name: tokens.get(str(value), value)
            for name, value in example.arguments.items()
        }
        response = post(container.base, path, members)
    else:
        response = container.get(f"{path}?{urlencode(example.arguments)}")
    assert response.status == 200


def list_pages() -> list[str]:
    """Return the paths of all pages."""
    menu = [page.path for page in PAGES.values()]
    guides = [f"/docs/guide/{name}" for name in GUIDES]
    return [*menu, "/docs/guide", *guides, "/verify/offline.html"]


@pytest.mark.parametrize("path", list_pages())
def test_it_serves_every_page_with_all_that_it_loads(
    container: Container, path: str
) -> None:
    page = container.get(path, accept="text/html")
    assert page.status == 200
    assert page.body.startswith(b"<!doctype html>")
    for address in Links(page.body.decode()).addresses:
        target = urlsplit(urljoin(f"http://here{path}", address))
        if target.netloc == "here":
            link = f"{target.path}?{target.query}"
            response = container.get(link, accept="text/html,*/*;q=0.8")
            assert response.status == 200, address


def test_its_index_has_the_chapters_of_the_guides_that_were_rendered_in_advance(
    container: Container,
) -> None:
    paths = {entry["path"] for entry in container.get("/docs/search.json").json}
    assert "docs/guide/start#the-first-request" in paths


@for_each("deck", DECKS)
def test_it_serves_every_picture(container: Container, deck: str) -> None:
    path = f"/v1/decks/{deck}"
    images = {card["image"] for card in container.get(path).json["cards"]}
    for image in (*images, f"{path}/back.svg", f"{path}/sprites.svg"):
        assert b"<svg" in container.get(image).body, image


@pytest.mark.smoke
def test_it_shuffles_a_whole_deck_and_a_seed_gives_the_same_bytes_again(
    container: Container,
) -> None:
    cards = container.get("/v1/decks/standard/shuffle").json["cards"]
    assert len(cards) == 52
    assert len(set(cards)) == 52
    first = container.get("/v1/decks/standard/shuffle?seed=42")
    second = container.get("/v1/decks/standard/shuffle?seed=42")
    assert first.status == 200
    assert first.body == second.body


@pytest.mark.smoke
def test_it_ranks_hands_and_deals_from_a_sealed_shoe(container: Container) -> None:
    royal_flush = ["AS", "KS", "QS", "JS", "TS"]
    ranking = container.post("/v1/hands/rank", game="poker", hands=[royal_flush])
    (hand,) = ranking["hands"]
    assert hand["category"] == "royal_flush"
    shoe = container.post("/v1/shoes", deck="standard")
    turn = container.post("/v1/shoes/draw", shoe=shoe["shoe"], count=52)
    assert len(set(turn["cards"])) == 52
    receipt = container.post("/v1/shoes/reveal", shoe=turn["shoe"])["receipt"]
    file = {
        "receipt": receipt,
        "seen": [turn["seen"]],
        "confirmed": {"commitment": shoe["commitment"]},
    }
    assert container.post("/v1/verify", **file)["valid"] is True


def test_it_checks_the_signature_of_a_round_of_drand(container: Container) -> None:
    beacon = {
        "scheme": "drand",
        "chain_hash": QUICKNET,
        "randomness": QUICK_1.randomness,
        "signature": QUICK_1.signature,
    }
    right = container.post("/v1/verify", **beacon, round=1)
    assert right["valid"] is True
    wrong = container.post("/v1/verify", **beacon, round=2)
    assert wrong["difference"]["where"] == "signature"


@pytest.mark.smoke
def test_it_runs_without_privileges(container: Container) -> None:
    assert container.run("id", "-u").stdout == "10001\n"
    lines = container.run("cat", "/proc/1/status").stdout.splitlines()
    status = dict(line.split(":\t", 1) for line in lines)
    assert status["Uid"].split() == ["10001"] * 4
    assert int(status["CapEff"], 16) == 0
    assert int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"] == "1"


def test_its_limits_are_in_force_and_it_can_write_only_to_tmp(
    container: Container,
) -> None:
    limits = container.shell(
        "cd /sys/fs/cgroup; cat memory.max pids.max memory/memory.limit_in_bytes pids/pids.max"
    )
    assert limits.split() == [str(256 << 20), "64"]
    writable = container.shell(
        "for d in / /app /opt/venv /home /var /tmp; do touch $d/x && echo $d; done"
    )
    assert writable == "/tmp\n"


def test_it_is_small(image: None) -> None:
    text = DOCKERFILE.read_text()
    (base,) = re.findall(r"^ARG BASE_IMAGE=(\S+)", text, re.MULTILINE)

    def find_size(name: str) -> int:
        return int(engine("image", "inspect", "--format", "{{.Size}}", name).stdout)

    size = find_size(IMAGE)
    above = size - find_size(base)
    print(f"{size / 1e6:.1f} MB, {above / 1e6:.1f} MB more than the base")
    assert above < ABOVE_THE_BASE


def test_its_labels_say_what_it_is(image: None) -> None:
    labels = inspect_image()["Config"]["Labels"]
    prefix = "org.opencontainers.image."
    names = {name.removeprefix(prefix) for name in labels if name.startswith(prefix)}
    about = {"title", "description", "licenses", "source"}
    build = {"version", "revision", "created", "base.name", "base.digest"}
    assert names == about | build
    assert re.fullmatch("[0-9a-f]{40}", labels[f"{prefix}revision"])
    digest = labels[f"{prefix}base.digest"]
    assert re.fullmatch("sha256:[0-9a-f]{64}|unknown", digest)
    created = labels[f"{prefix}created"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", created)


def test_no_other_image_stands_in_for_a_base_that_is_named_by_digest() -> None:
    base = f"python:3.13-slim@sha256:{'0' * 64}"
    command = [ENGINE.parent / "base-image.sh"]
    env = os.environ | {"BASE_IMAGE": base}
    process = subprocess.run(
        command, env=env, capture_output=True, text=True, check=False
    )
    assert process.returncode == 1
    assert process.stdout == ""
    assert process.stderr == f"{base} is not here and cannot be pulled.\n"


def test_it_holds_no_build_tools(container: Container) -> None:
    tools = container.run("which", "python", "pip", "pip3", "cc", "gcc", "make")
    assert tools.stdout == "/opt/venv/bin/python\n"
    for module in ("pip", "ensurepip", "setuptools"):
        assert container.run("python", "-c", f"import {module}").returncode != 0


def test_its_health_check_fails_if_nothing_listens(container: Container) -> None:
    image = inspect_image()
    health_check = image["Config"].get("Healthcheck") or image["Healthcheck"]
    kind, *check = health_check["Test"]
    assert kind == "CMD"
    assert container.run(*check).returncode == 0
    assert engine("exec", "--env", "PORT=1", container.name, *check).returncode != 0


def handles_sigterm(container: str) -> bool:
    """Return whether the first process of a container is there, and has a handler for SIGTERM."""
    status = engine("exec", container, "cat", "/proc/1/status").stdout
    caught = re.search(r"^SigCgt:\s*(\w+)$", status, re.MULTILINE)
    return caught is not None and bool(int(caught[1], 16) >> (SIGTERM - 1) & 1)


def exit_code_of(container: str) -> str:
    """Return the exit code of a container that has ended, in a line."""
    return engine("inspect", "--format", "{{.State.ExitCode}}", container).stdout


def test_it_stops_at_once_while_it_starts() -> None:
    """As process 1 it would ignore SIGTERM before gunicorn handles it, and be killed: its exit code would not be 0."""
    name = engine("run", "--detach", IMAGE).stdout.strip()
    try:
        # Python runs, and gunicorn does not yet.
        wait_until(lambda: handles_sigterm(name), interval=0.001)
        assert engine("stop", "-t", str(GRACE_SECONDS), name).returncode == 0
        assert exit_code_of(name) == "0\n"
    finally:
        engine("rm", "--force", name)


def test_on_sigterm_it_finishes_its_requests_and_exits_without_an_error() -> None:
    """It would be killed after the grace period, and its exit code would not be 0."""
    path = b"/v1/decks/standard/shuffle/batch?repeats=30000"
    get = b"GET %s HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n\r\n" % path
    expectation = b"Connection: close\r\nExpect: 100-continue\r\n"
    head = POST + expectation + b"Content-Length: %d\r\n\r\n" % len(DICE)
    with run_container() as container:
        stop_command = [str(ENGINE), "stop", "-t", str(GRACE_SECONDS), container.name]
        with (
            connect(container.base) as client,
            connect(container.base) as stream,
            HTTPResponse(stream) as batch,
        ):
            stream.sendall(get)
            batch.begin()
            client.sendall(head)
            assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            with subprocess.Popen(stop_command) as stop:
                wait_until(lambda: "Handling signal: term" in container.log())
                client.sendall(DICE)
                response = read_all(client)
                lines = batch.read().count(b"\n")
            assert stop.returncode == 0
        assert lines == 30_000
        assert response.startswith(b"HTTP/1.1 200 ")
        assert exit_code_of(container.name) == "0\n"
        log = container.log()
        assert not re.search("(?i)error|warning|critical|traceback", log), log
