"""The dieharder test suite on the random words of the service: docs/measured.md."""
