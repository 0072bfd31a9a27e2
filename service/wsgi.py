"""The WSGI application: `gunicorn --config service/server/gunicorn.conf.py service.wsgi:app`."""

from service.app import create_app
from service.environment import exit_on_invalid_setting

with exit_on_invalid_setting():
    app = create_app()
