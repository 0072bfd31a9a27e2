"""`python -m tools.text_sections`: find texts of pages that a function shows on a page that does not have them.

A page has some sections of the texts (service/pages/menu.py), and may fetch others before a dynamic import loads the
modules that read them; the saved page Verify has no others. A text that is not there stops a page where it is shown.
What a page may run is followed by names: from its scripts to each function, class and constant at the top of a module.
"""

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

from service.pages.languages import DEFAULT, TEXTS
from service.pages.menu import PAGES
from service.pages.offline import ENTRY
from tools.files import ROOT

SHARED = "shared"
"""The section that each page has."""

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_DECLARATION = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (?P<name>[\w$]+)",
    re.MULTILINE,
)
_IMPORT = re.compile(
    r'^import \{(?P<names>[^}]*)\} from "(?P<path>\.[^"]+)";$', re.MULTILINE
)
_LATER = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_NAME = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*")
_PERHAPS = re.compile(r"\bfindTexts?\(\s*[\"`][^\"`]*[\"`]")
"""A text that is shown if the page has it."""
_PATH = re.compile(r"[\"`](?P<path>\w+(?:\.\w+)+)\.?(?:[\"`]|\$\{)")
"""The path of a text, or its beginning where the rest is made as the page runs: `verify.kinds.${kind}`."""

Place = tuple[str, str]
"""A module, and the name of what it declares."""


@dataclass(frozen=True)
class Module:
    """A module: what it declares and imports."""

    name: str
    source: str
    declared: Mapping[str, str] = field(init=False)
    """The text of each declaration by its name."""
    imported: Mapping[str, Place] = field(init=False)
    """By the name that it has here."""

    def __post_init__(self) -> None:
        text = _COMMENT.sub("", self.source)
        starts = list(_DECLARATION.finditer(text))
        ends = [*(start.start() for start in starts[1:]), len(text)]
        declared = {
            start["name"]: text[start.start() : end]
            for start, end in zip(starts, ends, strict=False)
        }
        object.__setattr__(self, "declared", declared)
        object.__setattr__(self, "imported", dict(self._list_imported(text)))

    def _list_imported(self, text: str) -> Iterator[tuple[str, Place]]:
        for match in _IMPORT.finditer(text):
            module = self.resolve(match["path"])
            for part in filter(None, map(str.strip, match["names"].split(","))):
                name, _, alias = part.partition(" as ")
                yield alias or name, (module, name)

    def resolve(self, path: str) -> str:
        """Return the name of the module that a path in this one names."""
        return normpath(join(dirname(self.name), path))


class Reader(NamedTuple):
    """What a page runs, and the sections of texts that it has then."""

    page: str
    places: Collection[Place]
    sections: Collection[str]


@dataclass(frozen=True)
class Program:
    """The modules of the pages and of verify/, by their paths."""

    sources: Mapping[str, str]

    @cached_property
    def modules(self) -> Mapping[str, Module]:
        return {name: Module(name, source) for name, source in self.sources.items()}

    def follow(self, entries: Iterable[str], *, later: bool) -> Collection[Place]:
        """Return what modules may run: what they declare, and what that names; also what is loaded `later`, or not."""
        waiting = [place for name in entries for place in self._list_run(name)]
        found = set(waiting)
        while waiting:
            for place in self._list_named(waiting.pop(), later=later):
                if place not in found:
                    found.add(place)
                    waiting.append(place)
        return found

    def _list_declared(self, name: str) -> Iterator[Place]:
        """Yield all that a module declares."""
        for declared in self.modules[name].declared:
            yield name, declared

    def _list_run(self, name: str) -> Iterator[Place]:
        """Yield all that a script may run, which names what it imports outside of what it declares too."""
        yield from self._list_declared(name)
        yield from self.modules[name].imported.values()

    def _list_named(self, place: Place, *, later: bool) -> Iterator[Place]:
        """Yield what a declaration names."""
        name, declared = place
        module = self.modules[name]
        text = module.declared.get(declared, "")
        for word in set(_NAME.findall(text)):
            if word in module.declared:
                yield name, word
            elif word in module.imported:
                yield module.imported[word]
        if later:
            for path in _LATER.findall(text):
                yield from self._list_declared(module.resolve(path))

    def list_readers(self) -> Iterator[Reader]:
        """Yield what each page runs at once, and what it runs later."""
        for page in PAGES.values():
            opened = {SHARED, *page.sections, *page.later, *page.opened_sections}
            for scripts, sections in (
                (page.scripts, {SHARED, *page.sections}),
                (page.opened_scripts, opened),
            ):
                entries = [f"service/pages/{name}.mjs" for name in scripts]
                at_once = self.follow(entries, later=False)
                yield Reader(page.name, at_once, sections)
                yield Reader(page.name, self.follow(entries, later=True), opened)
        saved = self.follow([ENTRY], later=True)
        yield Reader("verify, saved", saved, {SHARED, *PAGES["verify"].sections})

    def find_missing(self, readers: Iterable[Reader]) -> Iterator[str]:
        """Yield a sentence for each text that is shown on a page that does not have it."""
        for page, places, sections in readers:
            for name, declared in sorted(places):
                text = self.modules[name].declared.get(declared, "")
                for path in list_paths(text):
                    if path.split(".")[0] not in sections:
                        yield f"{name}: {declared} shows {path}, which the page {page} does not have."


def list_paths(text: str) -> Iterator[str]:
    """Yield the paths of texts that are written in a declaration."""
    for match in _PATH.finditer(_PERHAPS.sub("", text)):
        if is_path(match["path"]):
            yield match["path"]


def is_path(path: str) -> bool:
    """Return whether a text, or an object with texts, has this path."""
    texts: Any = TEXTS[DEFAULT]
    for name in path.split("."):
        if not isinstance(texts, Mapping) or name not in texts:
            return False
        texts = texts[name]
    return True


def read_program() -> Program:
    """Return the modules as they are."""
    folders = (ROOT / "service" / "pages", ROOT / "verify")
    return Program(
        {
            file.relative_to(ROOT).as_posix(): file.read_text()
            for folder in folders
            for file in folder.rglob("*.mjs")
        }
    )


def main() -> None:
    """Print what is missing, and exit with 1 if anything is."""
    program = read_program()
    missing = sorted(set(program.find_missing(program.list_readers())))
    print("\n".join(missing) or "Each page has the texts that its modules show.")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
