"""Everything that imports gunicorn: its settings, the worker, its processes, logs and traces."""
