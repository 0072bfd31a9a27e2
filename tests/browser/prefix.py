"""A proxy that serves another server below a path, as an ingress does that strips a prefix."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

PREFIX = "/games/shuffler"

_OF_A_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "date", "server", "content-length"}


@contextmanager
def below(base: str) -> Iterator[str]:
    """The address at which that server is found below `PREFIX`; there is nothing beside it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if not self.path.startswith(f"{PREFIX}/"):
                self.send_error(404)
                return
            with closing(HTTPConnection(urlsplit(base).netloc)) as server:
                server.request(self.command, self.path.removeprefix(PREFIX), body, dict(self.headers))
                answer = server.getresponse()
                text = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _OF_A_CONNECTION:
                    self.send_header(name, value)
            if answer.status != 304:
                self.send_header("Content-Length", str(len(text)))
            with suppress(ConnectionError):  # the reader has gone on to another page
                self.end_headers()
                self.wfile.write(text)

        do_POST = do_GET  # noqa: N815 (the name that the server calls)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}{PREFIX}"
        proxy.shutdown()
