"""The service's gunicorn settings, but for one: each worker loads the application by itself."""

from runpy import run_path

globals().update(run_path("service/server/gunicorn.conf.py"))
preload_app = False
