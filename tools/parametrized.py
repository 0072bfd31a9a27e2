"""Find tests that are parametrized where pytest need not tell their entries apart.

    python -m tools.parametrized

tests/tables.py has the rule.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from tools.files import ROOT, list_files

PARAMETRIZE = "pytest.mark.parametrize"
WITHOUT_REASON = {"parametrize", "sampled", "skipif", "usefixtures"}
"""Markers that tests of for_each have as well."""
OF_PYTEST = {"caplog", "capfd", "capsys", "monkeypatch", "tmp_path"}
"""Fixtures that pytest makes anew for each test."""


def list_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node


def list_decorators(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names of decorators that a module defines for several tests, each with what it stands for."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                yield name, ast.unparse(call)


def find_fixtures(tree: ast.Module) -> dict[str, bool]:
    """Return the fixtures of a module by name, each with whether pytest makes it anew for each test."""
    return {
        function.name: "scope=" not in text
        for function in list_functions(tree)
        for text in map(ast.unparse, function.decorator_list)
        if text.startswith("pytest.fixture")
    }


def describe(function: ast.FunctionDef, decorators: Mapping[str, str]) -> str:
    """Return the decorators of a function as text, those that tests share written out."""
    texts = [ast.unparse(decorator) for decorator in function.decorator_list]
    return "\n".join(decorators.get(text, text) for text in texts)


def has_reason(function: ast.FunctionDef, text: str, fixtures: Collection[str]) -> bool:
    """Return whether pytest must tell the entries of a test apart; it makes the `fixtures` anew for each."""
    tables = re.findall(r"parametrize\((\(.*?\)|'.*?')", text)
    arguments = {argument.arg for argument in function.args.args}
    arguments -= set(re.findall(r"\w+", " ".join(tables)))
    used = set(re.findall(r"usefixtures\('(\w+)'\)", text))
    markers = set(re.findall(r"pytest\.mark\.(\w+)", text))
    return bool(
        re.search(r"\bindirect=|\bmarks=|^given\(", text, re.MULTILINE)
        or (arguments | used) & {*OF_PYTEST, *fixtures}
        or markers - WITHOUT_REASON
    )


def find_needless(
    tree: ast.Module, decorators: Mapping[str, str], fixtures: Collection[str] = ()
) -> list[str]:
    """Return the tests of a module that are parametrized for no reason; those of a module of a suite have one."""
    if any(ast.unparse(node).startswith("pytestmark = ") for node in tree.body):
        return []
    return [
        function.name
        for function in list_functions(tree)
        if PARAMETRIZE in (text := describe(function, decorators))
        and not has_reason(function, text, fixtures)
    ]


def list_fixtures(path: Path, modules: Mapping[Path, ast.Module]) -> set[str]:
    """Return the fixtures that pytest makes anew for each test of a module: its own, and of each conftest.py above."""
    found: dict[str, bool] = {}
    for folder in reversed(path.parents):
        found |= find_fixtures(modules.get(folder / "conftest.py", ast.Module([], [])))
    found |= find_fixtures(modules[path])
    return {name for name, is_made_anew in found.items() if is_made_anew}


def find_all() -> list[str]:
    """Return the tests of the project that are parametrized for no reason, each behind its module."""
    modules = {
        path: ast.parse(path.read_text("utf-8"))
        for path in list_files()
        if path.suffix == ".py" and path.is_relative_to(ROOT / "tests")
    }
    decorators = {
        name: text
        for tree in modules.values()
        for name, text in list_decorators(tree)
        if text.startswith(PARAMETRIZE)
    }
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in modules.items()
        for name in find_needless(tree, decorators, list_fixtures(path, modules))
    ]


def main() -> int:
    """Print what is found, and return the exit code."""
    found = find_all()
    for name in found:
        print(f"{name} is parametrized for no reason: use for_each (tests/tables.py)")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
