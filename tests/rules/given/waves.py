"""Human Waves of some S? and units."""

from typing import Any

from opfor.core.game import Game
from opfor.geo.map import Map
from opfor.rules.s_solitaire.s04_human_wave.s04_34_generation import activate_wave
from opfor.state.events import WaveBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect, Unit, Wave, Weapon
from tests.rules.given.setting import at, flat, played

FLAT = flat()
"""17 hexrows of ten; the FBE is at the top, north at the right."""


def suspect(id_: str, where: str, wave: str = "wave1", enters: str = "") -> Suspect:
    """A S? of a wave."""
    place, entry = at(where, enters)
    return Suspect(id_, place, "Advance", "red", entry, (), human_wave=True, wave=wave)


def seen(
    run: Any,
    *who: Suspect | Unit,
    board: Map = FLAT,
    weapons: tuple[Weapon, ...] = (),
    **mission: Any,
) -> Any:
    """What a function says of two waves made up of these S? and units."""
    found: list[Any] = []

    def view(play: Play) -> None:
        for number in (1, 2):
            play.emit(WaveBegan(Wave(f"wave{number}", "red", at("tH10")[0])))
        for weapon in weapons:
            play.emit(WeaponAdded(weapon))
        found.append(run(play))
        found.append(play.state)

    suspects = tuple(s for s in who if isinstance(s, Suspect))
    units = tuple(u for u in who if isinstance(u, Unit))
    mission = {"fbe": "top", **mission}
    game = played(board, run=view, suspects=suspects, units=units, **mission)
    result, state = found
    return (result, state, game)


def mine(id_: str, name: str, where: str, wave: str = "wave1", **states: Any) -> Unit:
    """A Russian unit, in the wave if not said otherwise."""
    counter = f"russian/{name}"
    return Unit(
        id=id_,
        side="ENEMY",
        counter=counter,
        location=LocationName(where),
        wave=wave,
        **states,
    )


def german(id_: str, where: str, **states: bool | str) -> Unit:
    """A FRIENDLY squad."""
    states_: dict[str, Any] = dict(states)
    return Unit(
        id=id_,
        side="FRIENDLY",
        counter="german/4-6-7",
        location=LocationName(where),
        **states_,
    )


def wave_activated(*dice: str, inside: str = "wave1") -> Game[State]:
    """The game after a S? of a wave was Activated."""
    suspect = Suspect("S1", at("tG5")[0], "Advance", human_wave=True, wave=inside)
    run = lambda play: activate_wave(play, suspect)  # noqa: E731 - as short
    return played(FLAT, *dice, run=run, suspects=(suspect,), fbe="top")
