"""Generate the OpenAPI document from the schemas and the examples of the endpoints."""
