"""Tests over tables of all endpoints: their entries name what each capability serves."""
