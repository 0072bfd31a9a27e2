"""The pages in a real browser, Debian's Chromium driven by Playwright (`make test SUITE=browser`)."""

import pytest

pytest.register_assert_rewrite(
    "tests.browser.draw_page",
    "tests.browser.programs",
    "tests.browser.result_page",
    "tests.browser.table_page",
    "tests.browser.verify_page",
    "tests.browser.verify_shoes",
)
