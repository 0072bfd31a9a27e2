"""Everything that knows gunicorn: its settings, its worker, logs, metrics and traces."""
