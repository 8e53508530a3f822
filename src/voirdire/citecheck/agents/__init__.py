"""Agents that check an excerpt with tools: belief state, ReAct, Reflexion, others."""
