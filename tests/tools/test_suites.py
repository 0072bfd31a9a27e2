"""Which suites did not run since the files changed that they depend on."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import suites
from tools.suites import (
    Green,
    choose,
    find_stale,
    list_subjects,
    list_suites,
    main,
    read_green,
)

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

TESTS = """
import pytest
from tests.helper import help
pytestmark = pytest.mark.nginx
PATH = "deploy/nginx.conf"
"""
FILES = {
    ".gitignore": "build",
    "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['nginx: replicas', 'long: first']\n",
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
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / ".ci").mkdir()
    monkeypatch.setattr(suites, "ROOT", tmp_path)
    monkeypatch.setattr(suites, "GREEN", tmp_path / ".ci" / "green")
    monkeypatch.setattr(
        suites,
        "list_files",
        lambda: [tmp_path / name for name in FILES if (tmp_path / name).exists()],
    )
    suites.read_text.cache_clear()
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    yield tmp_path
    suites.read_text.cache_clear()


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


def record(project: Path, step: str, **seconds: int) -> int:
    """Record a green step with suites that took so many seconds."""
    results = project / "build"
    results.write_text(
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
    return main(["record", str(results), step])


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
        assert record(project, step, nginx=31) == 0
    green = read_green()
    assert green["nginx"] == Green(git(project, "rev-parse", "HEAD").strip(), 31)
    assert find_stale(["nginx", "test"], green) == {}
    (project / "deploy" / "other.conf").write_text("changed")
    assert find_stale(["nginx", "test"], green) == {"test": "deploy/other.conf changed"}
    commit(project)
    (project / "deploy" / "nginx.conf").write_text("changed")
    assert find_stale(["nginx"], green) == {"nginx": "deploy/nginx.conf changed"}
    commit(project)
    assert find_stale(["nginx", "node"], green) == {
        "nginx": "deploy/nginx.conf changed",
        "node": "no commit is known at which it was green",
    }


def test_files_of_no_commit_are_not_recorded(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tests" / "helper.py").write_text("")
    record(project, "nginx", nginx=61)
    assert read_green() == {}
    assert "Not recorded" in capsys.readouterr().out


def test_ci_tries_the_suites_of_ten_minutes_and_names_the_others_and_none_without_a_commit(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record(project, "suites", nginx=60)
    main(["changed"])
    assert capsys.readouterr() == ("\n", "")
    (project / "deploy" / "nginx.conf").write_text("changed")
    main(["changed"])
    assert capsys.readouterr() == ("nginx\n", "")
    main(["stale"])
    assert "nginx: deploy/nginx.conf changed\n" in capsys.readouterr().out
    suites.GREEN.write_text(suites.GREEN.read_text().replace(" 60", " 601"))
    main(["changed"])
    assert capsys.readouterr() == ("\n", "Not tried, as the time is up: nginx\n")
    # of another repository, or a shallow one
    suites.GREEN.write_text(f"nginx {'0' * 40} 60\n")
    main(["changed"])
    assert capsys.readouterr() == ("\n", "")
    monkeypatch.setenv("PATH", "")  # no git
    main(["changed"])
    assert capsys.readouterr() == ("\n", "")


def test_a_release_is_reported_with_the_steps_of_another_commit(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = project / "build"
    results.write_text(
        "test 2266 0 251\nnginx 37 1 80 nginx=99\nnginx 38 0 90 nginx=95\n"
    )
    main(["record", str(results), "test"])
    main(["report", str(results), "test", "nginx"])
    *rows, last = capsys.readouterr().out.splitlines()
    assert [row.split() for row in rows[1:]] == [
        ["test", "2266", "0", "251"],
        ["nginx", "38", "0", "90"],
    ]
    assert last == "Not green at this commit: nginx"
    main(["record", str(results), "nginx"])
    main(["report", str(results), "test", "nginx"])
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == "Every step is green at this commit."
    )


def test_the_shortest_suites_are_tried_first() -> None:
    green = {
        name: Green("", seconds)
        for name, seconds in (("long", 500), ("short", 10), ("middle", 300))
    }
    assert choose(green, green) == (["short", "middle"], ["long"])


def test_every_suite_of_the_makefile_is_known() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text()
    named = {
        line[6:].split()[0]
        for line in makefile.splitlines()
        if line.startswith("suite.")
    }
    assert named == set(list_suites()) - {"test"} | {"smoke", "exhaustive"}
