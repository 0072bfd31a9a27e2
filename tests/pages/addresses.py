"""The addresses of all pages."""

from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.menu import PAGES

PATHS = [
    *(page.path for page in PAGES.values()),
    OVERVIEW.path,
    *(guide.path for guide in GUIDES.values()),
]
"""The paths of the pages of the menu, of the overview of the guides, and of each guide."""
