"""Every link of a document, and every mention of a file or a chapter in any file, leads to something."""

import re
from functools import cache
from pathlib import Path

from tests.tables import for_each
from tools.files import ROOT, list_files


@cache
def anchors(path: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def list_links(path: Path) -> list[str]:
    """Return the targets of a document's links to files and headings."""
    prose = re.sub(
        r"```.*?```|`[^`]*`|^    .*?$",
        "",
        path.read_text(),
        flags=re.DOTALL | re.MULTILINE,
    )
    return re.findall(r"\]\((?!https?:)([^)]+)\)", prose)


FILES = list_files()
LINKS = [
    (path, target)
    for path in FILES
    if path.suffix == ".md"
    for target in list_links(path)
]


def name_path(value: object) -> object:
    """Return the path of a file from the root of the project; any other value as it is."""
    return str(value.relative_to(ROOT)) if isinstance(value, Path) else value


@for_each(("path", "target"), LINKS, ids=name_path)
def test_every_link_to_a_file_leads_to_one(path: Path, target: str) -> None:
    file, _, anchor = target.partition("#")
    linked = (path.parent / file).resolve() if file else path
    assert linked.exists()
    if anchor:
        assert anchor in anchors(linked)


_REFERENCE = re.compile(
    r"(?:docs/([\w/-]+)\.md|docs/guide/(?!nothing)([\w/-]+))(?:#([\w-]+))?"
)
"""A document in the repository or as a guide, with an anchor; `nothing` is the name that no guide has."""
_FILE = re.compile(
    r"(?<![\w./-])(?:service|verify|tests|tools|benchmarks)/[\w/.-]*\.(?:py|mjs|json|ya?ml|toml|txt|md)\b"
)
"""A file of the project, by its path."""
_INVENTED = (
    "docs/contribute.md",  # files that a reader adds: tests/docs/test_adding.py
    "docs/recipes/",
    "docs/measured/",  # files as they were when they were measured
    "tests/benchmarks/",
    "tests/tools/",
)
"""Documents, and folders of tests, that name files which are not there."""
_WITHOUT_TEXT = {".png", ".woff2", ".lock"}


def list_lost_chapters(text: str) -> list[str]:
    """Return the mentions of documents that are not there, or have no such heading."""
    lost = []
    for document, guide, anchor in set(_REFERENCE.findall(text)):
        name = document or guide.rstrip("/")
        path = ROOT / "docs" / f"{name}.md"
        if not path.is_file() or (anchor and anchor not in anchors(path)):
            lost.append(f"{name}#{anchor}")
    return lost


def list_lost_files(text: str) -> list[str]:
    """Return the mentions of files that are not there."""
    mentioned = set(_FILE.findall(text))
    return [name for name in mentioned if not (ROOT / name).is_file()]


@for_each(
    "file", [path for path in FILES if path.suffix not in _WITHOUT_TEXT], ids=name_path
)
def test_every_mention_of_a_file_and_of_a_chapter_leads_to_it(file: Path) -> None:
    """All files: code, the OpenAPI document, the texts of pages in each language, deployments, the packages."""
    text = file.read_text(encoding="utf-8", errors="ignore")
    assert list_lost_chapters(text) == []
    if not str(file.relative_to(ROOT)).startswith(_INVENTED):
        assert list_lost_files(text) == []


def test_mentions_are_looked_for_in_all_files() -> None:
    assert len(FILES) > 500


def test_a_mention_that_leads_nowhere_is_found() -> None:
    gone = "gone"  # put together, as the mentions of this file are looked for as well
    chapters = (
        f"docs/decisions.md docs/{gone}.md docs/guide/{gone} docs/decisions.md#{gone}"
    )
    assert sorted(list_lost_chapters(chapters)) == ["decisions#gone", "gone#", "gone#"]
    lost = {f"service/{gone}.py", f"tests/{gone}/table.yaml"}
    assert set(list_lost_files(f"service/app.py {' '.join(lost)}")) == lost
