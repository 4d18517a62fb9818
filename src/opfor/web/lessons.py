"""The lessons: small games with coach marks, each of one thing that one must know."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct

from opfor.state.mission import Mission, read_missions
from opfor.web.coach import CoachAt
from opfor.web.pages import STATIC


class Lesson(Struct, frozen=True):
    """A game with coach marks.

    Args:
        mission: the id of its Mission, and of its steps in `static/lessons/<id>.json`.
        seed: its dice, which the steps follow.
        title: what it is called.
        about: what one learns.
        minutes: how long it takes, about.
    """

    mission: str
    seed: int
    title: str
    about: str
    minutes: int


LESSONS = (
    Lesson("tutorial", 46, "The Hamlet", "S?, Activation, Command Control", 15),
    Lesson("lesson-fire", 5, "Fire and First Fire", "fire groups, DRM, DFPh", 10),
    Lesson("lesson-rout", 11, "Rout, rally, Close Combat", "what breaks and after", 10),
    Lesson("lesson-vehicles", 11, "Vehicles and Guns", "MP, VCA, To Hit, To Kill", 10),
)


@cache
def lesson_missions() -> Mapping[str, Mission]:
    """The Missions that are only for lessons, by id."""
    folder = Path(str(files("opfor.data") / "lessons"))
    return {mission.id: mission for _, mission in read_missions(folder)}


@cache
def _steps(mission: str) -> int:
    text = (STATIC / f"lessons/{mission}.json").read_text("utf-8")
    return len(json.loads(text))


def shown(
    games: list[dict[str, Any]], coaches: Mapping[str, CoachAt]
) -> list[dict[str, Any]]:
    """The lessons for the start page, each with the game that was begun last.

    Args:
        games: the saves, the one played last first.
        coaches: how far each game's coach has come.
    """
    found = []
    for lesson in LESSONS:
        steps = _steps(lesson.mission)
        begun = [game["id"] for game in games if game["mission"] == lesson.mission]
        at = max((coaches.get(id_, CoachAt()).step for id_ in begun), default=0)
        found.append(
            {
                "mission": lesson.mission,
                "seed": lesson.seed,
                "title": lesson.title,
                "about": lesson.about,
                "minutes": lesson.minutes,
                "steps": steps,
                "step": min(at, steps),
                "game": begun[0] if begun else "",
            }
        )
    return found
