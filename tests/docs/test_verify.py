"""The modules of the independent verifier that its guide names are all that it loads."""

from tools.documents.modules import GUIDE, RECEIPT, list_modules


def test_the_guide_names_what_a_file_needs_beside_the_modules_of_a_full_receipt() -> (
    None
):
    guide = GUIDE.read_text(encoding="utf-8")
    files = ("sealed/partial.mjs", "sealed/shown_cards.mjs", "sealed/signed_states.mjs")
    names = set(list_modules(*files)) - set(RECEIPT)
    assert len(names) > len(files)
    assert {name for name in names if f"(../../verify/{name})" not in guide} == set()
