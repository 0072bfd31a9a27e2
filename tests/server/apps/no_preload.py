"""The service's gunicorn settings without preloading: each worker loads the application itself."""

from runpy import run_path

globals().update(run_path("service/server/gunicorn.conf.py"))
preload_app = False
