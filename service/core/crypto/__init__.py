"""Sign, compute verifiable random functions, and read and write bytes in base64url."""
