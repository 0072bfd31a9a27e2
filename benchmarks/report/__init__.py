"""The report on fairness: docs/fairness-report.md and its pictures."""
