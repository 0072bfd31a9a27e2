"""Replicas of the service, and clients that load a server in front of them."""

import json
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any

from tests.server.client import JSON, PersistentClient, post_json
from tests.services import end, start, stop
from tools.ports import free_port
from tools.serving import (
    PATIENCE,
    gunicorn_command,
    responds,
    wait_for_response,
    wait_until,
)


def wait_until_ready(port: int) -> None:
    wait_until(lambda: responds(f"http://127.0.0.1:{port}/readyz"))


class Replica:
    """A gunicorn with two workers that keeps its port when it is started again."""

    def __init__(self, output: Path, **environment: str) -> None:
        self.port = free_port()
        self._output = output
        self._environment = {
            "PORT": str(self.port),
            "WEB_CONCURRENCY": "2",
        } | environment
        self.start()

    def start(self) -> None:
        self._process = start(gunicorn_command(), self._environment, self._output)
        wait_for_response(self._process, f"http://127.0.0.1:{self.port}/readyz")

    def kill(self) -> None:
        """End the master and its workers with SIGKILL, as a power failure would."""
        end(self._process)

    def stop(self) -> int:
        """Stop it as orchestrators do, and return its exit code."""
        return stop(self._process)

    def is_stopping(self) -> bool:
        """Return whether the master that runs now has received SIGTERM."""
        return (
            "Handling signal: term"
            in self._output.read_text().rpartition("Starting gunicorn")[2]
        )

    def reload(self) -> None:
        """Send SIGHUP, and wait until new workers have started and the old workers have ended."""
        booted, exited = self._worker_counts()
        self._process.send_signal(signal.SIGHUP)
        wait_until(lambda: self._worker_counts() == (booted + 2, exited + 2))

    def _worker_counts(self) -> tuple[int, int]:
        log = self._output.read_text()
        return log.count("Booting worker"), log.count("Worker exiting")


@contextmanager
def replicas(folder: Path, **environment: str) -> Iterator[list[Replica]]:
    """Run three replicas with the same settings."""
    with ExitStack() as stack:
        three = []
        for number in (1, 2, 3):
            three.append(Replica(folder / f"replica-{number}.log", **environment))
            stack.callback(three[-1].kill)
        yield three


@dataclass
class Load:
    """Clients that send requests without a pause and without a retry. Each client keeps its connection.

    Each client also draws from a shoe. The token that one replica returns goes to another replica. Each turn ends with
    `find_failure`, which returns the text of a failure or nothing.
    """

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    find_failure: Callable[[], str | None] = lambda: None
    responses: Counter[str] = field(default_factory=Counter)  # by method
    failures: list[str] = field(default_factory=list)
    shoes: list[tuple[str, dict[int, list[str]]]] = field(default_factory=list)
    """The token of each, and the cards of each of its rounds."""
    _stopped: threading.Event = field(default_factory=threading.Event)

    def run_client(self) -> None:
        client = PersistentClient(self.port)
        cards: dict[int, list[str]] = {}

        def request(method: str, path: str, **members: Any) -> Any:
            body = json.dumps(members).encode() if members else None
            headers = self.headers | JSON if body else self.headers
            try:
                response = client.fetch(path, method, body, headers)
                if response.status != 200:
                    raise HTTPException(response.status, response.body[:200])
            except (OSError, HTTPException) as error:
                self.failures.append(f"{method} {path}: {error!r}")
                client.close()
                return None
            self.responses[method] += 1
            return response.json

        terms = {"deck": "standard", "decks": 8, "reshuffle": "at_cut"}
        token = request("POST", "/v1/shoes", **terms)["shoe"]
        while not self._stopped.is_set():
            request("GET", "/v1/decks/standard/shuffle")
            request("POST", "/v1/items/shuffle", items=[1, 2, 3, 4, 5])
            seeded = request("GET", "/v1/decks/standard/shuffle?seed=42&count=5")
            if seeded and seeded["cards"] != ["6S", "7S", "JC", "4C", "3D"]:
                self.failures.append(f"The seed gave other cards: {seeded}")
            turn = request("POST", "/v1/shoes/draw", shoe=token, count=1)
            if turn:
                token = turn["shoe"]
                cards.setdefault(turn["round"], []).extend(turn["cards"])
            failure = self.find_failure()
            if failure:
                self.failures.append(failure)
        client.close()
        self.shoes.append((token, cards))

    @contextmanager
    def run(self, clients: int = 16) -> Iterator["Load"]:
        """Run the clients while the context lasts, with 500 responses before its body and 500 after."""
        threads = [threading.Thread(target=self.run_client) for _ in range(clients)]
        for thread in threads:
            thread.start()
        try:
            self.wait_for_responses()
            yield self
            self.wait_for_responses()
        finally:
            self._stopped.set()
            for thread in threads:
                thread.join(PATIENCE)

    def wait_for_responses(self, count: int = 500) -> None:
        """Wait for a number of further responses."""
        target = self.responses.total() + count
        wait_until(lambda: self.responses.total() >= target, interval=0.01)

    def check(self) -> None:
        """Assert that no request failed, that each method had many, and that every shoe verifies card by card."""
        print(
            f"{self.responses.total():,} responses, {dict(self.responses)}, {len(self.failures)} failures"
        )
        assert self.failures == []
        assert min(self.responses["GET"], self.responses["POST"]) > 400
        assert self.shoes
        base = f"http://127.0.0.1:{self.port}"
        for token, rounds in self.shoes:
            send = partial(post_json, base, headers=self.headers)
            receipt = send("/v1/shoes/reveal", shoe=token)["receipt"]
            observations = [
                {"round": number, "cards": cards} for number, cards in rounds.items()
            ]
            result = send("/v1/verify", receipt=receipt, seen=observations)
            assert all(result["checks"].values()), result
            assert set(result["unchecked"]) == {"commitment", "draws"}, result
