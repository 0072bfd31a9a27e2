"""A worker of gunicorn in a thread of the tests, with a clock that stands still until a test moves it.

Its processes are threads as well: a process of tests has threads, and so must not fork.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from logging import Logger, LogRecord
from threading import Event, Semaphore, Thread
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from _pytest.logging import LogCaptureHandler
from flask import Flask
from gunicorn.config import Config

from service.server import connection
from service.server.calls import Head
from service.server.connection import Phase
from service.server.logs import JsonLogger
from service.server.pool import Job
from service.server.processes import PID_SIZE, ClientLostError, _Process
from service.server.worker import LoopWorker
from tools.serving import PATIENCE, wait_until

BACKLOG = 1000
TURN = 0.001
"""Seconds between two looks at a condition that the next turn of the loop may fulfil."""


NO_PID = 2**31 - 1
"""An id that no process has, as Linux gives none above 2^22: to kill it does nothing."""
HELD = "tests.held"
"""The key in the environment of a request that holds its process until the test releases it."""


class Clock(asyncio.SelectorEventLoop):
    """An event loop in which no time passes by itself."""

    now = 0.0

    def time(self) -> float:
        return self.now


class Log(JsonLogger):
    """A log that keeps its records in memory."""

    def setup(self, cfg: Any) -> None:
        self.tracer = None
        self.counts = None
        self._bounded = []
        self._access_log_enabled = True
        self._handler = LogCaptureHandler()
        self.error_log = Logger("error", "INFO")
        self.access_log = Logger("access", "INFO")
        for log in (self.error_log, self.access_log):
            log.addHandler(self._handler)

    @property
    def records(self) -> list[LogRecord]:
        return self._handler.records


class ThreadProcess(_Process):
    """A process of the worker that is a thread of the tests, so that the kernel bounds no time of it."""

    def _bound_time(self) -> None:
        pass

    def run_to_end(self) -> None:
        with suppress(ClientLostError, OSError):  # the worker has ended
            self.run()


class ThreadAncestor(Thread):
    """Starts a thread for each process that a worker asks for, and ends all of them when the worker ends."""

    def __init__(self, service: Any) -> None:
        super().__init__()
        self.asked, self._asking = socket.socketpair()
        self._service = service

    def run(self) -> None:
        streams: list[socket.socket] = []
        threads: list[Thread] = []
        while self._asking.recv(1):
            stream, other_end = socket.socketpair()
            process = ThreadProcess(stream, self._service)
            streams.append(stream)
            threads.append(Thread(target=process.run_to_end))
            threads[-1].start()
            with suppress(OSError):  # the worker has ended
                socket.send_fds(
                    self._asking,
                    [NO_PID.to_bytes(PID_SIZE, "big")],
                    [other_end.fileno()],
                )
            other_end.close()
        for stream in streams:
            stream.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
        for stream in (self._asking, *streams):
            stream.close()


class NoReceiver:
    """Takes a response that no test looks at."""

    def begin_response(self, head: Head) -> None:
        pass

    def take_part(self, part: bytes) -> None:
        pass

    def end_response(self) -> None:
        pass

    def cut_response(self) -> NoReturn:
        raise AssertionError("The response is whole.")

    def abort(self) -> NoReturn:
        raise AssertionError("The process of this request waits for no client.")

    def refuse_wait(self) -> NoReturn:
        raise AssertionError("A process was free.")

    def lose_process(self) -> NoReturn:
        raise AssertionError("The process has ended.")


class Worker(LoopWorker):
    """A worker that tells when it has checked its deadlines: it does so each second."""

    log: Log
    loop: Clock
    seconds_in_kernel = 0.0
    """The time that a request has waited in the kernel's backlog, as its connection is told by this test worker."""

    def __init__(self, app: Flask, **settings: Any) -> None:
        cfg = Config()
        for name, value in ({"keepalive": 75} | settings).items():
            cfg.set(name, value)
        listener = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        listener.setblocking(False)
        host, port = listener.getsockname()
        sockets = [SimpleNamespace(sock=listener, close=listener.close)]
        gunicorn_app = SimpleNamespace(wsgi=lambda: app)
        super().__init__(0, os.getppid(), sockets, gunicorn_app, 0, cfg, Log(cfg))
        self.loop = Clock()
        self._checks = Semaphore(0)
        self.base = f"http://{host}:{port}"
        self._released = Event()
        self.load_wsgi()

    def run(self) -> None:
        service: Any = copy(self.service)
        service.app = self._respond_or_hold
        ancestor = ThreadAncestor(service)
        self._ancestor = ancestor.asked
        ancestor.start()
        super().run()
        ancestor.asked.close()  # unless the worker has closed it
        ancestor.join()

    def _respond_or_hold(self, environ: dict[str, Any], start_response: Any) -> Any:
        if HELD in environ:
            assert self._released.wait(PATIENCE)
            start_response("200 OK", [("Content-Length", "0")])
            return []
        return self.service.app(environ, start_response)

    def notify(self) -> None:
        super().notify()
        self._checks.release()

    def wait_for_check(self) -> None:
        assert self._checks.acquire(timeout=PATIENCE)

    def advance(self, seconds: int) -> None:
        """Let seconds pass, one by one."""
        for _ in range(seconds):
            self.pass_second()
            self.wait_for_check()

    def pass_second(self) -> None:
        def move() -> None:
            self.loop.now += 1

        self.loop.call_soon_threadsafe(move)

    def phases(self) -> list[Phase]:
        return [one.phase for one in list(self.connections)]

    def wait_for_phases(self, *phases: Phase) -> None:
        """Wait until the connections of this worker are in these phases, in any order."""
        wait_until(
            lambda: sorted(self.phases(), key=str) == sorted(phases, key=str),
            interval=TURN,
        )

    def wait_for_held(self, size: int) -> None:
        """Wait until the connections hold so many bytes of requests."""
        wait_until(
            lambda: sum(one.held for one in list(self.connections)) == size,
            interval=TURN,
        )

    def wait_for_requests(self, count: int) -> None:
        """Wait until so many requests are in progress."""
        wait_until(lambda: self.in_progress == count, interval=TURN)

    def wait_for_clients(self) -> None:
        """Wait until no connection has work, and each waits for its client."""
        wait_until(
            lambda: all(one.waits_for_client for one in list(self.connections)),
            interval=TURN,
        )

    def error_messages(self) -> list[str]:
        return [
            record.getMessage()
            for record in self.log.records
            if record.levelname == "ERROR"
        ]

    @contextmanager
    def hold_processes(self) -> Iterator[None]:
        """Occupy all processes, each by a request of another caller."""
        self._released.clear()
        environ = {"REQUEST_METHOD": "POST", HELD: True}
        for number in range(self.service.processes):
            job = Job(
                dict(environ), b"", f"caller {number}", NoReceiver(), lambda _: None
            )
            self.loop.call_soon_threadsafe(self.pool.submit, job)
        try:
            wait_until(
                lambda: self.pool._working.total() == self.service.processes,
                interval=TURN,
            )
            yield
        finally:
            self._released.set()


@contextmanager
def run_worker(app: Flask, **settings: Any) -> Iterator[Worker]:
    """Run a worker with settings of gunicorn while the context lasts."""
    with pytest.MonkeyPatch.context() as patch:
        worker = Worker(app, **settings)
        patch.setattr(connection, "seconds_waited", lambda _: worker.seconds_in_kernel)
        thread = Thread(target=worker.run)
        thread.start()
        try:
            worker.wait_for_check()
            yield worker
        finally:
            with suppress(RuntimeError):  # it has stopped already
                worker.loop.call_soon_threadsafe(worker.handle_quit_signal)
                worker.pass_second()  # it may wait for its clients
            thread.join()
            worker.tmp.close()
