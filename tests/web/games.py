"""Saved games for the tests of replays and reports: played without a person."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from opfor.core.ask import Context
from opfor.core.save import read_save
from opfor.ports.session import SUFFIX, Setup, begin, branch
from opfor.sim.steady import Steady
from opfor.state.mission import OB, load_mission
from opfor.state.state import State
from opfor.state.units import LocationName

MISSION = "first-contact"
MISSIONS = Path("src/opfor/data/missions")


def almost_over(folder: Path, name: str = "almost") -> Path:
    """The save of a tutorial that ends with its next decision."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = played(folder.parent, f"{name}-whole", mission="tutorial")
    entries = read_save(whole).entries
    last = max(at for at, entry in enumerate(entries) if entry.decision)
    path = folder / f"{name}{SUFFIX}"
    branch(whole, last, path)
    return path


def mission_at(folder: Path, *lines: str) -> str:
    """A file of First Contact with another OB on the map; its name.

    Args:
        folder: where it is written.
        lines: counter, number, Location and Weapons of each, as `4-6-7 2 o1R10 LMG`.
    """
    text = (MISSIONS / f"{MISSION}.toml").read_text("utf-8").partition("[[unit]]")[0]
    for line in lines:
        counter, number, at, *weapons = line.split()
        text += f'\n[[unit]]\ncounter = "{counter}"\nnumber = {number}\nat = "{at}"\n'
        text += f"weapons = {weapons}\n"
    path = folder / "mission.toml"
    path.write_text(text, "utf-8")
    return str(path)


def broken_before_a_gun(folder: Path) -> Path:
    """A save in the RtPh: a squad broken in Q10, a known MMG in R4, level 1."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"rout{SUFFIX}"
    units = (
        OB(counter="4-6-7", at=LocationName("o1Q10")),
        OB(
            counter="4-4-7",
            at=LocationName("o1R4/1"),
            weapons=("MMG",),
            side="ENEMY",
        ),
    )
    mission = replace(load_mission(MISSION), placement=(), unit=units)
    session = begin(Setup(mission=mission, seed=7), path)
    asked = session.game.run()
    broken = {"what": "unit", "id": "467A", "set": {"broken": True, "dm": True}}
    order: object = {"type": "adjust"} | broken
    while asked and session.game.state.phase != "RtPh":
        asked = session.game.answer(asked.number, order)
        order = {"type": "end"}
    session.close()
    return path


def played(
    folder: Path,
    name: str = "played",
    *,
    mission: str = MISSION,
    answers: int = 1000,
    until: Callable[[State], bool] = lambda _: False,
) -> Path:
    """The save of a game with so many answers, as far as a state, or to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    session = begin(Setup(mission=load_mission(mission), seed=7), path)
    player = Steady(session.world, 7)
    asked = session.game.run()
    while asked and answers and not until(session.game.state):
        value = player.answer(asked, Context(session.game.state))
        asked = session.game.answer(asked.number, value)
        answers -= 1
    session.close()
    return path
