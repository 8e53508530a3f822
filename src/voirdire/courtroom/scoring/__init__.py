"""Claims into marks, marks into the six metrics, each beside its floor."""
