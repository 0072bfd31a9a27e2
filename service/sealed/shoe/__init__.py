"""A sealed shoe: its rounds, its state, the consent of its seats, and cards that are shown with a proof."""
