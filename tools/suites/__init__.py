"""Run all suites of tests before a release, and name those that must run again: `python -m tools.suites --help`."""
