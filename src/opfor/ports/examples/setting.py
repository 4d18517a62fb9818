"""What stands beside the pieces: waves, platoons, Snipers, Control, weather, effects.

Each key of the givens that says such a thing has one function here, which makes the
events by which the State has it. The same keys say what a step changes.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.event import Event
from opfor.core.fact import fact
from opfor.ports.examples.form import Change, Givens, HumanWave
from opfor.ports.examples.pieces import with_fields
from opfor.ports.examples.places import location
from opfor.ports.examples.read import Origin
from opfor.rules.a_infantry.a26_victory.a26_1_control import building_stake, hex_stake
from opfor.state import events as ev
from opfor.state.in_progress import Effect, Move
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side, Wave
from opfor.state.world import World

GIVEN = fact("is_there")
"""What the events of the set-up say; nobody reads it."""


class Setting(Struct, frozen=True):
    """Where something is given: the game so far, and the place in the file."""

    state: State
    world: World
    origin: Origin

    def at(self, *path: str | int) -> str:
        """The place in the file."""
        return self.origin.at(*path)

    def known(self, things: str, id_: str, *path: str | int) -> Any:
        """A piece by its id.

        Errors:
            OpforError: there is none of that name.
        """
        found = getattr(self.state, things)
        if id_ not in found:
            kind = "S?" if things == "suspects" else things.removesuffix("s")
            do = did_you_mean(id_, found) or "name it as above"
            raise OpforError(f"{id_[:40]!r} is no {kind}", self.at(*path), do)
        return found[id_]


def set_out(state: State, said: Givens | Change, world: World, origin: Origin) -> State:
    """The State with all that is said beside its pieces.

    Errors:
        OpforError: something is said that cannot be.
    """
    for key, tell in TELLS.items():
        if (value := getattr(said, key, None)) not in (None, {}, [], ""):
            for event in tell(Setting(state, world, origin), value):
                state = state.apply(event)
    return state


def _waves(here: Setting, value: Mapping[str, HumanWave]) -> Iterator[Event]:
    for id_, wave in value.items():
        marker = location(here.world, wave.marker, here.at("waves", id_, "marker"))
        yield ev.WaveBegan(Wave(id_, wave.colour, marker))
        for name in wave.units:
            unit = here.known("units", name, "waves", id_, "units")
            yield ev.UnitChanged(replace(unit, wave=id_), GIVEN)
        for name in wave.suspects:
            suspect = here.known("suspects", name, "waves", id_, "suspects")
            joined = replace(suspect, wave=id_, human_wave=True, colour=wave.colour)
            yield ev.SuspectChanged(joined, GIVEN)


def _platoons(here: Setting, value: Mapping[str, list[str]]) -> Iterator[Event]:
    for id_, names in value.items():
        for name in names:
            unit = here.known("units", name, "platoons", id_)
            if unit.vehicle is None:
                where = here.at("platoons", id_)
                raise OpforError(f"{name} is no vehicle", where, "leave it out")
            vehicle = replace(unit.vehicle, platoon=id_)
            yield ev.UnitChanged(replace(unit, vehicle=vehicle), GIVEN)


def _san(here: Setting, value: Mapping[Side, int]) -> Iterator[Event]:
    for side, san in value.items():
        yield ev.LossesChanged(side, replace(here.state.toll(side), san=san), GIVEN)


def _snipers(here: Setting, value: Mapping[Side, str]) -> Iterator[Event]:
    for side, text in value.items():
        at = location(here.world, text, here.at("snipers", side))
        toll = here.state.toll(side)
        if not toll.san:
            do = f"write san.{side} = 4 too"
            where = here.at("snipers", side)
            raise OpforError("a side without SAN has no Sniper", where, do)
        yield ev.LossesChanged(side, replace(toll, sniper=at), GIVEN)


def _alerted(_here: Setting, value: list[Side]) -> Iterator[Event]:
    yield from map(ev.SniperAlerted, value)


def _losses(here: Setting, value: Mapping[Side, Mapping[str, Any]]) -> Iterator[Event]:
    for side, fields in value.items():
        where = here.at("losses", side)
        toll = with_fields(here.state.toll(side), fields, where, here.world)
        yield ev.LossesChanged(side, toll, GIVEN)


def _control(here: Setting, value: Mapping[str, Side]) -> Iterator[Event]:
    view = FrozenView(here.state, here.world)
    for text, side in value.items():
        kind, _, name = text.rpartition(" ")
        at = location(here.world, name, here.at("control", text))
        stakes = {"hex": hex_stake, "building": building_stake}
        if kind in stakes:
            yield ev.AreaTaken(stakes[kind](view, at).name, side)
        elif kind:
            do = 'write "K6", "hex K6" or "building K6"'
            raise OpforError(f"{kind!r} is no area", here.at("control", text), do)
        else:
            yield ev.ControlTaken(at, side)


def _weather(here: Setting, value: Mapping[str, Any]) -> Iterator[Event]:
    weather = with_fields(here.state.weather, value, here.at("weather"), here.world)
    yield ev.WeatherChanged(weather, GIVEN)


def _effects(here: Setting, value: list[dict[str, Any]]) -> Iterator[Event]:
    made = []
    for number, fields in enumerate(value):
        where = here.at("effects", number)
        if "kind" not in fields or "turn" not in fields:
            do = 'write { kind = "no entry", turn = 3 }'
            raise OpforError("an effect has a kind and a turn", where, do)
        made.append(with_fields(Effect(kind="mist", turn=1), fields, where, here.world))
    yield ev.EffectsChanged((*here.state.effects, *made), GIVEN)


def _happened(_here: Setting, value: Mapping[str, int]) -> Iterator[Event]:
    for words, times in value.items():
        for _ in range(times):
            yield ev.RandomEvent(words)


def _heavy(_here: Setting, value: int) -> Iterator[Event]:
    yield ev.HeavyActivated(value)


def _move(here: Setting, value: Mapping[str, Any]) -> Iterator[Event]:
    move = with_fields(Move(units=()), value, here.at("move"), here.world)
    if not move.units:
        raise OpforError("nobody moves", here.at("move"), 'write units = ["V"]')
    for name in move.units:
        here.known("units", name, "move")
    yield ev.MoveChanged(move)


def _ac(_here: Setting, value: int | str) -> Iterator[Event]:
    if isinstance(value, int):
        yield ev.AcNumberSet(value, GIVEN)


TELLS: Mapping[str, Callable[[Setting, Any], Iterator[Event]]] = {
    "ac": _ac,
    "waves": _waves,
    "platoons": _platoons,
    "san": _san,
    "snipers": _snipers,
    "alerted": _alerted,
    "losses": _losses,
    "control": _control,
    "weather": _weather,
    "effects": _effects,
    "happened": _happened,
    "heavy": _heavy,
    "move": _move,
}
"""How each key of the givens gets into the State."""
