"""HTTP: resources (resources/), their shared schemas (schemas/), checks and headers (hooks/), and parsing (http/)."""
