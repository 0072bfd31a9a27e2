"""What a verifier says of a result: the verdict, and what the reader confirms, as no file can say it."""
