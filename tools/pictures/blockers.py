"""Check that ad blockers do not block the path of a picture: `python -m tools.pictures.blockers`. Needs npm.

The rules are AdGuard's for Chromium, made from its own lists, EasyList and many others; those that hold on every site
count. The exit status is 1 if a path is blocked, or if a path that is known to be blocked is not.
"""

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from service.pictures.galleries import GALLERIES

PACKAGE = "@adguard/dnr-rulesets@3.3.20260320140136"
BLOCKED = "/images/AD.svg"
"""A path of an ace of diamonds that is blocked."""
_SITE = "https://game.example"


def main() -> int:
    """Print the paths that are blocked with their rules; return the exit status."""
    with tempfile.TemporaryDirectory() as scratch:
        patterns = list(fetch_rules(Path(scratch)))
    blocked = {
        path: texts
        for path in picture_paths()
        if (texts := matching_rules(f"{_SITE}{path}", patterns))
    }
    expected_rules = matching_rules(f"{_SITE}{BLOCKED}", patterns)
    for path, texts in blocked.items():
        sys.stdout.write(f"{path} is blocked by {texts}\n")
    sys.stdout.write(
        f"{len(patterns):,} rules; {len(blocked)} paths are blocked; {BLOCKED} is blocked by {expected_rules}\n"
    )
    return int(bool(blocked) or not expected_rules)


def picture_paths() -> Iterator[str]:
    """Yield every path of a picture, with its code in either case."""
    for deck, gallery in GALLERIES.items():
        for code in gallery.numbers:
            yield from (
                f"/v1/decks/{deck}/cards/{spelling}.svg"
                for spelling in {code, code.lower()}
            )
        yield from (
            f"/v1/decks/{deck}/pictures/{number}.svg"
            for number in range(len(gallery.cards) + 1)
        )
        yield from (
            f"/v1/decks/{deck}/{name}"
            for name in ("back.svg", "sprites.svg", "sprites.json")
        )


Rule = tuple[str, str, "re.Pattern[str]"]


def fetch_rules(scratch: Path) -> Iterator[Rule]:
    """Yield each rule that blocks pictures on every site: its text, a substring of each match, and its pattern."""
    pack = ["npm", "pack", "--silent", "--pack-destination", str(scratch), PACKAGE]
    name = subprocess.run(  # noqa: S603
        pack, capture_output=True, check=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(scratch / name) as archive:
        archive.extractall(scratch, filter="data")
    known_texts = set()
    for file in sorted(scratch.rglob("ruleset_*.json")):
        for rule in json.loads(file.read_bytes()):
            condition = rule.get("condition", {})
            text = condition.get("urlFilter") or condition.get("regexFilter") or ""
            if text in known_texts or not blocks_pictures(rule["action"], condition):
                continue
            known_texts.add(text)
            if "urlFilter" in condition:
                yield (
                    text,
                    max(re.split(r"[*^|]", text), key=len).lower(),
                    compile_filter(text),
                )
            else:
                yield text, "", re.compile(text, re.IGNORECASE)


def blocks_pictures(action: dict[str, Any], condition: dict[str, Any]) -> bool:
    """Return whether a rule blocks pictures on every site."""
    types = condition.get("resourceTypes", ["image"])
    domains = {"initiatorDomains", "requestDomains"} & set(condition)
    text = condition.get("urlFilter") or condition.get("regexFilter") or ""
    return (
        action["type"] == "block"
        and "image" in types
        and not domains
        and bool(text)
        and not text.startswith("||")
    )


def compile_filter(text: str) -> "re.Pattern[str]":
    """Return a filter as a regular expression.

    In a filter, * stands for any text, ^ for a separator or the end, and | for an end of the URL.
    """
    signs = {"*": ".*", "^": r"(?:[^\w.%-]|$)"}
    middle = text.strip("|")
    start = "^" if text.startswith("|") else ""
    end = "$" if text.endswith("|") else ""
    return re.compile(
        start + "".join(signs.get(sign) or re.escape(sign) for sign in middle) + end,
        re.IGNORECASE,
    )


def matching_rules(url: str, patterns: Iterable[Rule]) -> list[str]:
    """Return the texts of the rules that block a URL."""
    lower = url.lower()
    return [text for text, part, rule in patterns if part in lower and rule.search(url)]


if __name__ == "__main__":
    sys.exit(main())
