"""The examples of README.md and docs/: curl commands, some of them with jq, and their output from a running service."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.conftest import run_service
from tools.files import ROOT

ADDRESS = "http://localhost:8000"
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
EXAMPLE = re.compile(r"^\$ (curl (?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command and its output; a block holds one or more."""


def build_files() -> Mapping[Path, str]:
    """Return the text of each document, with what its examples print now."""
    with run_service() as base:
        return {
            path: BLOCK.sub(
                lambda block: _run_block(block[0], base), path.read_text("utf-8")
            )
            for path in DOCUMENTS
        }


def _run_block(block: str, base: str) -> str:
    return EXAMPLE.sub(
        lambda match: (
            f"$ {match[1]}\n{show_example(match[1], match[2], base).rstrip()}\n"
        ),
        block,
    )


def examples(path: Path) -> list[tuple[str, str]]:
    """Return each command of a document with the output that it shows."""
    return [
        example
        for block in BLOCK.findall(path.read_text())
        for example in EXAMPLE.findall(block)
    ]


def section(path: Path, title: str) -> str:
    """Return the text below a heading of the second level, up to the next one."""
    return path.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]


def run_example(command: str, base: str) -> str:
    """Send the request of a curl command to the service at `base`; return what the command prints."""
    words = shlex.split(command.replace("\\\n", ""))
    end = words.index("|") if "|" in words else len(words)
    body = _send(words[:end], base)
    if end == len(words):
        return body
    _, jq, *flags, program = words[end:]
    assert jq == "jq"
    assert flags in ([], ["-c"])
    return "".join(f"{_dump(value)}\n" for value in apply_jq(program, json.loads(body)))


def show_example(command: str, shown: str, base: str) -> str:
    """Return the output for a document: the present one, or the old one if the result is random and of the same form.

    A result is random if two runs differ. The form is the text without its cards and numbers.
    """
    first, second = (run_example(command, base).rstrip() + "\n" for _ in range(2))
    return shown if first != second and _form(first) == _form(shown) else first


def _form(text: str) -> str:
    return re.sub(r"(?<=[\[,])(\d+|\"\w\w\")(?=[],])", "…", text)


def apply_jq(program: str, value: Any) -> list[Any]:
    """Return the results of a jq program made of paths, such as `.hands[0].cards, .seed`, or of one `{name, name}`."""
    if program.startswith("{"):
        return [{name: value[name] for name in re.findall(r"\w+", program)}]
    return [result for path in program.split(", ") for result in _follow(path, value)]


def _follow(path: str, value: Any) -> Iterator[Any]:
    values = [value]
    steps = re.findall(r"\.(\w+)|\[(\d*)\]", path)
    assert (
        "".join(f".{name}" if name else f"[{number}]" for name, number in steps) == path
    ), path
    for name, number in steps:
        if name:
            values = [value[name] for value in values]
        elif number:
            values = [value[int(number)] for value in values]
        else:
            values = [item for value in values for item in value]
    yield from values


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _send(curl: list[str], base: str) -> str:
    url, *rest = (word for word in curl[1:] if word != "-s")
    options = list(zip(rest[::2], rest[1::2], strict=True))
    headers = dict(value.split(": ") for option, value in options if option == "-H")
    data = next(
        (_read_body(value) for option, value in options if option == "-d"), None
    )
    try:
        with urlopen(Request(url.replace(ADDRESS, base), data, headers)) as response:
            text: bytes = response.read()
    except HTTPError as error:
        text = error.read()
    return text.decode().replace("\r\n", "\n")


def _read_body(value: str) -> bytes:
    """Return the body of a request; as for curl, `@` and a path stand for a file."""
    return (ROOT / value[1:]).read_bytes() if value.startswith("@") else value.encode()
