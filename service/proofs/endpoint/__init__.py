"""What requests to prove and to verify have of proofs: `prove`, and the documents of /v1/verify."""
