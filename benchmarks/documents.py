"""Markdown that the benchmarks write: tables, code blocks, sections and files that are replaced, and the machine."""

import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from textwrap import fill

DOCS = Path(__file__).parents[1] / "docs"
DATA = "measured"
"""The folder of records and pictures, in the folder of the documents."""
REPORT = "measured.md"
"""The page on what was measured, in the folder of the documents."""


def format_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1
) -> str:
    """Return a Markdown table; the first `left` columns are aligned left, the others, which are numbers, right."""
    marks = ["---"] * left + ["--:"] * (len(head) - left)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, marks, *rows))


def format_code(text: str, language: str = "") -> str:
    """Return a fenced code block."""
    return f"```{language}\n{text.strip()}\n```"


def wrap(text: str, indent: str = "") -> str:
    """Return a paragraph in lines of at most 120 characters, those after the first behind `indent`."""
    return fill(
        text,
        120,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def replace_section(document: str, heading: str, text: str) -> str:
    """Return the document with `text` below `heading`, up to the next heading of the second level."""
    before, after = document.split(heading)
    _, next_mark, next_sections = after.partition("\n## ")
    return f"{before}{heading}\n{text}{next_mark}{next_sections}"


def wrap_paragraphs(text: str) -> str:
    """Return Markdown with its paragraphs in lines of at most 120 characters; tables and headings stay."""
    blocks = text.rstrip().split("\n\n")
    wrapped = [
        block if block.startswith(("|", "#")) else wrap(block) for block in blocks
    ]
    return "\n\n".join(wrapped) + "\n"


def write_guide(heading: str, text: str) -> None:
    """Replace the text below `heading` in docs/operate.md."""
    guide = DOCS / "operate.md"
    section = wrap_paragraphs(text)
    guide.write_text(replace_section(guide.read_text(), heading, section))


def write_report(docs: Path, title: str, text: str) -> None:
    """Replace the section with a title in the report below `docs`, if it is there."""
    report = docs / REPORT
    if report.exists():
        replace_file(
            report, replace_section(report.read_text(), f"\n## {title}\n", f"{text}\n")
        )


def replace_file(file: Path, text: str) -> None:
    """Write a file atomically: a reader finds the old text or the new one, never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".new")
    draft.write_text(text)
    draft.replace(file)


LIBRARIES = (
    "flask",
    "werkzeug",
    "gunicorn",
    "marshmallow",
    "orjson",
    "numpy",
    "cryptography",
    "pynacl",
)


def describe_machine() -> dict[str, str]:
    """Return facts about this machine by label: CPU, kernel, load, and the versions of Python and libraries."""
    return {
        "CPU": f"{_read_proc('cpuinfo', 'model name')}, {os.cpu_count()} cores, flags {_cpu_flags()}",
        "memory": f"{int(_read_proc('meminfo', 'MemTotal').split()[0]) / 2**20:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
        "load before the run": f"{os.getloadavg()[0]:.2f}",
    }


def _cpu_flags() -> str:
    flags = _read_proc("cpuinfo", "flags").split()
    return (
        " ".join(flag for flag in ("aes", "vaes", "avx2", "avx512f") if flag in flags)
        or "unknown"
    )


def _read_proc(file: str, name: str) -> str:
    for line in Path("/proc", file).read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return "unknown"
