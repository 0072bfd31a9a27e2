"""What gunicorn serves: `gunicorn --config service/gunicorn.conf.py service.wsgi:app`."""

from flask import Response
from gunicorn.http.errors import ParseException

from service.api.problems import Malformed, on_service_error
from service.app import create_app

app = create_app()


@app.errorhandler(ParseException)
def on_broken_chunks(_: ParseException) -> Response:
    """A body whose chunks gunicorn cannot read; what it says of them may hold a seed."""
    return on_service_error(Malformed("The body is not in chunks as HTTP has them."))
