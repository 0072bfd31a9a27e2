"""The strength of the tests: small changes of the service's code (mutants) that a test must detect (kill)."""
