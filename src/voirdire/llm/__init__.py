"""Models by name, every call in a ledger, and loops with exact limits."""
