"""Sealed shoes: the service commits to their order before the first card; requests draw; a receipt proves the cards.

The terms of a shoe are the settings that its host fixed when opening it. A round is one order of all its cards; a turn
is one draw or one deal of a stage, and the shoe's digest hashes its record, a JSON object. If each round has a Merkle
tree, the record has its root, and single cards are shown with a proof.
"""
