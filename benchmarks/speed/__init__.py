"""The speed of the service beside other servers and libraries: benchmarks/RESULTS.md."""
