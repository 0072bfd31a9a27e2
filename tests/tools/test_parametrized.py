"""The check that finds tables which are parametrized for no reason."""

import ast

from tools.parametrized import PARAMETRIZE, find_needless

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
