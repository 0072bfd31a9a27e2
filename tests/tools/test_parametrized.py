"""A table is parametrized only where pytest must tell its entries apart; tests/tables.py has the rule."""

import ast
import re
from collections.abc import Iterator, Mapping

from tools.files import ROOT, list_files

PARAMETRIZE = "pytest.mark.parametrize"
WITHOUT_REASON = {"parametrize", "sampled", "skipif", "usefixtures"}
"""Markers that tests of for_each have as well."""
OF_PYTEST = {"caplog", "capfd", "capsys", "monkeypatch", "tmp_path"}
"""Fixtures that pytest makes anew for each test."""
MODULES = {
    str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
    for path in list_files()
    if path.suffix == ".py" and path.is_relative_to(ROOT / "tests")
}


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


def is_made_anew(function: ast.FunctionDef) -> bool:
    """Return whether a function is a fixture that pytest calls for each test."""
    texts = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any(
        text.startswith("pytest.fixture") and "scope=" not in text for text in texts
    )


DECORATORS = {
    name: text
    for tree in MODULES.values()
    for name, text in list_decorators(tree)
    if text.startswith(PARAMETRIZE)
}
FIXTURES = OF_PYTEST | {
    function.name
    for tree in MODULES.values()
    for function in list_functions(tree)
    if is_made_anew(function)
}


def describe(function: ast.FunctionDef, decorators: Mapping[str, str]) -> str:
    """Return the decorators of a function as text, those that tests share written out."""
    texts = [ast.unparse(decorator) for decorator in function.decorator_list]
    return "\n".join(decorators.get(text, text) for text in texts)


def has_reason(function: ast.FunctionDef, text: str) -> bool:
    """Return whether pytest must tell the entries of a parametrized test apart."""
    arguments = {argument.arg for argument in function.args.args}
    used = set(re.findall(r"usefixtures\('(\w+)'\)", text))
    markers = set(re.findall(r"pytest\.mark\.(\w+)", text))
    return bool(
        re.search(r"\bindirect=|\bmarks=|^given\(", text, re.MULTILINE)
        or (arguments | used) & FIXTURES
        or markers - WITHOUT_REASON
    )


def find_needless(tree: ast.Module, decorators: Mapping[str, str]) -> list[str]:
    """Return the tests of a module that are parametrized for no reason; those of a module of a suite have one."""
    if any(ast.unparse(node).startswith("pytestmark = ") for node in tree.body):
        return []
    return [
        function.name
        for function in list_functions(tree)
        if PARAMETRIZE in (text := describe(function, decorators))
        and not has_reason(function, text)
    ]


def test_a_table_is_parametrized_where_its_entries_must_be_told_apart() -> None:
    needless = {
        name: found
        for name, tree in MODULES.items()
        if (found := find_needless(tree, DECORATORS))
    }
    assert needless == {}, "use for_each; tests/tables.py says when not to"


EXAMPLE = ast.parse(
    """
@pytest.mark.sampled
@pytest.mark.parametrize("suit", "SHDC")
def test_needless(suit): ...

@every_suit
def test_needless_by_a_shared_table(suit): ...

@for_each("suit", "SHDC")
def test_of_a_table(suit): ...

@pytest.mark.long
@every_suit
def test_that_takes_long(suit): ...

@pytest.mark.parametrize("suit", ["S", pytest.param("H", marks=pytest.mark.node)])
def test_with_an_entry_of_a_suite(suit): ...

@pytest.mark.parametrize("deck", "SHDC", indirect=True)
def test_of_a_fixture(deck): ...

@every_suit
def test_with_a_folder(suit, tmp_path): ...

@every_suit
@given(st.integers())
def test_of_a_property(suit, number): ...
"""
)


def test_a_table_that_is_parametrized_for_no_reason_is_found() -> None:
    decorators = {"every_suit": f"{PARAMETRIZE}('suit', 'SHDC')"}
    assert find_needless(EXAMPLE, decorators) == [
        "test_needless",
        "test_needless_by_a_shared_table",
    ]
