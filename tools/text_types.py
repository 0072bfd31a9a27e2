"""Write the paths of the pages' texts and the names of their values as types, by which TypeScript checks calls."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from service.pages.languages import DEFAULT, TEXTS
from tools.files import ROOT

FILE = ROOT / "tools" / "javascript" / "page_texts.d.mts"
HEAD = """\
// Written by `make generate` (tools/text_types.py) of service/pages/languages.

/** The path of each text, with the names of its values. */
interface Texts {
"""
TYPES = """\
}

type Values<Name extends string> = { [name in Name]: string | number };

/** Whether a path is made as the page runs, such as `verify.kinds.${string}`, so that it is known in part. */
type IsMade<Path extends string> = {} extends Values<Path> ? true : false;

/** A path that there is, or that is made and has the form of some; else never. */
type Known<Path extends string> = string extends Path ? Path
  : IsMade<Path> extends false ? Path & keyof Texts
  : Extract<keyof Texts, Path> extends never ? never : Path;

/** The values that a text needs and has. */
type Needed<Path extends string> = IsMade<Path> extends true ? [values?: Values<string>]
  : [Texts[Path & keyof Texts]] extends [never] ? []
  : [values: Values<Texts[Path & keyof Texts]>];

declare global {
  /** The type of `t` in service/pages/shared/texts.mjs. */
  type Translate = <const Path extends string>(path: Path & Known<Path>, ...values: Needed<Path>) => string;

  /** The names of the texts in an object: `TextName<"draw.counted">` is "coins" | "dice" | "numbers" | "winners". */
  type TextName<Parent extends string> = keyof Texts extends infer Path
    ? Path extends `${Parent}.${infer Name}` ? Name : never
    : never;
}

export {};
"""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def build_files() -> Mapping[Path, str]:
    """Return the file with the paths of all texts."""
    lines = [
        f'  "{path}": {" | ".join(values) or "never"};\n'
        for path, values in list_texts(TEXTS[DEFAULT])
    ]
    return {FILE: HEAD + "".join(lines) + TYPES}


def list_texts(texts: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path of each text, with the names of its values in quotes; of a text with forms also `count`."""
    for name, text in texts.items():
        path = f"{prefix}{name}"
        if isinstance(text, str):
            yield path, list_values(text)
        elif "other" in text:
            yield path, list_values(" ".join(["{count}", *text.values()]))
        else:
            yield from list_texts(text, f"{path}.")


def list_values(text: str) -> list[str]:
    """Return the names of the values of a text in quotes, each once."""
    return [f'"{name}"' for name in sorted(set(_PLACEHOLDER.findall(text)))]
