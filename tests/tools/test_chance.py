"""The check that finds what makes a test depend on chance."""

from tests.tables import for_each
from tools.chance import find_chance


@for_each(
    ("source", "subjects"),
    [
        ("import time\ntime.sleep(1)", ["a sleep: time.sleep"]),
        ("from time import sleep as wait\nwait(1)", ["a sleep: time.sleep"]),
        ("import asyncio\nasyncio.sleep(0.1)", ["a sleep: asyncio.sleep"]),
        ("import asyncio\nasyncio.sleep(0)", []),
        (
            "from datetime import datetime\ndatetime.now()",
            ["a clock: datetime.datetime.now"],
        ),
        (
            "import datetime as dt\nprint(dt.datetime.now)",
            ["a clock: datetime.datetime.now"],
        ),
        ("import time\ndef f(clock=time.monotonic): pass", ["a clock: time.monotonic"]),
        ("run(timeout=5)", ["a timeout of less than 10 s"]),
        ("run(timeout=60)", []),
        ("import socket\nwith socket.socket() as s: pass", ["a socket: socket.socket"]),
        ("import socket\ndef f(s: socket.socket) -> socket.socket: return s", []),
        (
            "from http.server import HTTPServer\nclass S(HTTPServer): pass",
            ["a socket: http.server.HTTPServer"],
        ),
        (
            "import http.client\nhttp.client.HTTPConnection()",
            ["a socket: http.client.HTTPConnection"],
        ),
        ("import os\nos.kill(1, 9)", ["a signal: os.kill"]),
        ("tab.wait_for_timeout(50)", ["a sleep: wait_for_timeout"]),
        ("tab.wait_for_load_state('networkidle')", ["a clock: networkidle"]),
        (
            "from tools.serving import start\nstart()",
            ["a service whose log nobody reads: tools.serving.start"],
        ),
        ("def start(): pass\nstart()\nworker.time.sleep()", []),
    ],
)
def test_it_is_found_however_it_is_written(source: str, subjects: list[str]) -> None:
    assert [finding.subject for finding in find_chance(source)] == subjects
