"""`python -m tests.browser.contact_sheets [DECK …]` writes a PNG of all pictures of each deck to build/sheets.

`docs` instead of decks writes the two that the documentation shows to docs/pictures.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from service.pictures.galleries import GALLERIES, build_sheet
from tests.browser.conftest import launch
from tools.files import ROOT


def main(
    decks: list[str], sheets: Path = ROOT / "build" / "sheets", width: int = 1600
) -> None:
    """Write a PNG for each deck, on green, as on a table."""
    sheets.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = launch(driver.chromium)
        for deck in decks or list(GALLERIES):
            sheet = build_sheet(GALLERIES[deck])
            file = Path(folder) / f"{deck}.html"
            body = f'<body style="margin: 20px; background: #2f6f4f">{sheet.to_svg()}</body>'
            file.write_text(f'<meta charset="utf-8">{body}')
            height = round((width - 40) * sheet.height / sheet.width) + 40
            tab = browser.new_page(viewport={"width": width, "height": height})
            tab.goto(file.as_uri())
            tab.screenshot(path=sheets / f"{deck}.png")
            tab.close()
        browser.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["docs"]:
        main(["standard", "mahjong"], ROOT / "docs" / "pictures", 720)
    else:
        main(sys.argv[1:])
