"""Dates and sums of money in a text: what they are worth, and where they stand."""
