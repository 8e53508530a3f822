"""Who plays a seat: random, by rules, by a model, or a person."""
