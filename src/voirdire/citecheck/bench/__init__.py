"""The citation benchmark: build it, read others, run systems, score them."""
