"""Intervals and comparisons that every benchmark shares."""
