"""What every capability uses, such as random words, shuffles, value types and crypto; it knows no HTTP and no card.

Two modules have names of capabilities, as a definition has them: draw_requests.py and proof_terms.py say why.
"""
