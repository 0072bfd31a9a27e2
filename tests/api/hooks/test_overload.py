"""Requests that waited too long for a thread, by the proxy's `X-Request-Start`."""

from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from service.api.hooks.overload import PROBES, seconds_since
from service.app import create_app
from service.settings import Settings
from tests.api.spec import check_response, json_object

PATH = "/v1/integers?max=6"
NOW = 1_800_000_000  # seconds since 1970
MAX_WAIT = 2
MALFORMED = ("", "t=", "t=t=1", "now", "-5", "+5", "1e9", "1.", ".5", "1,5", "0x10", "t=1 000", "1" * 17)


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.hooks.overload.time", SimpleNamespace(time=lambda: float(NOW)))


def make_client(trusted_proxies: int = 1) -> FlaskClient:
    return create_app(Settings(max_wait=MAX_WAIT, trusted_proxies=trusted_proxies)).test_client()


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return make_client()


def get_status(client: FlaskClient, start: str, path: str = PATH) -> int:
    return client.get(path, headers={"X-Request-Start": start}).status_code


@pytest.mark.parametrize("prefix", ["", "t=", " "])
@pytest.mark.parametrize(
    "start", [f"{NOW - 3}", f"{NOW - 3}.000", f"{NOW - 3}000", f"{NOW - 3}000.5", f"{NOW - 3}000000"]
)
def test_a_time_is_read_in_seconds_milliseconds_and_microseconds(prefix: str, start: str) -> None:
    assert seconds_since(prefix + start) == pytest.approx(3, abs=0.001)


@pytest.mark.parametrize("start", MALFORMED)
def test_a_malformed_time_counts_as_no_wait(client: FlaskClient, start: str) -> None:
    assert seconds_since(start) == 0
    assert get_status(client, start) == 200


def test_a_request_that_waited_too_long_is_refused_and_may_be_sent_again(client: FlaskClient) -> None:
    response = check_response(client.get(PATH, headers={"X-Request-Start": f"t={NOW - MAX_WAIT - 0.001:.3f}"}))
    assert (response.status_code, response.headers["Retry-After"]) == (503, "1")
    assert json_object(response)["type"] == "/v1/problems/busy"


@pytest.mark.parametrize("start", [f"t={NOW - MAX_WAIT}.000", f"t={NOW}.000", f"t={NOW + 60}.000"])
def test_a_request_that_waited_no_longer_than_allowed_is_answered(client: FlaskClient, start: str) -> None:
    assert get_status(client, start) == 200


def test_a_request_without_the_header_is_answered(client: FlaskClient) -> None:
    assert client.get(PATH).status_code == 200


def test_the_header_is_believed_of_trusted_proxies_only() -> None:
    assert get_status(make_client(trusted_proxies=0), f"t={NOW - 1000}") == 200


@pytest.mark.parametrize("probe", PROBES)
def test_a_probe_is_answered_however_long_it_waited(client: FlaskClient, probe: str) -> None:
    assert get_status(client, f"t={NOW - 1000}", f"/{probe}") == 200
