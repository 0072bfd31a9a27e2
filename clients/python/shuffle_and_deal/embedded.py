"""Call the service in the process of the game, without HTTP: `Service.embedded` and `AsyncService.embedded` do so."""

from __future__ import annotations

import asyncio
import gc
import sys
from http import HTTPStatus
from importlib import import_module
from io import BytesIO
from json import dumps, loads
from typing import Any
from urllib.parse import unquote_to_bytes

from shuffle_and_deal.forks import without_fork


class Response:
    """A response of the application, with what the callers of httpx.Response read of one."""

    encoding = "utf-8"

    def __init__(
        self, content: bytes, status: str, headers: list[tuple[str, str]]
    ) -> None:
        self.status_code = int(status[:3])
        self.headers = dict(headers)
        self.content = content

    @property
    def is_success(self) -> bool:
        return 200 <= self.status_code < 300

    @property
    def reason_phrase(self) -> str:
        return HTTPStatus(self.status_code).phrase

    @property
    def text(self) -> str:
        return self.content.decode(self.encoding, "replace")

    def json(self) -> Any:
        return loads(self.content)


class Application:
    """The application of the service with some settings, called as a client of httpx is.

    `settings` is a `Settings` of the service's package, with everything that the service is to know: the environment of
    the game is not read. Threads may share an application, and a fork, which waits for their requests, goes on with it.
    """

    def __init__(self, settings: Any) -> None:
        package = type(settings).__module__.rpartition(".")[0]
        is_collecting = gc.isenabled()
        gc.disable()  # the objects of the application stay, so there is nothing to collect meanwhile
        try:
            self._app = import_module(f"{package}.app").create_app(settings)
        finally:
            if is_collecting:
                gc.enable()

    def is_short(self, method: str, path: str, *, json: Any = None, **_: Any) -> bool:
        """Return whether a request takes so little time that an event loop may wait for its response."""
        path, query = _split(path)
        return json is None and bool(self._app.is_short(method, path, query, 0))

    def request(
        self, method: str, path: str, *, json: Any = None, **_: Any
    ) -> Response:
        """Return the response to a request, whose body is JSON if there is one. No timeout ends a call."""
        body = b"" if json is None else _write(json)
        path, query = _split(path)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        if json is not None:
            environ |= {
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(body)),
            }
        started: list[Any] = []
        with without_fork():
            parts = self._app.wsgi_app(environ, lambda *start: started.extend(start))
            try:
                content = b"".join(parts)
            finally:
                close = getattr(parts, "close", None)
                if close is not None:
                    close()
        return Response(content, *started[:2])

    def close(self) -> None:
        """Do nothing: nothing is open."""


class AsyncApplication:
    """An `Application` that answers what is not short in a thread, so that the event loop of the game goes on."""

    def __init__(self, settings: Any) -> None:
        self._application = Application(settings)

    async def request(self, method: str, path: str, **content: Any) -> Response:
        """Return the response to a request, as `Application.request` does."""
        if self._application.is_short(method, path, **content):
            return self._application.request(method, path, **content)
        return await asyncio.to_thread(
            self._application.request, method, path, **content
        )

    async def aclose(self) -> None:
        """Do nothing: nothing is open."""


def _split(target: str) -> tuple[str, str]:
    """Return the path and the query of an address as WSGI has them."""
    path, _, query = target.partition("?")
    return unquote_to_bytes(path).decode("latin-1"), query


def _write(body: Any) -> bytes:
    return dumps(
        body, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()
