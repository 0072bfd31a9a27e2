"""Sign, compute verifiable random functions, seal state in tokens, and read and write bytes in base64url."""
