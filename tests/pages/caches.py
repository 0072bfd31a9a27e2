"""What fills the caches of pages (tests/caches.py)."""

from itertools import product

from flask.testing import FlaskClient

from service.pages.guides.catalogue import GUIDES
from service.pages.languages import TEXTS
from service.pages.menu import PAGES


def get_pages(client: FlaskClient) -> None:
    paths = [page.path for page in PAGES.values()]
    paths += [f"/docs/guide/{name}" for name in GUIDES]
    for path, language in product(paths, TEXTS):
        url = f"{path}?lang={language}"
        response = client.get(url, headers={"Accept": "text/html"})
        assert response.status_code == 200


CONSTANT = {"service.pages.page_views._offline"}
FILLS = {"service.pages.page_views._render": get_pages}
