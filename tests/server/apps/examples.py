"""The service that answers the examples of the documentation, whose tokens are older than SHOE_TTL may be."""

from tools.openapi.examples import example_client

app = example_client().application
