"""The client package with a service in this process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
from shuffle_and_deal import AsyncService, MemoryStore, Service

from service.app import create_app
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings

URL = "http://service"
SETTINGS = Settings(shoe_keys=(generate_key(),))
APP = httpx.WSGITransport(app=create_app(SETTINGS))
BLOCKING = {
    "httpx": Service(client=httpx.Client(transport=APP, base_url=URL)),
    "embedded": Service.embedded(SETTINGS),
}
EMBEDDED = AsyncService.embedded(SETTINGS)


class OtherProcess(MemoryStore):
    """The same states as another store has, as another process would see them: with locks of its own."""

    def __init__(self, store: MemoryStore) -> None:
        self._heads = store._heads
        self._turns = store._turns
        self._lock = store._lock


class Lists:
    """A store of one's own, with two functions."""

    def __init__(self, texts: dict[str, list[str]]) -> None:
        self._texts = texts

    def load(self, name: str, start: int) -> Sequence[str]:
        return self._texts.get(name, [])[start:]

    async def save(self, name: str, number: int, text: str) -> bool:
        texts = self._texts.setdefault(name, [])
        is_next = len(texts) == number
        if is_next:
            texts.append(text)
        return is_next


def answer(request: httpx.Request) -> httpx.Response:
    """Return the response of the application with its whole body, as it was sent: it may be in gzip."""
    response = APP.handle_request(request)
    return httpx.Response(
        response.status_code,
        headers=response.headers,
        content=b"".join(response.iter_raw()),
    )


class InThreads(httpx.AsyncBaseTransport):
    """Sends each request in a thread, so that requests overlap, and counts them by path."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.paths.append(request.url.path)
        copy = httpx.Request(
            request.method,
            request.url,
            headers=request.headers,
            content=await request.aread(),
        )
        return await asyncio.to_thread(answer, copy)


@asynccontextmanager
async def async_service(
    transport: httpx.AsyncBaseTransport | None = None,
) -> AsyncIterator[AsyncService]:
    """Yield a service with httpx between, by default in threads."""
    client = httpx.AsyncClient(transport=transport or InThreads(), base_url=URL)
    async with AsyncService(client=client) as service:
        yield service


def blocking_service() -> Service:
    return BLOCKING["httpx"]
