"""What several capabilities use: random words, shuffles, steps of work, errors, value types, requests of draws, keys.

It imports nothing of HTTP and of cards. What draws (`rng`, `shuffles`, `work`, `limits`, `errors`) loads nothing of the
modules that describe requests. Sentences of errors name paths and settings, as callers and operators know them.

draw_requests.py also says which members of a request the definition of proofs names, results_left.py how many results
a request leaves, for verdicts on plans and proofs.
"""
