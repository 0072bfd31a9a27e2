"""What several capabilities use: random words, shuffles, steps of work, errors, value types, requests of draws, keys.

It imports nothing of HTTP and of cards. What draws (`rng`, `shuffles`, `work`, `memory`, `limits`, `errors`) loads
nothing of the modules that describe requests. Sentences of errors are for callers; who calls the core says which
setting has a limit, and which path lists the names of a table.

draw_requests.py also has the marks that say which members of a request a proof names.
"""
