"""Take cards from a sealed shoe: draws, and stages of a game, with views that only their reader opens."""
