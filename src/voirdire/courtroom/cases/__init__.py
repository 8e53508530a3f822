"""Trial cases in files: read, held against their rules, varied."""
