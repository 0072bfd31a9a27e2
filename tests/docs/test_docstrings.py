"""What a docstring names as `module.name`, `Class.name` or `service.path.name` is there, and no class is twice."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.files import ROOT

SERVICE = ROOT / "service"
MENTION = re.compile(r"`((?:\w+\.)+\w+)(?:\([^`]*)?`")
TOP_NAME = re.compile(r"^(?:def|class) (\w+)|^(\w+)(?=: | = )", re.MULTILINE)
DEFINITION = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
CLASS_OR_TYPE = re.compile(r"^(?:class |(?=\w+ = ))(\w+)", re.MULTILINE)

TEXTS = {file: file.read_text("utf-8") for file in SERVICE.rglob("*.py")}
TOP_NAMES = {
    file: {name for pair in TOP_NAME.findall(text) for name in pair if name}
    for file, text in TEXTS.items()
}
DEFINED = {name for text in TEXTS.values() for name in DEFINITION.findall(text)}
MODULES: dict[str, list[Path]] = defaultdict(list)
"""The files of the modules with a name."""
CLASSES: dict[str, list[Path]] = defaultdict(list)
"""The files that define a class with a name."""

for path, source in TEXTS.items():
    MODULES[path.stem].append(path)
    for class_name in CLASS.findall(source):
        CLASSES[class_name].append(path)


def list_docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module, and the texts below its attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield text


def is_path_there(parts: list[str]) -> bool:
    """Return whether service has a module or a folder, or a module with a name: ["service", "core", "limits"]."""
    *folders, last = parts
    folder = ROOT.joinpath(*folders)
    module = folder.with_suffix(".py")
    return (
        (folder / last).is_dir()
        or (folder / f"{last}.py").is_file()
        or last in TOP_NAMES.get(module, ())
    )


def is_there(file: Path, text: str, owner: str, name: str) -> bool:
    """Return whether `owner` has the name, if it is a class or a module of the service.

    A module that stands beside the file, or that the file imports, has the name. Where a function or class is called
    so, the owner is a module that has it. What else stands in backticks is a value, a member of JSON or of another
    library.
    """
    if owner in CLASSES:
        return any(re.search(rf"\b{name}\b", TEXTS[path]) for path in CLASSES[owner])
    files = MODULES.get(owner, [])
    near = [
        path
        for path in files
        if path.parent == file.parent
        or re.search(rf"^(?:from .+ )?import .*\b{owner}\b", text, re.MULTILINE)
    ]
    if not near and name not in DEFINED:
        return True
    return any(name in TOP_NAMES[path] for path in near or files)


def find_stale(file: Path, text: str) -> list[str]:
    """Return the names in docstrings of a module that are not there."""
    if not MENTION.search(text):
        return []
    tree = ast.parse(text)
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    stale = []
    for mention in MENTION.findall("\n".join(list_docstrings(tree))):
        owner, name, *rest = mention.split(".")
        if owner == "service":
            is_right = is_path_there([owner, name, *rest])
        else:
            is_foreign = owner in arguments or owner in sys.stdlib_module_names
            is_right = is_foreign or is_there(file, text, owner, name)
        if not is_right:
            stale.append(f"{file.relative_to(ROOT)}: {mention}")
    return stale


def test_what_a_docstring_names_by_its_module_or_class_is_there() -> None:
    stale = [name for file, text in TEXTS.items() for name in find_stale(file, text)]
    assert not stale, "\n".join(stale)


def test_no_other_class_or_type_has_the_name_of_a_class() -> None:
    """One word has one meaning, and a docstring names a class without its module."""
    files: dict[str, set[Path]] = defaultdict(set)
    for file, text in TEXTS.items():
        for name in CLASS_OR_TYPE.findall(text):
            files[name].add(file)
    assert {name: files[name] for name in CLASSES if len(files[name]) > 1} == {}


def test_a_name_that_is_gone_is_found_beside_one_that_is_there() -> None:
    file = SERVICE / "core" / "shuffles" / "vectorized.py"
    text = (
        '"""`rules.inside_out`, `algorithms.outside_in`, `service.core.rules`, `Work.slow`; '
        '`algorithms.inside_out`, `service.core.limits.Limits`, `Work.spend`, `plan.seed`."""'
    )
    prefix = "service/core/shuffles/vectorized.py: "
    assert find_stale(file, text) == [
        f"{prefix}rules.inside_out",
        f"{prefix}algorithms.outside_in",
        f"{prefix}service.core.rules",
        f"{prefix}Work.slow",
    ]
