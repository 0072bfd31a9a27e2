"""Applications that tests serve with a real gunicorn."""
