"""Find deals that fulfil a condition, by trying the deals of successive indices (docs/definitions/conditions.md).

A condition is a tree. Each leaf has a predicate, which gives a number for the cards in some hands, and a min and a max.
A candidate is a deal that the search tries. A mask has a bit for each card of the shoe.
"""
