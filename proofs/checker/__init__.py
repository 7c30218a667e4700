"""What proofs/check is made of."""
