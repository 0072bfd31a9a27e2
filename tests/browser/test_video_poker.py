"""The verify page with a draw of video poker."""

import json

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import texts_of
from tests.browser.verify_page import PARTIAL, open_link
from tests.server.client import post_json as post

pytestmark = pytest.mark.browser


def test_of_video_poker_it_is_told_what_is_not_reckoned_here(
    tab: Page, base: str
) -> None:
    answer = post(base, "/v1/games/video_poker/draw", seed="5", held=[1, 3])
    assert open_link(tab, "answer", json.dumps(answer)).startswith(PARTIAL)
    assert "Payout: not computed here" in tab.inner_text("#finding")
    assert texts_of(tab, "#cards h3") == ["Dealt first", "From the top"]
