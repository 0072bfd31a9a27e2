"""The limits of one worker: the cost of a response, overload, and the largest requests."""
