"""/v1/verify: asks each capability which documents it checks."""
