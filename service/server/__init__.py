"""Everything that imports gunicorn: its settings, the worker, logs, metrics and traces."""
