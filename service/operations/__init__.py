"""The index of the service, its state, metrics, OpenAPI document, types of problems and public keys."""
