"""S2: the OBA of a Mission as play begins: batteries, their radios, who has them."""

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader
from opfor.rules.a_infantry.a02_5_entry_and_exit import OWN_EDGE
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import pile
from opfor.state.artillery import Battery
from opfor.state.counters import PHONE, RADIO
from opfor.state.events import BatteryChanged, WeaponAdded
from opfor.state.mission import OBA
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import OFFBOARD, LocationName, Side, Unit, Weapon


@rule("S2.p2", "The OBA of a Mission", cites=("C1.2", "C1.211", "C1.63"))
def set_up_batteries(play: Play) -> None:
    """Each battery with its Draw Pile, and its radio or phone with a leader.

    Errors:
        OpforError: there is no leader for it.
    """
    for nth, oba in enumerate(play.state.mission.oba, 1):
        # C1.211: its Draw Pile
        black, red = pile(
            play,
            oba.side,
            plentiful=oba.plentiful,
            scarce=oba.scarce,
            registered=bool(oba.registered),
        )
        battery = Battery(
            id=f"{'e' if oba.side == 'ENEMY' else ''}oba{nth}",
            side=oba.side,
            calibre=oba.calibre,
            device=oba.device,
            black=black,
            red=red,
            shells=oba.shells,
            registered=tuple(
                map(play.world.name, map(play.world.locate, oba.registered))
            ),
        )
        # C1.2: what directs it
        battery = _give_director(play, oba, battery)
        what = fact("battery_with_chits", calibre=oba.calibre, black=black, red=red)
        play.emit(BatteryChanged(battery, what))


def _give_director(play: Play, oba: OBA, battery: Battery) -> Battery:
    """It with what directs it: a post, or a radio or phone that a leader has."""
    if oba.device == "offboard":
        return replace(battery, post=oba.post or outlook(play, oba.side))
    who = _leader(play, oba)
    counter = RADIO if oba.device == "radio" else PHONE
    id_ = fresh_id(play.state, ("e" if oba.side == "ENEMY" else "") + oba.device)
    play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner=who.id)))
    wired = who.location if oba.device == "phone" else OFFBOARD
    return replace(battery, weapon=id_, wired=wired)


def _leader(play: Play, oba: OBA) -> Unit:
    """The leader who is named, or the one with the least leadership."""
    taken = {
        weapon.owner
        for weapon in play.state.weapons.values()
        if weapon.counter in (RADIO, PHONE)
    }
    able = [
        (smc, unit)
        for unit in play.state.units.values()
        if unit.side == oba.side and (smc := leader(play, unit))
        if smc.name == (oba.observer or smc.name) and unit.id not in taken
    ]
    if not able:
        raise OpforError(
            f"no leader {oba.observer} of the {oba.side} side has the {oba.device}",
            play.state.mission.id,
            "name one of the OB who is there as play begins, or make it offboard",
        )
    return max(able, key=lambda pair: pair[0].modifier)[1]


def outlook(view: GameView, side: Side) -> LocationName:
    """The Location along a side's own edge from which most of the map is seen."""
    world = view.world
    names = [
        world.name(Location(hex_, level))
        for hex_ in world.compass.along(OWN_EDGE[side])
        for level in world.ground.levels(hex_)
        if level >= 0
    ]
    return max(names, key=lambda at: int((world.sights(at) >= 0).sum()))
