"""/v1/shoes: its requests, its responses, its views, and the documents that /v1/verify checks."""
