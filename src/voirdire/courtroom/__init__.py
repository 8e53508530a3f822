"""A case tried before agents or people: prosecution, defence, judge and jury, and a score."""

from voirdire.courtroom.engine import Trial
from voirdire.courtroom.env import CourtroomEnv
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.tried import try_case
from voirdire.courtroom.types import Action, CaseFile, Claim, Options

__all__ = [
    "Action",
    "CaseFile",
    "Claim",
    "CourtroomEnv",
    "Observation",
    "Options",
    "Trial",
    "try_case",
]
