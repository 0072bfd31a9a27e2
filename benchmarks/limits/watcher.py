"""Watch a worker while requests from one connection try to stop it.

Beside each request another connection asks for little, a hundred times a second. A request is above the bounds if such
a small one is answered more than `MAX_DELAY` seconds later than without it, if the worker takes more than `MAX_SECONDS`
of CPU time for it, and more than `MAX_RATIO` times the time of a shuffle of a million integers by fisher_yates, as on a
slower machine, or `MAX_MEMORY` MiB of memory; if it gets a 500 or no response; or if the worker ends. What is above the
bounds is sent again, and the least figures count, as other work on the machine makes some larger.
"""

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any, TextIO

from benchmarks.limits.hostile import HEADS, PLANS, RULES, list_most_items, list_own
from benchmarks.limits.structures import Attack, write_json
from benchmarks.servers import RunningServer, cpu_seconds, start_server
from service.core.limits import Limits
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from tools import serving

MAX_DELAY = 0.2
MAX_SECONDS = 2.4
MAX_RATIO = 19.2
MAX_MEMORY = 110  # MiB, as docs/operate.md says

_SMALL_REQUEST = "/v1/integers?max=6"
_INTERVAL = 0.01
_CONTROL = 0.5  # seconds of small requests alone
_PATIENCE = 60  # seconds
_ATTEMPTS = 3
_RETRIES = 50  # of a 503, as the request before may still have its slot
_RESET_PEAK = "5"
_JSON = {"Content-Type": "application/json"}
_MOST_SHOWN = 4_096  # bytes of a request that is printed
_APPLICATION = "benchmarks.limits.watched:app"


@dataclass(frozen=True)
class Effect:
    """What a request did: its status (0 without a response), the delay of others, CPU time and memory in MiB."""

    status: int
    delay: float
    seconds: float
    memory: float
    response_bytes: int = 0

    def excess(self, max_seconds: float) -> float:
        """Return the largest figure as a multiple of its bound; an error or a lost response counts as 1,000."""
        is_lost = self.status == 0 or (self.status >= 500 and self.status != 503)
        return max(
            self.delay / MAX_DELAY,
            self.seconds / max_seconds,
            self.memory / MAX_MEMORY,
            1_000 * is_lost,
        )

    def __str__(self) -> str:
        return (
            f"{self.status or 'no response'}, others {self.delay:.2f} s later, {self.seconds:.2f} s of CPU, "
            f"{self.memory:.0f} MiB, response of {self.response_bytes:,} bytes"
        )


class Worker:
    """The only worker of a server, as the kernel sees it."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self.pid = serving.worker_pids(server.process.pid)[0]

    def is_alive(self) -> bool:
        return self.pid in serving.worker_pids(self._server.process.pid)

    def cpu(self) -> float:
        """Return the CPU time of the worker until now, in seconds; 0 if it has ended."""
        return cpu_seconds(self.pid)

    def waited(self) -> float:
        """Return the seconds that its threads were ready to run and waited for a core, until now."""
        total = 0
        with suppress(OSError):  # a thread, or the worker, has ended
            for thread in Path(f"/proc/{self.pid}/task").iterdir():
                total += int((thread / "schedstat").read_text().split()[1])
        return total / 1e9

    def reset_peak(self) -> None:
        Path(f"/proc/{self.pid}/clear_refs").write_text(_RESET_PEAK)

    def memory(self, name: str) -> float:
        """Return `VmRSS`, or its peak `VmHWM`, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition(f"{name}:")[2].split()[0]) / 1024


@dataclass
class SmallRequests:
    """Small requests on one connection, one after another, with the latency of each.

    A latency is without the time for which other work on the machine kept the worker from a core; that is at least the
    CPU time of the worker meanwhile.
    """

    port: int
    worker: Worker
    latencies: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._is_over = Event()
        self._thread = Thread(target=self._run, daemon=True)

    @contextmanager
    def run(self) -> Iterator[None]:
        """Send them until the exit, which waits for the last response."""
        self._thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            self._thread.join()

    def _run(self) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)
        while not self._is_over.is_set():
            start = time.monotonic()
            waited = self.worker.waited()
            cpu = self.worker.cpu()
            try:
                connection.request("GET", _SMALL_REQUEST)
                connection.getresponse().read()
            except (OSError, HTTPException):
                connection.close()
            seconds = time.monotonic() - start
            waited, cpu = self.worker.waited() - waited, self.worker.cpu() - cpu
            self.latencies.append(max(seconds - waited, min(seconds, cpu)))
            self._is_over.wait(_INTERVAL)
        connection.close()


class Watch:
    """Measures the effects of requests on one server, which it starts anew when its worker has ended."""

    def __init__(self, server: RunningServer) -> None:
        self._server, self._worker = server, Worker(server)
        self.max_seconds = max(MAX_SECONDS, MAX_RATIO * time_reference())
        with self._measure_small() as (small, spent):
            time.sleep(_CONTROL)
        self._usual = sorted(small.latencies)[len(small.latencies) // 2]
        self._cost = spent() / len(small.latencies)

    @contextmanager
    def _measure_small(self) -> Iterator[tuple[SmallRequests, "CpuTime"]]:
        small = SmallRequests(self._server.port, self._worker)
        spent = CpuTime(self._worker)
        with small.run():
            yield small, spent

    def is_alive(self) -> bool:
        return self._server.process.poll() is None and self._worker.is_alive()

    def measure(self, attack: Attack) -> Effect:
        """Send a request, again if others may have made it slow, and return the least figures."""
        effect = self._measure_once(attack)
        for _ in range(_ATTEMPTS - 1):
            if effect.excess(self.max_seconds) <= 1 or not self.is_alive():
                break
            other = self._measure_once(attack)
            effect = Effect(
                status=other.status,
                delay=min(effect.delay, other.delay),
                seconds=min(effect.seconds, other.seconds),
                memory=min(effect.memory, other.memory),
                response_bytes=other.response_bytes,
            )
        return effect

    def _measure_once(self, attack: Attack) -> Effect:
        self._worker.reset_peak()
        before = self._worker.memory("VmRSS")
        with self._measure_small() as (small, spent):
            time.sleep(_INTERVAL)
            status, size = send(self._server.port, attack)
        if not self.is_alive():
            return Effect(0, max(small.latencies), 0, 0)
        seconds = max(0, spent() - self._cost * len(small.latencies))
        return Effect(
            status,
            max(small.latencies) - self._usual,
            seconds,
            self._worker.memory("VmHWM") - before,
            size,
        )


class CpuTime:
    """The CPU time of a worker since now, in seconds."""

    def __init__(self, worker: Worker) -> None:
        self._worker, self._start = worker, worker.cpu()

    def __call__(self) -> float:
        return self._worker.cpu() - self._start


def send(port: int, attack: Attack) -> tuple[int, int]:
    """Send a request on a connection of its own; return the status, 0 without a response, and the bytes of its body."""
    for _ in range(_RETRIES):
        connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        try:
            headers = _JSON if attack.body is not None else {}
            connection.request(
                attack.method, attack.path, attack.body, headers | dict(attack.headers)
            )
            response = connection.getresponse()
            size = sum(map(len, iter(lambda: response.read(2**18), b"")))  # noqa: B023 (it is called at once)
        except (OSError, HTTPException):
            return 0, 0
        finally:
            connection.close()
        if response.status != 503:
            break
        time.sleep(0.1)
    return response.status, size


@dataclass
class Findings:
    """What a run found: the requests above the bounds, and the largest of each figure."""

    above: list[Attack] = field(default_factory=list)
    largest: dict[str, tuple[Attack, Effect]] = field(default_factory=dict)
    requests: set[int] = field(default_factory=set)
    tried: int = 0

    def add(self, attack: Attack, effect: Effect) -> None:
        """Count a request, and keep it if one of its figures is the largest until now."""
        self.tried += 1
        for name in ("delay", "seconds", "memory"):
            if name not in self.largest or getattr(effect, name) > getattr(
                self.largest[name][1], name
            ):
                self.largest[name] = attack, effect


def watch(attacks: Iterable[Attack], folder: Path) -> Findings:
    """Send requests one after another; write each line as it is known, and each request above the bounds whole.

    A request that is too long to print is a file in `folder`, and its line is a command that sends it again.
    """
    findings = Findings()
    folder.mkdir(parents=True, exist_ok=True)
    remaining = iter(attacks)
    with (folder / "effects.jsonl").open("w") as lines:
        is_over = False
        while not is_over:
            with start_server(application=_APPLICATION) as server:
                is_over = _watch_server(server, remaining, findings, folder, lines)
    return findings


def _watch_server(
    server: RunningServer,
    remaining: Iterator[Attack],
    findings: Findings,
    folder: Path,
    lines: TextIO,
) -> bool:
    """Measure requests until there are no more, or the worker has ended; return whether there are no more."""
    watcher = Watch(server)
    for attack in remaining:
        request = hash((attack.path, attack.body, attack.headers))
        if (
            request in findings.requests
        ):  # two limits, neither of which fits into a body
            continue
        findings.requests.add(request)
        effect = watcher.measure(attack)
        findings.add(attack, effect)
        lines.write(json.dumps([attack.title, effect.__dict__]) + "\n")
        lines.flush()
        if effect.excess(watcher.max_seconds) > 1:
            findings.above.append(attack)
            print(
                f"Above the bounds: {attack.title}\n  {effect}\n  {show(attack, folder)}",
                flush=True,
            )
        if not watcher.is_alive():
            return False
    return True


def show(attack: Attack, folder: Path) -> str:
    """Return a command that sends a request; a long body is written into a file of `folder`."""
    url = f"$SERVICE{attack.path}"
    headers = "".join(f" --header '{name}: {value}'" for name, value in attack.headers)
    if attack.body is None:
        return f"curl '{url}'{headers}"
    body = attack.body.decode(errors="surrogateescape")
    if len(attack.body) > _MOST_SHOWN:
        file = folder / f"{sha256(attack.title.encode()).hexdigest()[:12]}.json"
        file.write_bytes(attack.body)
        body = f"@{file}"
    return f"curl --json '{body}' '{url}'{headers}"


def list_hostile() -> Iterator[Attack]:
    """Yield the requests of hostile.py; what is asked of items also as a batch, and as a request to plan."""
    for name, (kind, body) in {**RULES, **list_most_items()}.items():
        path = f"/v1/items/{kind}"
        yield _post(f"hostile {kind}", name, path, body)
        yield _post(
            f"hostile {kind}", f"{name}, twice", f"{path}/batch", {**body, "repeats": 2}
        )
        yield _post(
            "hostile plan",
            name,
            "/v1/plans",
            {"occasion": "x", "path": path, "body": body, "delay": 600},
        )
    paths = {"make_plan": "/v1/plans", "verify_result": "/v1/verify"}
    for name, (operation, body) in PLANS.items():
        yield _post(f"hostile {operation}", name, paths[operation], body)
    for name, (path, body) in list_own().items():
        yield (
            Attack(f"hostile {path}", "", name, "GET", path)
            if body is None
            else _post("hostile", name, path, body)
        )
    for name, headers in HEADS.items():
        yield Attack(
            "hostile head", "", name, "GET", "/v1/games", headers=(*headers.items(),)
        )


def _post(operation: str, name: str, path: str, body: Any) -> Attack:
    return Attack(operation, "", name, "POST", path, partial(write_json, body))


def time_reference() -> float:
    """Return the least CPU time of three shuffles of a million integers by fisher_yates."""
    request = ShuffleRequest(seed="reference")
    times = []
    plan = prepare_shuffle(1_000_000, request, Limits())
    for _ in range(3):
        start = time.process_time()
        plan.draw(request)
        times.append(time.process_time() - start)
    return min(times)
