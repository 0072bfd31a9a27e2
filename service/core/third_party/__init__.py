"""The fairness schemes of others, checked: one module a scheme; catalogue.py has them all in one table.

A module says what a request says of a result (a frozen dataclass) and has a function from that to a `Finding`: what
the scheme derives, what was held against it, and the first difference.
"""
