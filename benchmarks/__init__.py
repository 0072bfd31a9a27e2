"""How fast the service is, as ratios to what people use today: `make bench` writes RESULTS.md (README.md says more)."""
