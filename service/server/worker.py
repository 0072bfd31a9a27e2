"""The gunicorn worker: an event loop with a WSGI application, processes for long work, and room for connections."""

import asyncio
import os
import shutil
import signal
import socket
import ssl
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

from gunicorn.arbiter import Arbiter
from gunicorn.util import set_owner_process
from gunicorn.workers.gasgi import ASGIWorker
from gunicorn.workers.workertmp import WorkerTmp

from ..heap import trim_heap
from ..shared_files import open_unnamed_file
from .connection import HEAD_TIMEOUT, Connection
from .interfaces import Service
from .pool import Pool
from .processes import run_jobs, start_ancestor
from .stacks import print_stacks_when_asked
from .tracing import Tracer

_TICK = 1.0  # seconds
_STORAGE_THREADS = 4  # that wait for the storage of a limit

MAX_HELD = 2**25
"""Bytes of requests and responses in one worker that wait for their clients."""
SMALL_HELD = 2**13
"""A connection that holds up to this number of bytes is not closed, though all connections hold `MAX_HELD`."""


class LoopWorker(ASGIWorker):  # type: ignore[misc]
    """gunicorn's worker with an event loop, for a WSGI application.

    While there are `worker_connections`, a new connection takes the place of the connection that has waited longest for
    its client, so that slow clients lock nobody out.
    """

    alive: bool

    def init_process(self) -> None:
        """Fork the ancestor of this worker's processes, before there are threads or an event loop, then serve."""
        self._find_service().begin_worker()
        self._ancestor = start_ancestor(self._prepare_processes, self._run_jobs)
        super().init_process()

    def init_signals(self) -> None:
        """Set the handlers of gunicorn, which resets all signals, then the one of this service."""
        super().init_signals()
        print_stacks_when_asked()

    def _prepare_processes(self) -> None:
        """Let go of what the ancestor and its processes do not need, rights included, and keep no port in use."""
        for listener in self.sockets:
            listener.sock.close()
        self.tmp.close()
        # As gunicorn does of the worker:
        set_owner_process(self.cfg.uid, self.cfg.gid, initgroups=self.cfg.initgroups)

    def _run_jobs(self, stream: socket.socket) -> NoReturn:
        run_jobs(stream, self._find_service())

    def _find_service(self) -> Service:
        service: Service = self.app.wsgi().extensions["served"]
        return service

    def load_wsgi(self) -> None:
        """Load the application, and connect its stats with the metrics, logs and traces of this worker."""
        self.service = self._find_service()
        self.counts = self.service.counts
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if folder is not None:
            self.counts.share(Path(folder), self.index)
        if self.age > self.cfg.workers:
            self.counts.record_restart()
        self.log.start(self.counts, Tracer() if self.service.traces else None)
        self._held = 0  # bytes of requests and responses that wait for clients
        self.in_progress = 0  # requests
        self._is_log_written = False  # to its last line

    async def _serve(self) -> None:
        """Accept connections until gunicorn stops the worker, then finish the requests that have begun."""
        try:
            self._prepare_loop()
            self._accept_all()
            while self.alive and self.ppid == os.getppid():
                self.notify()
                await self._wait_for_tick()
                self._check_deadlines()
                self.pool.check(self.loop.time())
                trim_heap()
            self.alive = False
            await self._finish_requests()
        finally:
            self._finish()

    def _prepare_loop(self) -> None:
        """Set what connections need; raise `SystemExit` if the settings of TLS are wrong."""
        self.errors = sys.stderr
        self.loop.set_default_executor(ThreadPoolExecutor(_STORAGE_THREADS))
        self.pool = Pool(self.loop, self._ancestor, self.service, self._lose_ancestor)
        # The connections that have ended their handshake, and the tasks of the others, the oldest first:
        self.connections: set[Connection] = set()
        self._handshakes: dict[asyncio.Task[Any], None] = {}
        self._stop = asyncio.Event()  # set when the worker is to stop
        self._tls = self._get_ssl_context()
        if self.cfg.is_ssl and self._tls is None:  # gunicorn has logged why
            raise SystemExit(Arbiter.APP_LOAD_ERROR)

    async def _wait_for_tick(self) -> None:
        """Wait a second, or until the worker is to stop; count by how much longer the loop took than a second."""
        due = self.loop.time() + _TICK
        try:
            await asyncio.wait_for(self._stop.wait(), _TICK)
        except TimeoutError:
            self.counts.record_lag(max(0.0, self.loop.time() - due))

    def _lose_ancestor(self) -> None:
        """Let gunicorn replace this worker, which can fork no process any more."""
        if self.alive:
            self.log.error(
                "The process that forks the others has ended; another worker takes the place of this one"
            )
        self.alive = False
        self._stop.set()

    def notify(self) -> None:
        """Tell gunicorn's master that this worker is alive, and publish the metrics."""
        super().notify()
        self._publish_metrics()

    def _publish_metrics(self) -> None:
        """Publish what was counted; the log of a worker that ends is not stuck, as it is written to its end."""
        is_log_stuck = self.alive and self.log.is_stuck
        self.counts.publish(
            in_progress=self.in_progress,
            lost_lines=self.log.lost_lines,
            is_log_stuck=is_log_stuck,
        )

    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        self._stop.set()

    def handle_quit_signal(self) -> None:
        super().handle_quit_signal()
        self._stop.set()

    def _accept_all(self) -> None:
        self._is_accepting = True
        for listener in self.sockets:
            self.loop.add_reader(listener.sock.fileno(), self._accept, listener.sock)

    def _stop_accepting(self) -> None:
        self._is_accepting = False
        for listener in self.sockets:
            self.loop.remove_reader(listener.sock.fileno())

    def _accept(self, listener: Any) -> None:
        """Accept one connection; without room for it, stop accepting until a connection ends.

        A second one waits for the next turn of the loop, so that an idle worker can take it.
        """
        number = len(self.connections) + len(self._handshakes)
        if number >= self.worker_connections and not self._make_room():
            self._stop_accepting()
            return
        try:
            client, _ = listener.accept()
        except BlockingIOError:  # another worker was faster
            return
        except OSError as error:
            # Mostly no file descriptor is left, for the process or for the system.
            self.log.error("No connection can be accepted: %s", error)
            self._make_room()
            return
        client.settimeout(0)
        timeouts: dict[str, float] = {}
        if self._tls:
            timeouts["ssl_handshake_timeout"] = HEAD_TIMEOUT
            timeouts["ssl_shutdown_timeout"] = _TICK
        connecting = self.loop.connect_accepted_socket(
            partial(Connection, self), client, ssl=self._tls, **timeouts
        )
        task = self.loop.create_task(connecting)
        self._handshakes[task] = None
        task.add_done_callback(self._end_handshake)

    def _end_handshake(self, task: asyncio.Task[Any]) -> None:
        """Forget a handshake that has ended, and log its error, if any; a cancelled one has made room."""
        del self._handshakes[task]
        self._resume_accepting()
        error = None if task.cancelled() else task.exception()
        if error is not None:
            is_tls = isinstance(error, ssl.SSLError | OSError)
            self.log.info(
                "TLS failed: %s" if is_tls else "No connection: %s",
                type(error).__name__,
            )

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for its client, and return whether there is one.

        If TLS handshakes are more than half of `worker_connections`, end the oldest handshake instead. Unless addresses
        belong to proxies, choose only among the connections of the address with most waiting connections.
        """
        if len(self._handshakes) > self.worker_connections // 2:
            next(iter(self._handshakes)).cancel()
            return True
        return self._close_longest_waiting(self.connections)

    def _close_longest_waiting(self, connections: Iterable[Connection]) -> bool:
        """Close one of the connections as `_make_room` says, and return whether one of them waits for its client."""
        waiting = [
            connection for connection in connections if connection.waits_for_client
        ]
        if not waiting:
            return False
        if not self.service.has_proxies:
            addresses = Counter(connection.address for connection in waiting)
            [(commonest, _)] = addresses.most_common(1)
            waiting = [
                connection for connection in waiting if connection.address == commonest
            ]
        longest_waiting = min(waiting, key=attrgetter("client.since"))
        longest_waiting.abort()
        return True

    def add_connection(self, connection: Connection) -> None:
        """Count a connection after its handshake is complete."""
        self.connections.add(connection)

    def remove_connection(self, connection: Connection) -> None:
        """Forget a connection that was closed; further calls do nothing."""
        self.connections.discard(connection)
        self._resume_accepting()

    def _resume_accepting(self) -> None:
        if not self._is_accepting and self.alive:
            self._accept_all()

    def end_request(self) -> None:
        """Count a request that is no longer in progress, and stop after gunicorn's `max_requests`."""
        self.in_progress -= 1
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
            self._stop.set()

    def hold(self, size: int) -> None:
        """Count bytes that wait for clients; if they are too many, close connections that have waited longest."""
        self._held += size
        while size > 0 and self._held > MAX_HELD:
            large = [
                connection
                for connection in self.connections
                if connection.held > SMALL_HELD
            ]
            if not self._close_longest_waiting(large):
                break

    def _check_deadlines(self) -> None:
        now = self.loop.time()
        for connection in list(self.connections):
            connection.check_deadline(now)

    async def _finish_requests(self) -> None:
        """Accept nothing more, and wait until the requests that have begun are answered."""
        self._stop_accepting()
        for listener in self.sockets:
            listener.close()
        for _ in range(2):
            await asyncio.sleep(0)  # the loop reads what has arrived
        for connection in list(self.connections):
            connection.close_if_idle()
        deadline = self.loop.time() + self.cfg.graceful_timeout
        while self.connections or self._handshakes or self.in_progress:
            if self.loop.time() >= deadline or self._quick_shutdown:
                break
            self.tmp.notify()
            await asyncio.sleep(0.02)
            self._check_deadlines()
        self.pool.close()

    def _finish(self) -> None:
        """Publish the last metrics, spans and log lines, while a signal still does no harm.

        When the loop is closed, the next one ends the worker. As it closes, it has no end of the pipe any more into
        which Python writes the numbers of signals, so that Python is told to write none.
        """
        self._publish_metrics()
        self._remove_orphaned_folder()
        self._is_log_written = self.log.stop()
        signal.set_wakeup_fd(-1)

    def run(self) -> None:
        """Serve requests until gunicorn stops the worker."""
        try:
            super().run()
        finally:
            if not self._is_log_written:
                os._exit(0)  # Python would wait for the thread that writes

    def _remove_orphaned_folder(self) -> None:
        """Remove the folder of the metrics if the master was killed, which removes it otherwise."""
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if folder is not None and self.ppid != os.getppid():
            shutil.rmtree(folder, ignore_errors=True)


class MemoryHeartbeat(WorkerTmp):  # type: ignore[misc]
    """A heartbeat file without a name, for a container without a folder that can be written."""

    def __init__(self, cfg: object) -> None:  # noqa: ARG002
        self._tmp = open_unnamed_file("heartbeat")
