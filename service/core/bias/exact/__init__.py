"""The exact distribution of a shuffle of a few items, enumerated or composed of independent steps."""
