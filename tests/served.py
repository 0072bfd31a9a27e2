"""Start the application of this folder, and print what it serves: `python -m tests.served` reads files to verify."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

import service
from service.app import create_app
from service.pages.menu import PAGES
from service.settings import variable_names
from tools.contract.saved import SETTINGS


def describe(client: FlaskClient, files: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the service reads and an application serves.

    That is the names of settings, the statuses of pages, paths, schemes of others, and the verdicts on files.
    """
    index = client.get("/").get_json()
    return {
        "from": service.__path__[0],
        "settings": variable_names(),
        "pages": {
            page.path: client.get(page.path, headers={"Accept": "text/html"}).status
            for page in PAGES.values()
        },
        "listed": sorted(endpoint["path"] for endpoint in index["endpoints"]),
        "schemes": client.get("/v1/verify").get_json()["schemes"],
        "verdicts": {name: verify(client, file) for name, file in files.items()},
    }


def verify(client: FlaskClient, file: Any) -> Any:
    """Return the verdict on a file, or the errors of one that is refused."""
    verdict = client.post("/v1/verify", json=file).get_json()
    return verdict.get("errors", verdict)


if __name__ == "__main__":
    client = create_app(SETTINGS).test_client()
    print(json.dumps(describe(client, json.load(sys.stdin))))
