"""Sign, compute verifiable random functions, hash trees, encrypt for the holder of a key, and seal state in tokens."""
