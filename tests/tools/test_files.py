"""The files of the project, by .gitignore alone: a source archive has no repository to ask."""

from pathlib import Path

from tools.files import list_files

IGNORED = """\
build
.*_cache/
*.pyc
service/rendered/
"""
KEPT = {
    ".gitignore",
    ".ci/run",
    "Makefile",
    "a.py",
    "service/a.py",
    "other/rendered/a",
    "some_cache",
}
LEFT_OUT = {
    ".git/HEAD",
    "build/a",
    "service/build/a",
    ".a_cache/a",
    "a.pyc",
    "service/a.pyc",
    "service/rendered/a",
}


def test_the_files_are_those_that_gitignore_does_not_name(tmp_path: Path) -> None:
    for name in KEPT | LEFT_OUT:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(IGNORED if name == ".gitignore" else "")
    assert {str(file.relative_to(tmp_path)) for file in list_files(tmp_path)} == KEPT
