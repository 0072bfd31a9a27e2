"""The WSGI application: `gunicorn --config service/server/gunicorn.conf.py service.wsgi:app`."""

from service.app import create_app

app = create_app()
