"""The service with a path that fails, with an exception that quotes the request."""

from typing import Any

from flask import request

from service.app import create_app

app = create_app()


@app.post("/fails/<name>")
def fails(name: str) -> Any:
    """Raise an exception with a cause, both with the whole request in their messages."""
    request_text = (
        f"{name} {request.query_string.decode()} {request.get_data(as_text=True)}"
    )
    try:
        raise KeyError(request_text)
    except KeyError as error:
        raise ValueError(request_text) from error
