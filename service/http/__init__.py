"""Turn HTTP requests into responses: parsing, random results, content negotiation, problems."""
