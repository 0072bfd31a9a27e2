"""What the application has of proofs: the parameter `prove`, the documents of /v1/verify, the settings of keys."""
