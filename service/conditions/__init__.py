"""Find deals that fulfil a condition, by trying the deals of successive indices (docs/definitions/conditions.md).

A condition is a tree. Its leaves are predicates, which are numbers of the cards in some hands, with a min and a max. A
candidate is a deal that the search tries. A mask has a bit for each card of the shoe.
"""
