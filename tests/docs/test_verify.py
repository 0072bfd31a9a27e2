"""The guide to the independent verifier lists the modules that it loads."""

from tools.documents.modules import GUIDE, RECEIPT, fill_modules, list_modules


def test_the_guide_lists_the_modules_that_are_loaded() -> None:
    assert fill_modules(GUIDE.read_text(encoding="utf-8")) == GUIDE.read_text(
        encoding="utf-8"
    ), "run: make generate"
    assert [
        name for name in list_modules("sealed/partial.mjs") if name not in RECEIPT
    ] == ["sealed/partial.mjs"]
