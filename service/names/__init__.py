"""Texts that people type: which known name one may mean, and which characters make two of them look alike."""
