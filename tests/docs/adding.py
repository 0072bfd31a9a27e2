"""The steps that docs/contribute.md and docs/recipes show: the text that each adds or deletes, and the commands.

The sentence above a block of code names the file and the place in backticks, and ends with a colon: "In `path`, below
`text`:", and likewise above it, or in place of it; "At the end of `path`:"; "A new file `path`:". The text is part of
one line of the file, and no other line may have it. "From `path`, delete:" is above the lines that go, however the file
breaks them; one of them that ends with … is the beginning of a line. The lines of a block of `sh` are commands of make,
or rm with names of files.
Blocks of `console`, `json` and `text` are only shown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"((?:^[^\n]+\n)+)\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^```\w+$", re.MULTILINE)
_PLACES = (
    re.compile(
        r"`(?P<path>[^`\s]+)`, (?P<where>above|below|in place of) (?P<quotes>`+) ?(?P<text>.+?) ?(?P=quotes):$"
    ),
    re.compile(r"(?P<where>[Aa]t the end of) `(?P<path>[^`\s]+)`:$"),
    re.compile(r"(?P<where>[Nn]ew file) `(?P<path>[^`\s]+)`:$"),
    re.compile(r"(?P<where>From) `(?P<path>[^`\s]+)`, delete:$"),
)
_SHOWN = {"console", "json", "text"}


@dataclass(frozen=True)
class Edit:
    """Lines that are added to a file or deleted from it.

    `anchor` is part of the line that they are added above, below or in place of.
    """

    path: str
    where: str
    anchor: str
    lines: str

    def apply(self, root: Path) -> None:
        """Edit the file below `root`. Raises ValueError if the place is not in it, or more than once."""
        file = root / self.path
        if self.where == "new file":
            if file.exists():
                raise ValueError(f"There is a file {self.path} already.")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.lines)
            return
        if self.where == "from":
            pattern = ".*\n".join(map(_match_tokens, self.lines.split("…\n")))
            rest, count = re.subn(
                f"^{pattern}", "", file.read_text(), flags=re.MULTILINE
            )
            if count != 1:
                raise ValueError(
                    f"{self.path} has these lines {count} times: {self.lines}"
                )
            file.write_text(rest)
            return
        text = file.read_text().splitlines(keepends=True)
        if self.where == "at the end of":
            file.write_text("".join([*text, self.lines]))
            return
        numbers = [number for number, line in enumerate(text) if self.anchor in line]
        if len(numbers) != 1:
            raise ValueError(f"{len(numbers)} lines of {self.path} have: {self.anchor}")
        (number,) = numbers
        start, end = {"above": (0, 0), "in place of": (0, 1), "below": (1, 1)}[
            self.where
        ]
        text[number + start : number + end] = [self.lines]
        file.write_text("".join(text))


def _match_tokens(lines: str) -> str:
    """Return a pattern for lines of code, however a formatter breaks them."""
    tokens = re.findall(r"\w+|[^\w\s]", lines)
    pattern = r"\s*".join(
        (r",?\s*" if token in ")]}" else "") + re.escape(token) for token in tokens
    )
    end = r"\n" if lines.endswith("\n") else ""
    return rf"[ \t]*{pattern}{end}"


@dataclass(frozen=True)
class Removal:
    """A file that is removed."""

    path: str

    def apply(self, root: Path) -> None:
        """Remove the file below `root`, if it is there."""
        (root / self.path).unlink(missing_ok=True)


@dataclass(frozen=True)
class Command:
    """A command of make, with its arguments as the shell reads them."""

    line: str


def parse_section(text: str) -> Iterator[Edit | Removal | Command]:
    """Yield the steps of a section in their order. Raises ValueError for a block of code without a place."""
    blocks = list(_BLOCK.finditer(text))
    if len(blocks) != len(_FENCE.findall(text)):
        raise ValueError("Each block of code needs a paragraph above it.")
    for paragraph, language, lines in (block.groups() for block in blocks):
        if language in _SHOWN:
            continue
        if language == "sh":
            for line in lines.splitlines():
                program, *paths = line.split()
                yield from map(Removal, paths) if program == "rm" else [Command(line)]
            continue
        sentence = " ".join(paragraph.split())
        place = next(
            (match for pattern in _PLACES if (match := pattern.search(sentence))), None
        )
        if place is None:
            raise ValueError(f"This names no file and place: {sentence}")
        found = place.groupdict()
        yield Edit(found["path"], found["where"].lower(), found.get("text", ""), lines)
