"""The WSGI application, for gunicorn (service/server) or any WSGI server."""

from service.app import create_app
from service.environment import exit_on_invalid_setting

with exit_on_invalid_setting():
    app = create_app()
