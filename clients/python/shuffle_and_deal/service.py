"""Call the shuffle-and-deal service: send requests, send them again where that is safe, and raise problems."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import SystemRandom
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    import httpx  # imported when the first request needs it: an embedded service never does

T = TypeVar("T")

# so that clients that were refused together do not come back together
_jitter = SystemRandom()
_LONGEST_PAUSE = 2.0  # seconds before another try if the service names none
_LATE = "no whole response before the deadline"
_NOT_SENT = (
    "not sent before the deadline, as {} other calls were under way: send fewer at "
    "once, or give a longer deadline"
)
_AT_ONCE = 50
"""Calls that are sent at once: the time that httpcore takes grows with the square of those that wait in it."""
_TIMEOUTS = {
    "ConnectTimeout": "no connection was made within the timeout",
    "PoolTimeout": "all connections of the client were in use for the whole timeout",
    "ReadTimeout": "nothing arrived within the timeout",
    "WriteTimeout": "nothing could be sent within the timeout",
}
"""What httpx' errors mean that have no text."""


class ServiceError(Exception):
    """The service gave no result."""


class NoResponse(ServiceError):
    """No whole response arrived before the deadline. The same request may be sent again."""


class Problem(ServiceError):
    """The service refused the request, or failed: an RFC 9457 problem.

    `errors` has, by the name of each refused field, a list of sentences. `retry_after` is the number of seconds to
    wait before the request is sent again, or None if the response names none.
    """

    def __init__(
        self, status: int, members: dict[str, Any], retry_after: float | None
    ) -> None:
        self.status = status
        self.type: str = str(members.get("type", "about:blank"))
        self.title: str = str(members.get("title", ""))
        self.detail: str = str(members.get("detail") or self.title)
        errors = members.get("errors")
        self.errors: dict[str, list[str]] = errors if isinstance(errors, dict) else {}
        self.request_id: str | None = members.get("request_id")
        self.retry_after = retry_after
        hint = " Give a key as Service(url, key=…)." if status == 401 else ""
        super().__init__(f"{status} {self.detail}{hint}")


def finish(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never suspends, and return its result."""
    try:
        coroutine.send(None)
    except StopIteration as stopped:
        result: T = stopped.value
        return result
    coroutine.close()
    raise RuntimeError(
        "This waits for an event loop: use AsyncService, AsyncTable and an asynchronous store."
    )


class _Caller:
    """Sends a request until its response is final or the deadline has passed.

    The subclasses differ in how they send and sleep; in the blocking one neither of these coroutines suspends.
    """

    def __init__(
        self, timeout: float, deadline: float, client: Any, make: Callable[[], Any]
    ) -> None:
        self._timeout = timeout
        self._deadline = deadline
        self._make = make if client is None else lambda: client
        self._begin()

    def _begin(self) -> None:
        """Open what belongs to this process: the client, unless one was given, and the gate before it."""
        self._process = os.getpid()
        self._opened = self._make()
        self._gate = self._make_gate()

    def _continue(self) -> None:
        """Begin again after a fork: two processes would read from one connection, and wait for each other's calls."""
        if self._process != os.getpid():
            self._begin()

    def _make_gate(self) -> Any:
        raise NotImplementedError

    async def _send(
        self, method: str, path: str, end: float, **content: Any
    ) -> httpx.Response:
        raise NotImplementedError

    async def _sleep(self, seconds: float) -> None:
        raise NotImplementedError

    async def _call(self, path: str, body: dict[str, Any] | None) -> Any:
        end = time.monotonic() + self._deadline
        longest = 0.1
        while True:
            try:
                return await self._try(path, body, max(end, time.monotonic() + 0.05))
            except _Temporary as temporary:
                error = temporary.error
            pause = _jitter.uniform(longest / 2, longest)
            if isinstance(error, Problem) and error.retry_after is not None:
                pause = error.retry_after + _jitter.uniform(0, 0.25)
            if time.monotonic() + pause >= end:
                raise error
            await self._sleep(pause)
            longest = min(_LONGEST_PAUSE, 2 * longest)

    async def _try(self, path: str, body: object, end: float) -> Any:
        """Send the request once and return its result. Raises `_Temporary` if it may be sent again."""
        content: dict[str, Any] = {
            "timeout": min(self._timeout, end - time.monotonic())
        }
        method = "GET"
        if body is not None:
            method = "POST"
            content["json"] = body
        try:
            response = await self._send(method, path, end, **content)
        except Exception as error:
            import httpx  # noqa: PLC0415

            is_final = isinstance(
                error, httpx.LocalProtocolError | httpx.UnsupportedProtocol
            )
            if is_final or not isinstance(error, httpx.RequestError):
                raise  # another try would end in the same way
            name = type(error).__name__
            raise _Temporary(
                NoResponse(f"{name}: {str(error) or _TIMEOUTS.get(name, '')}")
            ) from error
        if not response.is_success:
            problem = read_problem(response)
            raise (
                _Temporary(problem)
                if response.status_code >= 500 or response.status_code == 429
                else problem
            )
        try:
            return _read_body(response)
        except (ValueError, RecursionError) as error:
            raise _Temporary(
                NoResponse("The response is not whole: its JSON does not end.")
            ) from error


class _Temporary(Exception):
    """An error after which the same request may be sent again."""

    def __init__(self, error: ServiceError) -> None:
        self.error = error


def _read_body(response: httpx.Response) -> Any:
    media_type = (
        response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    )
    if media_type == "text/html":
        raise ServiceError(
            "The response is a page of HTML. Is this the address of the service?"
        )
    if media_type == "application/json" or media_type.endswith("+json"):
        return response.json()
    if media_type == "application/x-npy":
        return response.content
    if (
        media_type in ("application/x-pbn", "application/x-lin")
        and response.charset_encoding is None
    ):
        # a service that does not name it writes PBN's own
        response.encoding = "latin-1"
    return response.text


def read_problem(response: httpx.Response) -> Problem:
    """Return the problem of a response; one without JSON, as of a proxy, has the status and its usual phrase."""
    try:
        members = response.json()
    except (ValueError, RecursionError):
        members = None
    if not isinstance(members, dict):
        members = {"title": response.reason_phrase or f"Status {response.status_code}"}
    return Problem(
        response.status_code,
        members,
        read_retry_after(response.headers.get("Retry-After")),
    )


def read_retry_after(text: str | None) -> float | None:
    """Return the seconds that Retry-After names, as a number or as a date; None if it is missing or neither."""
    if text is None:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def _make_client(kind: str, url: str, key: str | None) -> Any:
    import httpx  # noqa: PLC0415

    limits = httpx.Limits(max_connections=_AT_ONCE, max_keepalive_connections=_AT_ONCE)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return getattr(httpx, kind)(base_url=url, headers=headers, limits=limits)


class _Gate:
    """Lets some coroutines of each event loop through at once, in the order in which they came."""

    def __init__(self) -> None:
        self._semaphores: WeakKeyDictionary[
            asyncio.AbstractEventLoop, asyncio.Semaphore
        ] = WeakKeyDictionary()

    @property
    def of_loop(self) -> asyncio.Semaphore:
        """The gate of the running event loop: an embedded service may be called in several."""
        return self._semaphores.setdefault(
            asyncio.get_running_loop(), asyncio.Semaphore(_AT_ONCE)
        )


class AsyncService(_Caller):
    """The service for asyncio.

    A request that got no whole response, 429, or a status of 500 or above is sent again, after `Retry-After` if there
    is one, until `deadline` seconds have passed since the first time, also if a response comes byte by byte. This is
    safe: the service stores nothing. `timeout` bounds, in seconds, each wait within one try. Fifty calls are sent at
    once, and more wait for their turn; this time counts against the deadline. `client` is an httpx client of your own,
    with a base URL.
    """

    def __init__(
        self,
        url: str = "http://localhost:8000",
        *,
        key: str | None = None,
        timeout: float = 10.0,
        deadline: float = 30.0,
        client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(
            timeout, deadline, client, lambda: _make_client("AsyncClient", url, key)
        )

    @classmethod
    def embedded(cls, settings: Any, *, deadline: float = 30.0) -> AsyncService:
        """Return the service in this process, without HTTP, with a `Settings` of its package; see `Application`.

        Short requests are answered in the event loop, others in a thread. `deadline` bounds how long a request that is
        refused as busy is sent again.
        """
        from shuffle_and_deal.embedded import AsyncApplication  # noqa: PLC0415 (few need it)

        return cls(
            deadline=deadline,
            client=cast("httpx.AsyncClient", AsyncApplication(settings)),
        )

    async def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a body by POST, or no body by GET. Return the JSON of the response, its text or its bytes.

        Raises `Problem` if the service refuses the request, `NoResponse` if none arrived before the deadline, and
        `ServiceError` for a page of HTML, which the service has for no request.
        """
        return await self._call(path, body)

    def _make_gate(self) -> _Gate:
        return _Gate()

    async def _send(
        self, method: str, path: str, end: float, **content: Any
    ) -> httpx.Response:
        self._continue()
        is_sent = False
        try:
            async with asyncio.timeout(end - time.monotonic()), self._gate.of_loop:
                is_sent = True
                response: httpx.Response = await self._opened.request(
                    method, path, **content
                )
                return response
        except TimeoutError as error:
            import httpx  # noqa: PLC0415

            if is_sent:
                raise httpx.ReadTimeout(_LATE) from error
            raise httpx.PoolTimeout(_NOT_SENT.format(_AT_ONCE)) from error

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def __aenter__(self) -> AsyncService:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._continue()
        await self._opened.aclose()


_thread = threading.local()  # `end`: when the request of this thread must have ended


def _bound_stream(event: str, info: dict[str, Any]) -> None:
    """Let no read or write of a new connection wait beyond the end of the thread's request: httpx bounds each alone.

    Other requests, of other threads too, may use the connection later.
    """
    if not event.endswith(
        (
            ".connect_tcp.complete",
            ".connect_unix_socket.complete",
            ".start_tls.complete",
        )
    ):
        return

    def bound(
        method: Callable[[Any, float | None], Any],
    ) -> Callable[[Any, float | None], Any]:
        def call(value: Any, timeout: float | None = None) -> Any:
            end = getattr(_thread, "end", None)
            if end:
                left = end - time.monotonic()
                timeout = left if timeout is None else min(left, timeout)
                if timeout <= 0:
                    import httpx  # noqa: PLC0415

                    raise httpx.ReadTimeout(_LATE)
            return method(value, timeout)

        return call

    stream = info["return_value"]
    stream.read = bound(stream.read)
    stream.write = bound(stream.write)


class Service(_Caller):
    """The service for programs without asyncio; several threads may share it. `AsyncService` has the details."""

    def __init__(
        self,
        url: str = "http://localhost:8000",
        *,
        key: str | None = None,
        timeout: float = 10.0,
        deadline: float = 30.0,
        client: httpx.Client | None = None,
    ) -> None:
        super().__init__(
            timeout, deadline, client, lambda: _make_client("Client", url, key)
        )

    @classmethod
    def embedded(cls, settings: Any, *, deadline: float = 30.0) -> Service:
        """Return the service in this process, as `AsyncService.embedded` does."""
        from shuffle_and_deal.embedded import Application  # noqa: PLC0415 (few need it)

        return cls(
            deadline=deadline, client=cast("httpx.Client", Application(settings))
        )

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a body by POST, or no body by GET, as `AsyncService.call` does."""
        return finish(self._call(path, body))

    def _make_gate(self) -> threading.Semaphore:
        return threading.Semaphore(_AT_ONCE)

    async def _send(
        self, method: str, path: str, end: float, **content: Any
    ) -> httpx.Response:
        self._continue()
        if not self._gate.acquire(timeout=max(0.0, end - time.monotonic())):
            import httpx  # noqa: PLC0415

            raise httpx.PoolTimeout(_NOT_SENT.format(_AT_ONCE))
        _thread.end = end
        try:
            extensions = {"trace": _bound_stream}
            response: httpx.Response = self._opened.request(
                method, path, extensions=extensions, **content
            )
            return response
        finally:
            _thread.end = None
            self._gate.release()

    async def _sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self._continue()
        self._opened.close()
