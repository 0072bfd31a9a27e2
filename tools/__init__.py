"""Generate files from the service's source: the OpenAPI document, the guides, the vendored assets."""
