"""Speed, limits and fairness of the service, measured: `python -m benchmarks` lists what there is to run."""
