"""Signed and proved responses, and the rounds of drand that proofs and others name."""
