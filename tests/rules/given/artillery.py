"""Games with a battery: an Observer with a radio, a SR or FFE on the map."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.c01_1_radio import do_radio
from opfor.state.artillery import Battery
from opfor.state.counters import PHONE, RADIO
from opfor.state.events import BatteryChanged, MarkerAdded, PhaseBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind, Phase, Side, Weapon
from tests.rules.given.world import game

LEADER = {"L": ("german/8-1", "J6")}
"""The Observer, in brush-free Open Ground."""


def at(name: str) -> LocationName:
    """A Location of the test board by its full name."""
    return LocationName(f"t{name}")


def oba(
    *dice: str,
    run: Callable[[Play], object],
    phase: Phase = "PFPh",
    mover: Side = "FRIENDLY",
    mark: tuple[MarkerKind, str] | None = None,
    units: dict[str, tuple[str, str]] | None = None,
    battery: dict[str, Any] | None = None,
    **more: Any,
) -> Game[State]:
    """A game with a FRIENDLY battery `b` of 8 black and 3 red chits, 100mm.

    Args:
        dice: what falls.
        run: what happens.
        phase: the phase.
        mover: whose Player Turn it is.
        mark: its SR or FFE, and where.
        units: FRIENDLY units beside the Observer L.
        battery: fields of the battery.
        more: as for `game`.
    """
    fields = {"device": "radio", "weapon": "r", "black": 8, "red": 3} | (battery or {})
    counter = PHONE if fields["device"] == "phone" else RADIO

    def once(play: Play) -> None:
        made = Battery(**({"id": "b", "side": "FRIENDLY", "calibre": 100} | fields))
        play.emit(PhaseBegan(1, mover, phase))
        if made.device in ("radio", "phone") and "L" in play.state.units:
            play.emit(WeaponAdded(Weapon(id="r", counter=counter, owner="L")))
        play.emit(BatteryChanged(made, "is there"))
        if mark is not None:
            put(play, *mark)
        run(play)

    return game(*dice, units=LEADER | (units or {}), run=once, **more)


def put(play: Play, kind: MarkerKind, where: str) -> None:
    """Put a SR or FFE of the battery on the map."""
    mark = Marker(id="m", kind=kind, location=at(where), side="FRIENDLY", of="b")
    play.emit(MarkerAdded(mark))


def order(play: Play, step: str, to: str = "", **more: Any) -> None:
    """Carry out an order for the battery."""
    place = at(to) if to else LocationName("")
    do_radio(play, "FRIENDLY", Radio("b", step, place, **more))  # type: ignore[arg-type] # a test's word


def marks(played: Game[State] | Play) -> list[tuple[str, str]]:
    """What batteries have on the map: kind and Location."""
    found = played.state.markers.values()
    return [(m.kind, m.location) for m in found if m.of]


def asked(what: Any, **more: Any) -> Any:
    """What a question about the battery gives."""
    found: list[Any] = []
    oba(run=lambda play: found.append(what(play, play.state.batteries["b"])), **more)
    return found[0]
