"""What tests of several schemes ask of a result."""

from service.verdicts.verdict import Difference, VerificationResult


def first_difference(result: VerificationResult) -> Difference:
    """Return the difference of a result, which must not be valid."""
    assert result.valid is False
    assert result.difference
    return result.difference
