"""Agents against agents over a set of cases, sides swapped, to a table with intervals."""
