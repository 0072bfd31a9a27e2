"""Fixtures for tests at the HTTP edge, and which tests a run has, in which order and where.

Fixtures: `client` is a client in process, `examples` one for the document's examples; `live` is a gunicorn on a real
socket, `keyed` one that seals, signs and proves; `seed` is a number that a failure prints.

A run is `make test`, which has no test of a suite, or `make test SUITE=…`; pytest's option -m says which.

- A file without a test of the run is not imported, as imports take long (`pytest_ignore_collect`).
- The suite `exhaustive` also has the tests of properties and of samples, with more examples.
- Long tests begin first, so that no worker ends long after the others.
- Tests that share a service which takes long to start go to one worker (`Scheduler`).
- `--entry=LABEL` tries one entry of the tables alone (tables.py); a failure prints the command for it.
- `make test` says how long it takes (`Forecast`), and `make test-all` gets a line for its table.
"""

import gc
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from ssl import create_default_context
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import is_hypothesis_test
from werkzeug.test import TestResponse
from xdist.scheduler import LoadScopeScheduling

from service.app import create_app
from service.settings import Settings
from tests.examples import try_many
from tests.peers import Stopwatch, make_late
from tests.services import NO_ERROR, check_logs, run_server
from tests.tables import TABLE_TESTS
from tools.node import list_options as list_node_options
from tools.openapi.examples import example_client
from tools.ports import free_port
from tools.serving import CONFIG, gunicorn_command

# Taken out of the environment: a pytest that a test runs adds no line.
TABLE_OF_STEPS = os.environ.pop("TEST_ALL_RESULTS", "")
"""The file of the table of `make test-all`, if it runs the tests."""
STEP = os.environ.pop("TEST_ALL_STEP", "")

# The objects of the collection stay. To search them for garbage takes a fifth of its time, then a sixth of the tests'.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
    gc.enable()


def pytest_sessionfinish() -> None:
    gc.freeze()


def list_suites(config: pytest.Config) -> set[str]:
    """Return the suites that `-m` selects; none for `make test`, which deselects all of them."""
    names = re.findall(r"\w+", config.option.markexpr)
    return set() if "not" in names else set(names) - {"or"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--entry", metavar="LABEL", help="try this entry of the tables alone"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Start no workers for one entry; xdist reads the number after this."""
    if config.option.entry is not None:
        config.option.numprocesses = 0


def pytest_configure(config: pytest.Config) -> None:
    # Its cache is gone with `-p no:cacheprovider`, as the tester of mutants runs pytest.
    if not list_suites(config) and config.pluginmanager.has_plugin("cacheprovider"):
        config.pluginmanager.register(Forecast(config))
    if "exhaustive" in list_suites(config):
        try_many()
    if {"node", "smoke"} & list_suites(config):
        os.environ["NODE_OPTIONS"] = " ".join(list_node_options())


MARKER = re.compile(r"pytest\.mark\.(\w+)")
MARKER_OF_MODULE = re.compile(
    r"^pytestmark = \[?pytest\.mark\.(?!skipif)", re.MULTILINE
)
"""What puts all tests of a file into a suite."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file that has no test of this run, by the markers in its text: most suites are in a few files.

    The suite `exhaustive` has tests in every file, as it adds those of properties and of samples. None lets pytest
    decide.
    """
    suites = list_suites(config)
    if "exhaustive" in suites or not collection_path.match("test_*.py"):
        return None
    return has_no_test(collection_path.read_text(), suites) or None


def has_no_test(text: str, suites: set[str]) -> bool:
    """Return whether a file has no test of these suites; without suites, whether all its tests are of some suite."""
    if suites:
        return suites.isdisjoint(MARKER.findall(text))
    return MARKER_OF_MODULE.search(text) is not None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Add the tests of properties and of samples to the suite `exhaustive`, which tries more of their examples.

    Move the long tests to the front: a long test that begins last makes the run longer by all its time.
    """
    if "exhaustive" in list_suites(config):
        for item in items:
            is_property = is_hypothesis_test(getattr(item, "obj", None))
            if is_property or item.get_closest_marker("sampled"):
                item.add_marker("exhaustive")
    yield
    if config.option.entry is not None:
        select_entry(config, items, config.option.entry)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def list_labels(item: pytest.Item) -> list[str]:
    """Return the labels of a test's entries; none for a test without a table."""
    test = TABLE_TESTS.get(getattr(item, "function", None))  # type: ignore[arg-type]
    return [entry.label for entry in test.list_entries()] if test else []


def select_entry(config: pytest.Config, items: list[pytest.Item], label: str) -> None:
    """Leave the tests that have this entry in a table; it is an error if there are none."""
    labels = {item: list_labels(item) for item in items}
    selected = [item for item in items if label in labels[item]]
    if not selected:
        every_label = {label for several in labels.values() for label in several}
        near = " or ".join(get_close_matches(label, every_label))
        hint = f" Perhaps it is {near}." if near else ""
        raise pytest.UsageError(
            f"No test that is selected has the entry {label}.{hint}"
        )
    config.hook.pytest_deselected(
        items=[item for item in items if item not in selected]
    )
    items[:] = selected


def write_command(config: pytest.Config, report: pytest.SubtestReport) -> str:
    """Return the command that runs alone the entry of a table that failed."""
    arguments = [report.nodeid, f"--entry={report.context.msg}"]
    variables = {
        "SUITE": " ".join(sorted(list_suites(config).intersection(report.keywords))),
        "SEED": str(config.getoption("randomly_seed", "")),
        "ARGS": shlex.join(arguments).replace("$", "$$"),
    }
    return shlex.join(
        ["make", "test"]
        + [f"{name}={value}" for name, value in variables.items() if value]
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Fail a test during which a service has logged an error that nobody expects."""
    try:
        yield
    finally:
        check_logs()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print how each entry that failed is tried alone, and the CPU seconds of the tests and of all their processes.

    If `make test-all` runs the tests, add a line to its table.
    """
    for report in terminalreporter.stats.get("failed", ()):
        if isinstance(report, pytest.SubtestReport):
            terminalreporter.write_line(f"Alone: {write_command(config, report)}")
    seconds = round(sum(os.times()[:4]))
    terminalreporter.write_line(f"{seconds} CPU seconds")
    if TABLE_OF_STEPS and not hasattr(config, "workerinput"):
        row = list_cells(terminalreporter.stats, seconds, list_suites(config))
        with Path(TABLE_OF_STEPS).open("a") as file:
            print(*row, file=file)


def list_cells(
    stats: Mapping[str, Sequence[object]], seconds: int, suites: Iterable[str]
) -> Iterator[object]:
    """Yield a row of the table of `make test-all`: the step, tests that passed and failed, CPU seconds, and suites."""
    passed, failed, errors = (
        len(stats.get(name, ())) for name in ("passed", "failed", "error")
    )
    yield from (STEP, passed, failed + errors, seconds)
    reports = list(chain.from_iterable(stats.values()))
    for suite in sorted(suites):
        yield f"{suite}={sum_durations(reports, suite):.0f}"


def sum_durations(reports: Iterable[object], suite: str) -> float:
    """Return the seconds that the tests of a suite took one after the other, with their fixtures."""
    tests = (report for report in reports if isinstance(report, pytest.TestReport))
    return sum(report.duration for report in tests if suite in report.keywords)


class Forecast:
    """Says how many tests `make test` runs, and about how long that takes, once the first worker has collected them.

    The tests take some times as long as their collection, which the same machine has just done under the same load.
    How many times is known from the last run of all tests, or is `RATIO`.
    """

    KEY = "shuffle-and-deal/run-per-collection"
    RATIO = 10.0

    def __init__(self, config: pytest.Config) -> None:
        self._cache = config.cache
        self._is_whole = config.args == config.getini("testpaths")
        self._watch = Stopwatch()
        self._collection = 0.0

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(
        self, node: Any, ids: Sequence[str]
    ) -> None:
        if self._collection:  # by an earlier worker
            return
        self._collection = self._watch.seconds()
        sentence = f"{len(ids):,} tests"
        if self._is_whole:
            ratio = self._cache.get(self.KEY, self.RATIO) if self._cache else self.RATIO
            duration = describe_duration(self._collection * ratio)
            sentence += f", which take about {duration} on this machine"
        print(f"{sentence}.", flush=True)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        has_all_passed = self._is_whole and exitstatus == pytest.ExitCode.OK
        if self._cache and self._collection and has_all_passed:
            self._cache.set(self.KEY, self._watch.seconds() / self._collection)


def describe_duration(seconds: float) -> str:
    """Return a duration in minutes, or in tens of seconds if it is less than two minutes."""
    if seconds >= 120:
        return f"{seconds / 60:.0f} minutes"
    return f"{max(10, round(seconds, -1)):.0f} seconds"


class Scheduler(LoadScopeScheduling):  # type: ignore[misc]
    """Send each test to the next free worker, but all tests of some files to one worker.

    Every worker starts its own of a fixture, such as a service. `FILES` are files with a fixture that takes long;
    those of `KEYED` share one, `keyed`. They are listed here, and not marked where they are: the scheduler knows of a
    test its id alone, and the groups of xdist 3.8 have no effect with pytest 9.2, which keeps ids in another attribute.
    """

    FILES = frozenset(
        {
            "tests/browser/test_docs.py",
            "tests/browser/test_sealed_hand.py",
            "tests/firefox/test_firefox.py",
            "tests/packages/test_javascript.py",
            "tests/server/test_gunicorn.py",
            "tests/server/test_kills.py",
            "tests/server/test_observability.py",
            "tests/server/test_overload.py",
            "tests/server/test_processes.py",
            "tests/server/test_slow_requests.py",
            "tests/tools/test_contract.py",
            "tests/tools/test_openapi.py",
        }
    )

    KEYED = frozenset(
        {
            "tests/docs/test_how.py",
            "tests/docs/test_riichi.py",
            "tests/server/test_signing_service.py",
        }
    )

    def _split_scope(self, nodeid: str) -> str:
        """Return the name of the group of tests that a test belongs to, which one worker gets."""
        path, _, _ = nodeid.partition("::")
        if path in self.KEYED:
            return "keyed"
        return path if path in self.FILES else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduler:
    return Scheduler(config, log)


class Reader(FlaskClient):
    """A client that reads every response to its end and closes it, as servers do."""

    def open(self, *args: Any, buffered: bool = True, **kwargs: Any) -> TestResponse:
        return super().open(*args, buffered=buffered, **kwargs)


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of an application with the default settings."""
    app = create_app(Settings())
    app.test_client_class = Reader
    return app.test_client()


@pytest.fixture(scope="session")
def examples() -> FlaskClient:
    """A client of an application that accepts the tokens of the document's examples."""
    return example_client()


@contextmanager
def run_service(
    output: Path | None = None,
    config: str = CONFIG,
    app: str = "service.wsgi:app",
    certificate: str = "",
    errors: str = NO_ERROR,
    **environment: str,
) -> Iterator[str]:
    """Run a gunicorn as `make serve` does, and yield its base URL.

    What it prints goes into the file `output`; `errors` is a pattern of the errors that it may log there. It uses TLS
    if `certificate` names a file. Requests may wait for a minute, as the machine may be busy with other tests.
    """
    port = free_port()
    base = f"https://localhost:{port}" if certificate else f"http://127.0.0.1:{port}"
    tls = create_default_context(cafile=certificate) if certificate else None
    command = gunicorn_command(config, app)
    settings = {"PORT": str(port), "MAX_WAIT": "60"} | environment
    with (
        run_server(command, f"{base}/livez", settings, output, tls, errors),
        make_late(base) as address,
    ):
        yield address


# Started once for all tests that change neither its process nor its keys. A test that does starts its own service.
@pytest.fixture(scope="session")
def live() -> Iterator[str]:
    """The base address of a running service with the default settings."""
    with run_service() as base:
        yield base


KEYS = {
    "SHOE_KEYS": "DRdKQW9vZ2hqVnNrYXBnaHRqZnVyeXRnaGZqdHVyaWc=",
    "SIGNING_KEYS": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A, TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs",
    "VRF_KEYS": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8, xaqN9D-fg3vtt0QvMdy3sWbThTUHbwlLhc46LgtEWPc",
}
"""The keys of `keyed`, some of which documents have; the second of a kind is retired."""


@pytest.fixture(scope="session")
def log_of_keyed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keyed") / "output"


@pytest.fixture(scope="session")
def keyed(log_of_keyed: Path) -> Iterator[str]:
    """The base address of a running service that seals, signs and proves."""
    with run_service(log_of_keyed, ACCESS_LOG="true", **KEYS) as base:
        yield base


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A random seed for the test, or 0 without pytest-randomly; a failure prints it."""
    seed: int = request.config.getoption("randomly_seed", 0)
    print(f"To repeat this test: make test SEED={seed}")
    return seed
