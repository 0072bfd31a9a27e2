"""A trusted proxy is believed the address of a caller, and no proxy the scheme and the host."""

from flask import request, request_started

from service.app import create_app
from service.settings import Settings
from tests.tables import for_each

FORWARDED = {
    "X-Forwarded-For": "203.0.113.1, 198.51.100.7",
    "X-Forwarded-Proto": "https",
}
FORWARDED |= {"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "8443"}


@for_each(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "198.51.100.7"), (2, "203.0.113.1")]
)
def test_the_address_is_believed_of_a_trusted_proxy_and_the_scheme_and_host_of_none(
    proxies: int, address: str
) -> None:
    app = create_app(Settings(trusted_proxies=proxies))
    origins: list[tuple[str | None, str]] = []

    def record(*_: object) -> None:
        origins.append((request.remote_addr, request.url_root))

    with request_started.connected_to(record, app):
        app.test_client().get("/v1/decks", headers=FORWARDED)
    assert origins == [(address, "http://localhost/")]
