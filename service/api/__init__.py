"""HTTP: one module a resource, the schemas that resources share, and what leads from a request to its response."""
