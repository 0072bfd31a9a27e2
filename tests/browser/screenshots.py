"""`python -m tests.browser.screenshots` takes every page at both sizes, light and dark, into build/screens."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import PATHS, SIZES, launched, size
from tests.conftest import ROOT, run_service

SCREENS = ROOT / "build" / "screens"


def main(paths: list[str], screens: Path = SCREENS) -> None:
    """Take these paths, or those of all pages."""
    screens.mkdir(parents=True, exist_ok=True)
    with run_service() as base, sync_playwright() as driver:
        browser = launched(driver.chromium)
        for path in paths or PATHS:
            for name in SIZES:
                for scheme in ("light", "dark"):
                    tab = browser.new_context(**size(name, color_scheme=scheme)).new_page()
                    tab.goto(f"{base}{path}")
                    tab.wait_for_load_state("networkidle")
                    kind = "".join(c if c.isalnum() else "-" for c in path.strip("/")) or "front"
                    tab.screenshot(path=screens / f"{kind}-{name}-{scheme}.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
