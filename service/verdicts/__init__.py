"""What a verifier says of a result: the verdict, what the reader confirms, and how many results a request leaves."""
