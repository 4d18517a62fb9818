"""The units and SW that fire as one."""

from typing import NamedTuple

from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


class FireGroup(NamedTuple):
    """Those who take part in one attack.

    Args:
        firers: units and SW whose FP count.
        helpers: SMC who help to man a SW without FP of their own.
    """

    firers: tuple[Firer, ...]
    helpers: tuple[Unit, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        """Everybody who fires or mans a SW, once."""
        found = {f.unit.id: f.unit for f in self.firers}
        return tuple((found | {u.id: u for u in self.helpers}).values())

    @property
    def froms(self) -> tuple[LocationName, ...]:
        """The Locations it fires from."""
        return tuple(dict.fromkeys(firer.unit.location for firer in self.firers))


def lone(view: GameView, firer: Firer) -> bool:
    """Whether a SMC who is no hero mans a SW (A9.12)."""
    man = smc(view, firer.unit)
    return bool(firer.weapon and man and man.kind != "hero" and not firer.unit.heroic)
