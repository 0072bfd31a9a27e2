"""Closed formulas for single shuffles: riffles, cycles, ties of random keys, and modulo bias."""
