"""What suites need, the steps that run them all, and which did not run since the files changed that they depend on."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.__main__ import COMMANDS
from tests.conftest import Scheduler
from tests.tables import for_each
from tools import debian
from tools.files import ROOT
from tools.needs import BENCHMARKS, SUITES, find_wrong_names, list_options, list_targets
from tools.suites import changes, green, steps
from tools.suites.__main__ import main, run_all
from tools.suites.changes import choose, find_stale, list_subjects
from tools.suites.green import Green, read_green

TESTS = """
import pytest
from tests.helper import help
pytestmark = pytest.mark.nginx
PATH = "deploy/nginx.conf"
"""
FILES = {
    ".gitignore": "build",
    "deploy/nginx.conf": "",
    "deploy/other.conf": "",
    "service/core.py": "import service.other",
    "service/other.py": "",
    "tests/helper.py": "import service.core",
    "tests/test_plain.py": "",
    "tests/server/test_nginx.py": TESTS,
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small project in a repository of git, in which all files are committed."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / ".ci").mkdir()
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    monkeypatch.setattr(green, "ROOT", tmp_path)
    monkeypatch.setattr(green, "GREEN", tmp_path / ".ci" / "green")
    monkeypatch.setattr(steps, "RESULTS", tmp_path / "build")
    monkeypatch.setattr(
        changes,
        "list_files",
        lambda: [tmp_path / name for name in FILES if (tmp_path / name).exists()],
    )
    changes.read_text.cache_clear()
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    yield tmp_path
    changes.read_text.cache_clear()


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    return subprocess.run(
        ["git", *who, *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def commit(folder: Path) -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=all")
    return git(folder, "rev-parse", "HEAD").strip()


def record(step: str, **seconds: int) -> None:
    """Record a green step with suites that took so many seconds."""
    steps.RESULTS.write_text(
        " ".join(
            [
                step,
                "2",
                "0",
                "7",
                *(f"{suite}={number}" for suite, number in seconds.items()),
            ]
        )
    )
    steps.record(step)


def test_a_suite_depends_on_its_tests_and_on_what_they_import_or_name(
    project: Path,
) -> None:
    expected = {
        "tests/server/test_nginx.py",
        "tests/helper.py",
        "service/core.py",
        "deploy/nginx.conf",
    }
    assert list_subjects("nginx", set(FILES)) == expected


def test_a_suite_is_stale_once_a_file_of_it_differs_from_the_commit_at_which_it_was_green(
    project: Path,
) -> None:
    for step in ("suites", "test"):
        record(step, nginx=31)
    noted = read_green()
    assert noted["nginx"] == Green(git(project, "rev-parse", "HEAD").strip(), 31)
    assert find_stale(["nginx", "test"], noted) == {}
    (project / "deploy" / "other.conf").write_text("changed")
    assert find_stale(["nginx", "test"], noted) == {"test": "deploy/other.conf changed"}
    commit(project)
    (project / "deploy" / "nginx.conf").write_text("changed")
    assert find_stale(["nginx"], noted) == {"nginx": "deploy/nginx.conf changed"}
    commit(project)
    assert find_stale(["nginx", "node"], noted) == {
        "nginx": "deploy/nginx.conf changed",
        "node": "no commit is known at which it was green",
    }


def test_files_of_no_commit_are_not_recorded(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tests" / "helper.py").write_text("")
    record("nginx", nginx=61)
    assert read_green() == {}
    assert "Not recorded" in capsys.readouterr().out


@pytest.fixture
def changed(project: Path) -> Path:
    """The project with a green suite `nginx` of a minute, and a change of one of its files."""
    record("suites", nginx=60)
    (project / "deploy" / "nginx.conf").write_text("changed")
    return project


def list_changed(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Return the suites that .ci/run tries, and what it is told of others."""
    capsys.readouterr()
    main(["changed"])
    out, err = capsys.readouterr()
    return out, err


def test_ci_tries_no_suite_whose_files_are_as_they_were(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record("suites", nginx=60)
    assert list_changed(capsys) == ("", "")


def test_ci_tries_a_suite_once_a_file_of_it_changed(
    changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list_changed(capsys) == ("nginx\n", "")
    main(["stale"])
    assert "nginx: deploy/nginx.conf changed\n" in capsys.readouterr().out


def test_suites_run_together_unless_one_needs_the_machine_for_itself() -> None:
    assert steps.join_suites(["drand", "nginx", "otel"]) == ["drand otel", "nginx"]
    assert steps.join_suites(["nginx"]) == ["nginx"]


def test_ci_names_the_suites_for_which_it_has_no_time(
    changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    green.GREEN.write_text(green.GREEN.read_text().replace(" 60", " 421"))
    assert list_changed(capsys) == ("", "Not tried, as the time is up: nginx\n")


def test_ci_tries_no_suite_that_was_green_at_a_commit_of_another_repository(
    changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    green.GREEN.write_text(f"nginx {'0' * 40} 60\n")
    assert list_changed(capsys) == ("", "")


def test_ci_tries_no_suite_without_git(
    changed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert list_changed(capsys) == ("", "")


def test_a_release_is_reported_with_the_steps_of_another_commit(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps.RESULTS.write_text(
        "test 2266 0 251\nnginx 37 1 80 nginx=99\nnginx 38 0 90 nginx=95\n"
    )
    every_step = [steps.Step("test", ["test"]), steps.Step("nginx", ["test"])]
    steps.record("test")
    steps.print_report(every_step)
    *rows, last = capsys.readouterr().out.splitlines()
    assert [row.split() for row in rows[1:]] == [
        ["test", "2266", "0", "251"],
        ["nginx", "38", "0", "90"],
    ]
    assert last == "Not green at this commit: nginx"
    steps.record("nginx")
    steps.print_report(every_step)
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == "Every step is green at this commit."
    )


@for_each(("longest", "is_tried"), [(110, True), (111, False)])
def test_the_shortest_suites_are_tried_that_take_two_minutes_together(
    longest: int, is_tried: bool
) -> None:
    seconds = {"long": longest, "short": 3, "middle": 7}
    noted = {suite: Green("", number) for suite, number in seconds.items()}
    tried, others = choose(noted, noted)
    assert [*tried, *others] == ["short", "middle", "long"]
    assert ("long" in tried) == is_tried


PROGRAM = """#!/bin/sh
echo "$TEST_ALL_STEP: $SEED $*" >> {log}
if [ "$*" = "{failing}" ]; then exit 1; fi
"""


@pytest.fixture
def make(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program in place of make, which writes what it is asked into the file beside it, and fails to run `nginx`."""
    program = tmp_path_factory.mktemp("bin") / "make"
    program.write_text(
        PROGRAM.format(log=program.with_suffix(".log"), failing="test SUITE=nginx")
    )
    program.chmod(0o700)
    return program


def list_run(make: Path) -> list[str]:
    """Return what the program was asked since the last time."""
    log = make.with_suffix(".log")
    lines = log.read_text().splitlines()
    log.unlink()
    return lines


def test_a_release_runs_step_after_step_until_one_fails(
    make: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAKEFLAGS", "k --no-print-directory -- SEED=7")
    monkeypatch.setattr(steps, "list_pythons", lambda: ["python3.13"])
    skip = ["compose", "load", "image-check", "node"]
    assert run_all("", skip, "7", str(make)) == 1
    run = list_run(make)
    together = run.pop(3).partition("=")[2].split()
    assert {"alerts", "packages"} < set(together)
    assert {"browser", "fast", "smoke", "node"}.isdisjoint(together)
    assert run == [
        "test: 7 test",
        "python3.13: 7 python3.13",
        "extras: 7 extras",
        "browser: 7 test SUITE=browser",
        "fast: 7 test SUITE=fast",
        "forks: 7 test SUITE=forks",
        "nginx: 7 test SUITE=nginx",
    ]
    assert read_green().keys() == {
        "test",
        "python3.13",
        "extras",
        "suites",
        "browser",
        "fast",
        "forks",
    }
    assert "make test-all FROM=nginx SEED=7\n" in capsys.readouterr().out
    assert run_all("soak", [], "7", str(make)) == 0
    assert list_run(make) == [
        f"{name}: 7 test SUITE={name}"
        for name in ("soak", "swarm", "timing", "exhaustive")
    ]
    assert "Not green at this commit: " in capsys.readouterr().out
    assert run_all("nothing", [], "7", str(make)) == 1
    assert capsys.readouterr().out.startswith("FROM is one of test python3.13 extras")


def test_make_n_notes_nothing(make: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps.RESULTS.write_text("test 1 0 1\n")
    monkeypatch.setenv("MAKEFLAGS", "kn --no-print-directory")
    assert run_all("", ["nginx"], "", str(make)) == 0
    assert list_run(make)[-1].endswith("test SUITE=exhaustive")
    assert read_green() == {}
    assert steps.RESULTS.exists()


def test_every_suite_is_a_marker_and_every_benchmark_a_command() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]
    markers = {
        marker.partition(":")[0] for marker in settings["ini_options"]["markers"]
    }
    assert SUITES.keys() - {"fast"} == markers - {"long", "sampled"}
    assert BENCHMARKS.keys() == COMMANDS.keys()


def test_extras_and_files_of_suites_are_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    makefile = (ROOT / "Makefile").read_text()
    rules = set(re.findall(r"^([^\s:=#][^:=#\n]*?)(?: &)?:(?!=)", makefile, re.M))
    targets = {target for rule in rules for target in rule.split()}
    for needs in (*SUITES.values(), *BENCHMARKS.values()):
        assert project["optional-dependencies"].keys() >= set(needs.extras)
        assert targets >= set(needs.files)


def test_what_suites_share_is_made_once() -> None:
    chosen = [SUITES["browser"], SUITES["smoke"]]
    targets = list_targets("venv", chosen)
    assert len(targets) == len(set(targets))
    assert targets[:2] == ["venv/extra-browser", "venv/extra-drand"]
    assert "build/axe/axe.min.js" in targets


@for_each(
    ("names", "expected"),
    [
        ([], "-n auto"),
        (["node"], "-n auto -m node"),
        (["node", "nginx"], "-s -m 'node or nginx'"),
        (["fast"], "tests/core/shuffles/test_large.py tests/core/test_vectors.py"),
    ],
)
def test_a_suite_that_needs_the_machine_for_itself_runs_in_one_process(
    names: list[str], expected: str
) -> None:
    options = list_options({name: SUITES[name] for name in names})
    assert shlex.join(options) == expected


@for_each(
    ("kind", "names", "expected"),
    [
        (
            "suites",
            ["node", "nose"],
            f"Unknown suites: nose; there are {' '.join(SUITES)}",
        ),
        (
            "suites",
            ["node", "fast"],
            "fast has an environment of its own: run it alone",
        ),
        ("suites", ["fast"], ""),
        (
            "benchmarks",
            ["node"],
            f"Unknown benchmarks: node; there are {' '.join(BENCHMARKS)}",
        ),
    ],
)
def test_wrong_names_are_refused(kind: str, names: list[str], expected: str) -> None:
    assert find_wrong_names(kind, names) == expected


def list_work(target: str) -> subprocess.CompletedProcess[str]:
    """Return a dry run of make, which prints the commands that it would run."""
    environment = {
        name: value for name, value in os.environ.items() if name != "MAKEFLAGS"
    }
    return subprocess.run(
        ["make", "--dry-run", f"PYTHON={sys.executable}", *shlex.split(target)],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


@for_each("target", ["test SUITE=node", "bench NAME=words"])
def test_make_works_for_a_name_that_exists(target: str) -> None:
    assert list_work(target).stdout


@for_each(
    ("target", "sentence"),
    [
        ("test SUITE=nose", "Unknown suites: nose; there are alerts browser "),
        ("test SUITE='node fast'", "fast has an environment of its own: "),
        ("bench NAME=node", "Unknown benchmarks: node; there are capacity "),
    ],
)
def test_make_does_nothing_for_a_name_that_does_not_exist(
    target: str, sentence: str
) -> None:
    process = list_work(target)
    assert process.returncode == 2
    assert process.stdout == ""
    assert process.stderr.startswith(sentence)


def test_what_a_machine_lacks_is_named_by_its_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "wrk").touch(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert debian.install(["wrk", str(tmp_path)])
    assert not capsys.readouterr().out
    assert not debian.install(["wrk", "node", "/missing/file", "npm"])
    assert capsys.readouterr().out.endswith(
        "Install these Debian packages as root: nodejs /missing/file npm\n"
    )


def list_exhaustive_suites() -> set[str]:
    """Return the suites that have a test which the suite `exhaustive` runs too: of samples, or of properties."""
    suites: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        text = file.read_text()
        # Few files have such tests and are of a suite: only these are parsed.
        if re.search(_IS_TRIED_MORE, text) and "mark." in text:
            for marks in list_marks(ast.parse(text)):
                if re.search(_IS_TRIED_MORE, marks):
                    suites.update(re.findall(r"mark\.(\w+)", marks))
    return suites & SUITES.keys() - {"exhaustive", "smoke"}


_IS_TRIED_MORE = r"\bsampled\b|\bgiven\(|\bshare="
"""What the decorators of a test have of which `exhaustive` tries more."""


def list_marks(tree: ast.Module) -> Iterator[str]:
    """Yield the decorators of each function of a file, together with the marks of the whole file."""
    of_file = "\n".join(
        ast.unparse(node)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    )
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "\n".join([of_file, *map(ast.unparse, node.decorator_list)])


def test_the_files_of_which_one_worker_gets_all_tests_are_there() -> None:
    files = Scheduler.FILES | Scheduler.KEYED
    assert [name for name in files if not (ROOT / name).is_file()] == []


def test_exhaustive_needs_what_its_tests_need_in_their_own_suites() -> None:
    exhaustive = SUITES["exhaustive"]
    suites = list_exhaustive_suites()
    assert {"node", "packages"} <= suites
    for suite in map(SUITES.get, suites):
        assert suite
        assert set(suite.extras) <= set(exhaustive.extras)
        assert set(suite.programs) <= set(exhaustive.programs)
        assert set(suite.files) <= set(exhaustive.files)
