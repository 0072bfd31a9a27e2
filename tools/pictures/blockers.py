"""`make vendor`: whether blockers of advertisements catch a path of a picture. Needs npm.

The rules are AdGuard's for Chromium, made of its own lists, of EasyList and of many others; here those count that hold
on every site. The exit status is 1 if any path is caught, or if not even a path is that is known to be.
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
CAUGHT = "/images/AD.svg"
"""What an ace of diamonds must not be called."""
_ANYWHERE = "https://game.example"


def main() -> int:
    """Print what is caught, and by which rule."""
    with tempfile.TemporaryDirectory() as scratch:
        patterns = list(rules(Path(scratch)))
    caught = {path: found for path in paths() if (found := catching(f"{_ANYWHERE}{path}", patterns))}
    known = catching(f"{_ANYWHERE}{CAUGHT}", patterns)
    for path, found in caught.items():
        sys.stdout.write(f"{path} is caught by {found}\n")
    sys.stdout.write(f"{len(patterns):,} rules; {len(caught)} of our paths are caught; {CAUGHT} is by {known}\n")
    return int(bool(caught) or not known)


def paths() -> Iterator[str]:
    """Every path of a picture, its code in either case."""
    for deck, gallery in GALLERIES.items():
        for code in gallery.numbers:
            yield from (f"/v1/decks/{deck}/cards/{written}.svg" for written in {code, code.lower()})
        yield from (f"/v1/decks/{deck}/pictures/{number}.svg" for number in range(len(gallery.cards) + 1))
        yield from (f"/v1/decks/{deck}/{name}" for name in ("back.svg", "sprites.svg", "sprites.json"))


Rule = tuple[str, str, "re.Pattern[str]"]


def rules(scratch: Path) -> Iterator[Rule]:
    """Each rule that blocks pictures on any site: its text, a part of what it matches, and the pattern."""
    pack = ["npm", "pack", "--silent", "--pack-destination", str(scratch), PACKAGE]
    name = subprocess.run(pack, capture_output=True, check=True, text=True).stdout.split()[-1]  # noqa: S603
    with tarfile.open(scratch / name) as archive:
        archive.extractall(scratch, filter="data")
    seen = set()
    for file in sorted(scratch.rglob("ruleset_*.json")):
        for rule in json.loads(file.read_bytes()):
            condition = rule.get("condition", {})
            text = condition.get("urlFilter") or condition.get("regexFilter") or ""
            if text in seen or not everywhere(rule["action"], condition):
                continue
            seen.add(text)
            if "urlFilter" in condition:
                yield text, max(re.split(r"[*^|]", text), key=len).lower(), pattern(text)
            else:
                yield text, "", re.compile(text, re.IGNORECASE)


def everywhere(action: dict[str, Any], condition: dict[str, Any]) -> bool:
    """Whether a rule blocks pictures whatever the site."""
    kinds = condition.get("resourceTypes", ["image"])
    named = {"initiatorDomains", "requestDomains"} & set(condition)
    text = condition.get("urlFilter") or condition.get("regexFilter") or ""
    return action["type"] == "block" and "image" in kinds and not named and bool(text) and not text.startswith("||")


def pattern(text: str) -> "re.Pattern[str]":
    """A filter as a regular expression: * is anything, ^ the end or what is in no name, | one end of the address."""
    signs = {"*": ".*", "^": r"(?:[^\w.%-]|$)"}
    middle = text.strip("|")
    start, end = "^" if text.startswith("|") else "", "$" if text.endswith("|") else ""
    return re.compile(start + "".join(signs.get(sign) or re.escape(sign) for sign in middle) + end, re.IGNORECASE)


def catching(address: str, patterns: Iterable[Rule]) -> list[str]:
    """The rules that catch an address."""
    lower = address.lower()
    return [text for text, part, rule in patterns if part in lower and rule.search(address)]


if __name__ == "__main__":
    sys.exit(main())
