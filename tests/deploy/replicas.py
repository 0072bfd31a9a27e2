"""Replicas of the service, and the load on whatever stands in front of them."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.server.client import JSON, post_json
from tools.serving import free_port

PATIENCE = 30  # seconds until what must come is taken to have failed


def is_ready(port: int) -> bool:
    """Whether what listens there is ready, asked over a connection of its own."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_ready(port):
        assert time.monotonic() < deadline, f"nothing is ready at port {port}"
        time.sleep(0.05)


class Replica:
    """A gunicorn with two workers at a port that it keeps."""

    def __init__(self, output: Path, **environment: str) -> None:
        self.port = free_port()
        self._output = output
        self._environment = os.environ | {"PORT": str(self.port), "WEB_CONCURRENCY": "2"} | environment
        self.start()

    def start(self) -> None:
        with self._output.open("ab") as printed:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "--config", "service/server/gunicorn.conf.py", "service.wsgi:app"],
                cwd=ROOT,
                env=self._environment,
                stdout=printed,
                stderr=printed,
                start_new_session=True,
            )
        wait_until_ready(self.port)

    def kill(self) -> None:
        """End it and its workers as a machine ends that loses its power."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=PATIENCE)

    def stop(self) -> int:
        """Stop it as orchestrators do; gives its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=PATIENCE)

    def reload(self) -> None:
        """Have it begin anew with new workers, and wait until these are there and the old ones are gone."""
        booted, gone = self._workers()
        self._process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + PATIENCE
        while self._workers() != (booted + 2, gone + 2):
            assert time.monotonic() < deadline, self._output.read_text()
            time.sleep(0.05)

    def _workers(self) -> tuple[int, int]:
        log = self._output.read_text()
        return log.count("Booting worker"), log.count("Worker exiting")


@contextmanager
def replicas(folder: Path, **environment: str) -> Iterator[list[Replica]]:
    """Three of them, set up alike."""
    started: list[Replica] = []
    try:
        for number in (1, 2, 3):
            started.append(Replica(folder / f"replica-{number}.log", **environment))
        yield started
    finally:
        for replica in started:
            replica.kill()


@dataclass
class Load:
    """Clients that ask without a pause and never twice, each over a connection that it keeps; what they got.

    Each also draws from a shoe of its own, whose tokens come from one replica and go to another.
    """

    port: int
    answered: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    shoes: list[tuple[str, dict[int, list[str]]]] = field(default_factory=list)  # token, and what was seen by round
    _over: threading.Event = field(default_factory=threading.Event)

    def client(self) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        seen: dict[int, list[str]] = {}

        def ask(method: str, path: str, **asked: Any) -> Any:
            body = json.dumps(asked).encode() if asked else None
            try:
                connection.request(method, path, body, JSON if body else {})
                response = connection.getresponse()
                read = response.read()
            except (OSError, HTTPException) as error:
                self.failures.append(f"{method} {path}: {error!r}")
                connection.close()
                return None
            if response.status != 200:
                self.failures.append(f"{method} {path}: {response.status} {read[:200]!r}")
                return None
            self.answered[method] += 1
            return json.loads(read)

        opened = ask("POST", "/v1/shoes", deck="standard", decks=8)
        token = opened["shoe"]
        for turn in cycle(range(4)):
            if self._over.is_set():
                break
            if turn == 0:
                ask("GET", "/v1/decks/standard/shuffle")
            elif turn == 1:
                ask("POST", "/v1/items/shuffle", items=[1, 2, 3, 4, 5])
            elif turn == 2:
                seeded = ask("GET", "/v1/decks/standard/shuffle?seed=42&count=5")
                if seeded and seeded["cards"] != ["6S", "7S", "JC", "4C", "3D"]:
                    self.failures.append(f"A seed gave something else: {seeded}")
            else:
                drawn = ask("POST", "/v1/shoes/draw", shoe=token, count=1)
                if drawn:
                    token = drawn["shoe"]
                    seen.setdefault(drawn["round"], []).extend(drawn["cards"])
        connection.close()
        self.shoes.append((token, seen))

    @contextmanager
    def going_on(self, clients: int = 16) -> Iterator["Load"]:
        """Load while the context lasts, a while before and a while after."""
        threads = [threading.Thread(target=self.client) for _ in range(clients)]
        for thread in threads:
            thread.start()
        try:
            self.go_on()
            yield self
            self.go_on()
        finally:
            self._over.set()
            for thread in threads:
                thread.join(PATIENCE)

    def go_on(self, requests: int = 500) -> None:
        """Wait for so many more answers."""
        wanted, deadline = self.answered.total() + requests, time.monotonic() + PATIENCE
        while self.answered.total() < wanted:
            assert time.monotonic() < deadline, self.failures[:5]
            time.sleep(0.01)


def all_is_well(load: Load) -> None:
    """No request failed, of many of each method, and every shoe went on across the replicas, card for card."""
    print(f"{load.answered.total():,} requests, {dict(load.answered)}, {len(load.failures)} failed")
    assert load.failures == []
    assert min(load.answered["GET"], load.answered["POST"]) > 400
    assert load.shoes
    base = f"http://127.0.0.1:{load.port}"
    for token, rounds in load.shoes:
        receipt = post_json(base, "/v1/shoes/reveal", shoe=token)["receipt"]
        seen = [{"round": number, "cards": cards} for number, cards in rounds.items()]
        assert post_json(base, "/v1/verify", receipt=receipt, seen=seen)["valid"] is True
