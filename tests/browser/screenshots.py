"""`python -m tests.browser.screenshots [PATH …]` takes screenshots of every page at both sizes, light and dark."""

import sys

from playwright.sync_api import sync_playwright

from tests.browser.conftest import (
    SCHEMES,
    SIZES,
    launch,
    record_requests,
    size,
    wait_until_settled,
)
from tests.conftest import run_service
from tests.pages.addresses import PATHS
from tools.files import ROOT


def main(paths: list[str]) -> None:
    """Write screenshots of these paths, or of all pages, to build/screens."""
    screens = ROOT / "build" / "screens"
    screens.mkdir(parents=True, exist_ok=True)
    with run_service() as base, sync_playwright() as driver:
        browser = launch(driver.chromium)
        for path in paths or PATHS:
            for name in SIZES:
                for scheme in SCHEMES:
                    tab = browser.new_context(
                        **size(name, color_scheme=scheme)
                    ).new_page()
                    record_requests(tab)
                    tab.goto(f"{base}{path}")
                    wait_until_settled(tab)
                    kind = (
                        "".join(c if c.isalnum() else "-" for c in path.strip("/"))
                        or "front"
                    )
                    tab.screenshot(
                        path=screens / f"{kind}-{name}-{scheme}.png", full_page=True
                    )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
