"""Strips of tickets for 90-ball bingo, and their endpoint."""
