"""Refuse requests to a worker that failed a self-test: nothing that it draws can be relied on."""

from collections.abc import Sequence

from flask import request

from service.api.http.problems import SelfTestFailed

_RETRY_AFTER = 60  # seconds: this worker stays as it is, but another one may answer


def describe_failures(failed: Sequence[str]) -> str:
    """Return the sentence that names the failed self-tests."""
    return f"This worker failed these tests of itself at its start, and serves nothing: {', '.join(failed)}."


def check_self_tests(failed: Sequence[str]) -> None:
    """Raise `SelfTestFailed` for every request but /livez."""
    if request.endpoint != "operations.livez":
        raise SelfTestFailed(describe_failures(failed), _RETRY_AFTER)
