"""Turn a request into a response: parsing, drawing, negotiation, problems."""
