"""Evaluate hands: modules for groups of games, the table of rankings (rankings.py), and requests (showdowns.py).

A ranking is the rules that tell the values of hands, and who wins. The strength of a hand is a number: the higher wins.
"""
