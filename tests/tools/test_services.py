"""What a service of a test prints is looked at, and so is its stop."""

import re
import sys
from pathlib import Path

import pytest

from tests.services import check_logs, end, start, stop
from tools.serving import wait_until

ERROR = '{"time":"2026-01-01","level":"error","pid":1,"message":"It failed: x"}'
INFO = ERROR.replace("error", "info")
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); signal.pause()"


@pytest.mark.parametrize(
    "line",
    [ERROR, ERROR.replace("error", "critical"), "Traceback (most recent call last):"],
)
def test_an_error_that_no_test_expects_fails_the_test_during_which_it_is_logged(
    tmp_path: Path, line: str
) -> None:
    output = tmp_path / "output"
    output.write_text(f"{ERROR}\n")  # of an earlier service
    process = start(
        [
            sys.executable,
            "-c",
            f"print({f'{INFO}|{line}|{INFO}|'!r}.replace('|', chr(10)))",
        ],
        {},
        output,
    )
    assert process.wait() == 0
    with pytest.raises(AssertionError, match=re.escape(line[:20])):
        check_logs()
    check_logs()  # which tells each line once
    end(process)


def test_an_error_that_is_expected_fails_no_test() -> None:
    process = start(
        [sys.executable, "-c", f"print({ERROR!r})"], {}, errors="^It failed: "
    )
    assert process.wait() == 0
    end(process)


def test_errors_of_a_service_without_a_named_log_are_found_as_it_ends() -> None:
    process = start([sys.executable, "-c", f"print({ERROR!r})"], {}, errors="^Another")
    assert process.wait() == 0
    with pytest.raises(AssertionError, match="It failed"):
        end(process)


def test_a_service_that_takes_too_long_to_stop_fails_and_is_ended(
    tmp_path: Path,
) -> None:
    output = tmp_path / "output"
    process = start([sys.executable, "-c", STUBBORN], {}, output)
    wait_until(lambda: output.read_text() == "up\n")
    with pytest.raises(AssertionError, match="took longer than 1 s to stop"):
        stop(process, 1)
    assert process.poll() is not None
