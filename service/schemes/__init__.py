"""Check results of other providers' fairness schemes: one module for each scheme, all of them listed in table.py.

Each module has a frozen dataclass for the body of a request, with a kind (type and limits) for each field, and a
function that checks it and returns a `VerificationResult`: the values that the scheme derives, the comparisons made,
and the first difference.
"""
