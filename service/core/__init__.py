"""What every capability uses, such as random words, shuffles, value types and crypto; it knows no HTTP and no card."""
