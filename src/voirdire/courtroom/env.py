"""The environment in one process: `reset`, `step`, and at the end the verdict and the scores."""

from collections.abc import Mapping
from operator import index
from typing import Any, get_args

from voirdire.courtroom.actions import parse_action
from voirdire.courtroom.cases.load import choose_case, find_case
from voirdire.courtroom.engine import Trial
from voirdire.courtroom.floors import floors_for
from voirdire.courtroom.observation import Observation
from voirdire.courtroom.record import scores_record
from voirdire.courtroom.rewards import end_rewards
from voirdire.courtroom.scoring.trial import score_trial
from voirdire.courtroom.types import Action, CaseFile, Difficulty, Options
from voirdire.errors import CaseError


class CourtroomEnv:
    """A courtroom for one process.

    `observation["seat"]` names who is on turn; whatever plays that seat gives the next action.
    One thread at a time may use it.

    Args:
        difficulty: "easy", "medium" or "hard"; the seed of `reset` chooses a case of it.
        case_id: The id of a written case, or the path of a case file; always this case.
        file: A case in hand (an imported trial, a varied case), in place of `case_id`.
        options: How the trial is run.

    Raises:
        CaseError: there is no such case or difficulty, or it is not of that difficulty.
    """

    def __init__(
        self,
        difficulty: Difficulty | None = None,
        case_id: str | None = None,
        *,
        file: CaseFile | None = None,
        options: Options | None = None,
    ) -> None:
        if difficulty not in (None, *get_args(Difficulty)):
            levels = ", ".join(get_args(Difficulty))
            raise CaseError(repr(difficulty), f"no such difficulty; there are {levels}")
        self._difficulty = difficulty
        self._file = find_case(case_id) if case_id is not None else file
        if self._file and difficulty not in (None, self._file.case.difficulty):
            raise CaseError(
                self._file.case.id, f"is {self._file.case.difficulty}, not {difficulty}"
            )
        self._options = options or Options()
        self._seed = -1
        self._playing: CaseFile | None = None
        self._trial: Trial | None = None

    @property
    def trial(self) -> Trial:
        """The trial under way."""
        if self._trial is None:
            raise CaseError("trial", "none has begun; reset begins one")
        return self._trial

    def reset(self, seed: int | None = None) -> Observation:
        """Begin a trial; without a seed the one after the last (0 at first).

        Raises:
            CaseError: the seed is no whole number.
        """
        try:
            self._seed = self._seed + 1 if seed is None else index(seed)
        except TypeError:
            raise CaseError("seed", f"{seed!r} is no whole number") from None
        self._playing = self._file or choose_case(self._difficulty, self._seed)
        self._trial = Trial(self._playing.case, seed=self._seed, options=self._options)
        return self._trial.observe()

    def step(
        self, action: Action | Mapping[str, Any] | str
    ) -> tuple[Observation, float, bool, dict[str, Any]]:
        """Take an action: observation of the seat now on turn, reward, done, info.

        `info` has the `seat` that acted and its `result`; at the end also `terminated`,
        `truncated`, `reason`, `verdict`, `scores` by seat and metric (value or None, floor,
        n, detail, spans), and `rewards` by seat; all of it can go into JSON. The reward is
        that of the seat that acted, 0 until the end.

        Raises:
            MalformedActionError: it is no action; nothing changed.
            EpisodeOverError: the trial is over.
        """
        trial = self.trial
        entry = trial.apply(parse_action(action))
        info: dict[str, Any] = {"seat": entry.seat, "result": entry.code}
        ending = trial.ending
        if ending is None:
            return trial.observe(), 0.0, False, info
        assert self._playing
        scores = score_trial(self._playing, trial, floors_for(self._playing, self._options))
        rewards = end_rewards(self._playing, trial, scores)
        info |= {
            "terminated": ending.terminated,
            "truncated": ending.truncated,
            "reason": ending.reason,
            "verdict": ending.decision,
            "scores": scores_record(scores),
            "rewards": rewards,
        }
        return trial.observe(), rewards[entry.seat], True, info
