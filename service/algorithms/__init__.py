"""/v1/algorithms: the shuffles of the core, with their parameters, steps and uniformity."""
