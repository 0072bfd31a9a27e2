"""Sign responses, compute verifiable random functions, and seal state in tokens."""
