"""A thousand million shuffles, counted: docs/trials.md."""
