"""The service with a path that fails, and says in its exception what it was asked."""

from typing import Any

from flask import request

from service.app import create_app

app = create_app()


@app.post("/fails/<name>")
def fails(name: str) -> Any:
    """Fail twice, with everything that was sent in the messages."""
    asked = f"{name} {request.query_string.decode()} {request.get_data(as_text=True)}"
    try:
        raise KeyError(asked)
    except KeyError as error:
        raise ValueError(asked) from error
