"""The modules of the independent verifier that its guide lists are all that it loads."""

from tools.documents.modules import RECEIPT, list_modules


def test_a_receipt_of_a_part_needs_one_module_more_than_the_guide_lists() -> None:
    modules = list_modules("sealed/partial.mjs")
    assert [name for name in modules if name not in RECEIPT] == ["sealed/partial.mjs"]
