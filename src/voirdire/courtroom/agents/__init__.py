"""Who plays a seat: random, by rules, by a model, or a person."""

from voirdire.courtroom.agents.prepared import PreparedAgent
from voirdire.courtroom.agents.random_agents import RandomAgent, RandomQuoteAgent
from voirdire.courtroom.agents.registry import open_agent
from voirdire.courtroom.agents.rule_based import RuleBasedAgent
from voirdire.courtroom.agents.types import Agent

__all__ = [
    "Agent",
    "PreparedAgent",
    "RandomAgent",
    "RandomQuoteAgent",
    "RuleBasedAgent",
    "open_agent",
]
