"""Applications that a test has a real gunicorn serve, and nobody else."""
