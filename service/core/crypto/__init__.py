"""Sign responses, and seal state in tokens."""
