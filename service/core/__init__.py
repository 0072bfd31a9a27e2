"""What every capability uses: random words, shuffles, value types, crypto; it imports nothing of HTTP and of cards.

Sentences of its errors name paths and settings, as callers and operators know them.

Two modules use names from capabilities, because a definition uses them: draw_requests.py and proof_terms.py say why.
"""
