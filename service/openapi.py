"""openapi.yaml, from the schemas: `python -m service.openapi` writes it, with `--check` it says whether it is true.

Its examples are the service's real answers, asked for here.
"""

import difflib
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import orjson
import yaml
from flask import Flask
from werkzeug.test import TestResponse

from service.api import BLUEPRINTS
from service.api.blueprint import Example
from service.api.operations import OPENAPI
from service.api.problems import MEDIA_TYPE, PROBLEMS
from service.app import create_app
from service.settings import Settings

_OPERATIONS = {"get", "post"}


def document() -> str:
    """The OpenAPI document as YAML."""
    app = create_app(Settings())
    spec: dict[str, Any] = app.extensions["openapi"].to_dict()
    examples = {name: example for blueprint in BLUEPRINTS for name, example in blueprint.examples.items()}
    for path, method, operation in _operations(spec):
        operation["responses"] = dict(sorted(operation["responses"].items()))
        for parameter in operation.get("parameters", []):
            if isinstance(parameter["schema"].get("type"), list):
                parameter["schema"]["type"] = "string"  # a query has texts alone
        if example := examples.get(operation["operationId"]):
            _show(app, path, method, operation, example)
    for status, example in _problems().items():
        spec["components"]["responses"][f"Problem{status}"]["content"][MEDIA_TYPE]["example"] = example
    spec = {"openapi": spec.pop("openapi")} | spec
    plain = orjson.loads(orjson.dumps(spec, option=orjson.OPT_NON_STR_KEYS))
    text: str = yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


def _operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in spec["paths"].items():
        for method in _OPERATIONS & item.keys():
            yield path, method, item[method]


def _show(app: Flask, path: str, method: str, operation: dict[str, Any], example: Example) -> None:
    """Put the example, and the answer to it, into the description of an operation."""
    client = app.test_client()
    url = path.format(**example.path)
    if method == "get":
        answer = client.get(f"{url}?{urlencode(example.asked)}")
    else:
        answer = client.post(url, json=example.asked)
        operation["requestBody"]["content"]["application/json"]["example"] = dict(example.asked)
    if answer.status_code != 200:
        raise RuntimeError(f"The example of {operation['operationId']} is refused: {answer.text}")
    operation["responses"]["200"]["content"]["application/json"]["example"] = answer.json


def _problems() -> dict[int, Any]:
    """One real problem for each status."""
    client = create_app(Settings(allow_seeds=False, max_body_bytes=10)).test_client()
    integers = "/v1/integers"
    answers: list[TestResponse] = [
        client.get(f"{integers}?max=%FF"),
        client.get(f"{integers}?max=6&seed=42"),
        client.get("/v1/decks/standart/shuffle"),
        client.post(integers, json={"max": 49, "count": 6}),
        client.post(integers, data={"max": 49}),
        client.get(f"{integers}?max=six&sede=42"),
    ]
    told = {answer.status_code: answer.json for answer in answers}
    # What the application itself never answers, or never should
    for name in ("uri-too-long", "headers-too-large", "internal-error"):
        kind = PROBLEMS[name]
        told[kind.status] = {
            "type": f"/v1/problems/{name}",
            "title": kind.title,
            "status": kind.status,
            "detail": kind.meaning,
        }
    return told


class _Dumper(yaml.SafeDumper):
    """Writes every value out, without YAML's anchors, and texts of several lines as such."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """A block if the text has several lines."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _Dumper.represent_text)


def main(arguments: list[str]) -> int:
    """Write the document, or with `--check` compare it; the exit status is 1 if it differs."""
    now = document()
    if arguments != ["--check"]:
        OPENAPI.write_text(now)
        return 0
    checked_in = OPENAPI.read_text() if OPENAPI.exists() else ""
    sys.stdout.writelines(
        difflib.unified_diff(checked_in.splitlines(True), now.splitlines(True), "openapi.yaml", "the schemas")  # noqa: FBT003
    )
    return int(checked_in != now)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
