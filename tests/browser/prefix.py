"""A proxy that serves another server below a path and strips that prefix, as an ingress does."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

PREFIX = "/games/shuffler"

_HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "date", "server", "content-length"}


@contextmanager
def serve_below_prefix(base: str, *, names_it: bool = False) -> Iterator[str]:
    """Serve another server below `PREFIX`, and nothing beside it; return the URL with the prefix.

    A proxy that names the prefix serves `PREFIX` without a slash as well, as Traefik does.
    """
    named = {"X-Forwarded-Prefix": PREFIX} if names_it else {}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if not f"{self.path}{'/' * names_it}".startswith(f"{PREFIX}/"):
                self.send_error(404)
                return
            with closing(HTTPConnection(urlsplit(base).netloc)) as server:
                server.request(self.command, self.path.removeprefix(PREFIX) or "/", body, dict(self.headers) | named)
                response = server.getresponse()
                content = response.read()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in _HOP_BY_HOP:
                    self.send_header(name, value)
            if response.status != 304:
                self.send_header("Content-Length", str(len(content)))
            with suppress(ConnectionError):  # the browser has gone on to another page
                self.end_headers()
                self.wfile.write(content)

        do_POST = do_GET  # noqa: N815 (the name that the server calls)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}{PREFIX}"
        proxy.shutdown()
