"""The report on fairness: measured, written and drawn by `python -m benchmarks.report`."""
