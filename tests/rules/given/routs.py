"""Orders to rout, carried out in a RtPh, and what lies in the way."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.rules.a_infantry.a10_morale import a10_51_rout_paths as rout_paths
from opfor.rules.choices.orders import Rout
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, FortificationKind, LocationName, Unit
from tests.rules.given.phases import phase


def rout(to: str, id_: str = "a", *, crawl: bool = False) -> tuple[Any, Rout]:
    """An order to rout."""
    side = "ENEMY" if id_.startswith("e") else "FRIENDLY"
    return side, Rout(id_, LocationName(to), crawl)


def asked(ask: Callable[[Play], Any], *units: Unit, **more: Any) -> Any:
    """What a query gives in the RtPh."""
    found: list[Any] = []
    phase("RtPh", lambda play: found.append(ask(play)), units=units, **more)
    return found[0]


def with_fort(
    kind: FortificationKind,
    at: LocationName,
    then: Callable[[Play], Any],
    *,
    inside: bool = False,
    **given: Any,
) -> Callable[[Play], Any]:
    """Put a fortification somewhere, unit a inside of it or not, and go on."""

    def run(play: Play) -> Any:
        fort = Fortification(id="f", kind=kind, location=at, **given)
        play.emit(FortificationAdded(fort))
        if inside:
            unit_a = replace(play.state.units["a"], inside="f")
            play.emit(UnitChanged(unit_a, ""))
        return then(play)

    return run


def own_steps(play: Play) -> list[rout_paths.RoutStep]:
    """The steps that unit a may take first."""
    return rout_paths.steps(play, play.state.units["a"])


def nothing(_play: Play) -> None:
    """Nothing more."""
