"""How far a shuffle is from uniform: exactly where that can be worked out, by experiment everywhere."""
