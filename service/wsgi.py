"""The WSGI application, for gunicorn (service/server) or any WSGI server."""

import gc

# The objects of the application are never freed, so the garbage collector need not search them.
is_enabled = gc.isenabled()
gc.disable()

from .app import create_app
from .environment import exit_on_invalid_setting

with exit_on_invalid_setting():
    app = create_app()
gc.freeze()
if is_enabled:
    gc.enable()
