"""What every capability uses: random words, shuffles, value types, crypto; it imports nothing of HTTP and of cards.

Sentences of its errors name paths and settings, as callers and operators know them.

One module speaks of a capability, proofs: draw_requests.py says which members of a request its definition names.
"""
