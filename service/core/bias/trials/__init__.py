"""Trials: statistics of many results of a shuffle, and the tests of uniformity on them."""
