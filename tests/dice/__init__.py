"""Tests of rolls of dice."""
