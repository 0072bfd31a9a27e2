"""The strength of the tests of `service.core`: small changes of the code (mutants) that a test must detect."""
