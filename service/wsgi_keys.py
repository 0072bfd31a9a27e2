"""Keys in the WSGI environment. Through them the server (service/server) tells the application about a request."""

WAITED = "shuffle_and_deal.waited"
"""The seconds that the request waited in the server."""

LOOK = "shuffle_and_deal.look"
"""A function that raises an error if nobody waits for the response any more."""

COUNTED = "shuffle_and_deal.counted"
"""What the rate limit says of the request, which the server has already counted."""
