"""Plans: draws that are announced before the round of a public beacon that decides them."""
