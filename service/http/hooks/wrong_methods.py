"""Answer a request by a method that its path does not have, with an example of the body that the path takes."""

from flask import Response, current_app, request
from werkzeug.exceptions import MethodNotAllowed

from ..blueprint import Blueprint
from ..problems import handle_http_exception


def handle_wrong_method(error: MethodNotAllowed) -> Response:
    """Return the problem. Its detail has an example of the body if the path takes one by POST."""
    advice = ""
    if "POST" in (error.valid_methods or ()):
        advice = _show_body()
    return handle_http_exception(error, advice)


def _show_body() -> str:
    """Return a sentence with a body that the path of the running request takes."""
    adapter = current_app.create_url_adapter(request)
    endpoint, _ = adapter.match(method="POST") if adapter else ("", {})
    name, _, operation_name = endpoint.rpartition(".")
    blueprint = current_app.blueprints.get(name)
    operations = blueprint.operations if isinstance(blueprint, Blueprint) else ()
    for operation in operations:
        if operation.name == operation_name and operation.example:
            body = current_app.json.dumps(dict(operation.example.arguments))
            return f" POST takes application/json, such as {body}"
    return ""
