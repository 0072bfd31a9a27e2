"""What every capability uses: random words, shuffles, value types, crypto; it imports nothing of HTTP and of cards.

Sentences of its errors name paths and settings, as callers and operators know them.

draw_requests.py also says which members of a request the definition of proofs names.
"""
