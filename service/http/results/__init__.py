"""Write the results of draws as JSON, as lines of text and as arrays."""
