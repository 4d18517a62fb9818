"""What is going on: moves, windows for fire, attacks made, weather, tolls.

Beside the things on the map (units.py) these make up a State.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.state.units import OFFBOARD, LocationName, Side


class Move(Struct, frozen=True, kw_only=True):
    """The move in hand: who moves together, how, and what it has cost.

    MF are counted in quarters, so that 1.5 MF stays a whole number.

    Args:
        units: the ids of the units that move as one stack.
        assault: they use Assault Movement.
        double_time: they use Double Time.
        allotment: quarters of a MF that they may spend.
        spent: quarters spent so far.
        here: quarters spent in the Location they are in, to enter it too.
        road: every hexside so far was crossed by road.
        steps: Locations entered so far.
        long_range: the one Long Range Activation DR of this stack was made (S5.32).
        entry_side: the hexside by which the Location was entered, -1 if by none.
        dash: it is a Dash (A4.63).
        minimum: it is a Minimum Move (A4.134).
        hazardous: it is Hazardous Movement (A4.62).
        overrun: it is an OVR, whose CC (A4.15) or attack (D7.1) is yet to come.
        beside: a vehicle's that came among enemy Infantry without an OVR, whose CC
            Reaction Fire is yet to come (D7.21).
        bypass: the hexsides of its hex that it is moving along by Bypass (A4.3).
        charge: a berserk charge or a Human Wave: it may enter ENEMY Locations.
        goals: the nearest buildings or woods, which a rout must make for (A10.51).
        over: those of them that it may pass over, and so pass through.
        seen: the ids of enemies that a routing unit has had in its LOS (A10.51).
        trench: its last step led along connected trenches (B27.54).
        late: Double Time was declared in the course of the move (A4.5).
        driven: a vehicle's, which spends MP.
        stopped: its units may do nothing more in this move.
        mans: the id of the Abandoned vehicle that it gets into (D5.42).
        behind: the parts of the stack that it left, each with what it has spent; they
            may move on after it (A4.2).
        foot: what the Infantry of an Armored Assault does beside its AFV, which is the
            first of the units (D9.31).
        pace: quarters of MF for which that AFV may still go on; -1 for any number.
    """

    units: tuple[str, ...]
    assault: bool = False
    double_time: bool = False
    allotment: int = 0
    spent: int = 0
    here: int = 0
    road: bool = True
    steps: int = 0
    long_range: bool = False
    entry_side: int = -1
    dash: bool = False
    minimum: bool = False
    hazardous: bool = False
    overrun: bool = False
    beside: bool = False
    bypass: tuple[int, ...] = ()
    charge: bool = False
    goals: tuple[LocationName, ...] = ()
    over: tuple[LocationName, ...] = ()
    seen: tuple[str, ...] = ()
    trench: bool = False
    late: bool = False
    driven: bool = False
    stopped: bool = False
    mans: str = ""
    behind: tuple["Move", ...] = ()
    foot: "Move | None" = None
    pace: int = -1

    @property
    def spends(self) -> str:
        """What it spends."""
        return "MP" if self.driven else "MF"

    @property
    def parts(self) -> "tuple[Move, ...]":
        """The part in hand and those left behind; an AFV and its Infantry are two."""
        if self.foot is None:
            return self, *self.behind
        alone = replace(self, units=self.units[:1], assault=False, foot=None, behind=())
        return alone, self.foot, *self.behind


Style = Literal["safest", "shortest", "out of FRIENDLY LOS", "out of Known LOS"]
"""What a route of the ENEMY looks for, or keeps to."""


How = Literal["stay", "road", "route", "RAS", "overrun"]
"""The way in which a vehicle moves by its Move Command."""


class VehiclePlan(Struct, frozen=True, kw_only=True):
    """What a clause of {A4c} has a vehicle do.

    Args:
        how: the way it moves.
        way: the Locations of its route.
        most: quarters of MP that it spends at the most; 0: all.
        motion: it ends in Motion, if nothing stops it.
        ce: its crew is CE in the end, if nothing speaks against it.
        heading: the direction of a RAS.
        target: the Location that it overruns.
        stops: the "stop" clauses that may end it.
    """

    how: How
    way: tuple[LocationName, ...] = ()
    most: int = 0
    motion: bool = False
    ce: bool = False
    heading: str = ""
    target: LocationName = OFFBOARD
    stops: tuple[str, ...] = ()


class VehicleAct(Struct, frozen=True, kw_only=True):
    """One thing that a vehicle does in its move.

    Args:
        kind: what.
        at: where the vehicle is.
        to: the Location entered, overrun or fired at.
        spine: the CA turned to.
        bypass: the hexsides along which it goes, for VBM.
        quarters: of MP that it counts for.
        esb: its MP do not suffice: by ESB.
    """

    kind: Literal[
        "start",
        "enter",
        "overrun",
        "turn",
        "turret",
        "stop",
        "delay",
        "BU",
        "CE",
        "fire",
    ]
    at: LocationName
    to: LocationName = OFFBOARD
    spine: int = 0
    bypass: tuple[int, ...] = ()
    quarters: int = 0
    esb: bool = False


class MovePlan(Struct, frozen=True, kw_only=True):
    """What the ENEMY's move in hand is to do, by its Move Command (S9.2).

    Args:
        movers: the ids of the units or the S? that move together.
        table, row: the Movement Table and its row.
        clause: the place of the clause that decided; what follows it may stop them.
        how: one hex by Assault Movement, a route to a goal, or a random direction.
        goal: the Locations that they make for.
        way: the Locations still to be entered, as the route was found.
        style: what the route looks for, or keeps to.
        heading: the direction of a RAS (S9.23).
        back: the Location just left, which a REH does not enter again (S9.24).
        double: they use Double Time.
        leaves: past the edge that they make for they go off the map (S9.4).
        driving: what a vehicle does; its `way` is where it was and has been.
        acts: what the vehicle does next, as far as it is settled.
        ending: after those acts its move is over.
    """

    movers: tuple[str, ...]
    table: str = ""
    row: int = 0
    clause: int = 0
    how: Literal["one hex", "route", "RAS", "REH"] = "route"
    goal: tuple[LocationName, ...] = ()
    way: tuple[LocationName, ...] = ()
    style: Style = "safest"
    heading: str = ""
    back: LocationName = OFFBOARD
    double: bool = False
    leaves: bool = False
    driving: VehiclePlan | None = None
    acts: tuple[VehicleAct, ...] = ()
    ending: bool = False


class Window(Struct, frozen=True, kw_only=True):
    """A moment in the MPh at which the DEFENDER may fire at what moves (A8.1).

    Args:
        side: whose moment it is.
        mf: quarters of MF spent in this Location so far, which limit the shots.
        shots: how often each unit or Weapon has fired at the movers in this Location.
        asked: the DEFENDER may still fire; False once he holds his fire.
        entered: the MF were spent to enter the Location, not within it (A8.15).
        suspects: S? are to be checked for Activation once it is over (S8.p14).
    """

    side: Side
    mf: int = 0
    shots: dict[str, int] = {}
    asked: bool = True
    entered: bool = True
    suspects: bool = False


class Shot(Struct, frozen=True):
    """An attack that was made in this phase, as later ones must know it.

    Args:
        side: whose it was.
        target: the Location attacked.
        froms: where it came from.
        firers: the units whose inherent FP it used, and the SW.
        leaders: who directed it.
        encircles: it could have brought about a NMC, and so counts for A7.7.
    """

    side: Side
    target: LocationName
    froms: tuple[LocationName, ...] = ()
    firers: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    encircles: bool = False


class CloseCombatAttack(Struct, frozen=True, kw_only=True):
    """A CC attack that is declared, or a withdrawal (A11.12, A11.2).

    Args:
        side: whose it is.
        location: where.
        attackers: the ids of those who attack or withdraw.
        defenders: the ids of those attacked; none for a withdrawal.
        capture: an attempt to capture them (A20.22).
        hand_to_hand: on the Hand-to-Hand Kill Numbers (J2.31).
        to: where to they withdraw.
        atmm: they try to use an ATMM against a vehicle (C13.7).
        escape: prisoners try to escape from their Guard (A20.55).
    """

    side: Side
    location: LocationName
    attackers: tuple[str, ...]
    defenders: tuple[str, ...] = ()
    capture: bool = False
    hand_to_hand: bool = False
    to: LocationName = OFFBOARD
    atmm: bool = False
    escape: bool = False


class Weather(Struct, frozen=True, kw_only=True):
    """Wind and weather now (B25.6, E3); the Mission says how they begin.

    Args:
        wind: wind force.
        direction: the hexside that the wind blows toward.
        gusts: there are Gusts in this Player Turn.
        sky: what falls or hangs over the map.
        ground: what it has done to the ground.
        night: the NVR in hexes; -1 by day.
    """

    wind: Literal["none", "mild", "heavy"] = "none"
    direction: int = 0
    gusts: bool = False
    sky: Literal["clear", "overcast", "rain", "heavy rain", "mist", "snow"] = "clear"
    ground: Literal["moderate", "dry", "wet", "mud", "snow", "deep snow"] = "moderate"
    night: int = -1


Stops = Literal["choices", "all"]
"""Where a side is asked: where it has a choice that matters, or any at all."""

EffectKind = Literal[
    "fresh troops",
    "better leaders",
    "mist",
    "no entry",
    "reinforcement",
    "Human Wave",
]


class Effect(Struct, frozen=True, kw_only=True):
    """What a Random Event does later, or for some time (S12).

    Args:
        kind: what it is.
        turn: the Game Turn to the end of which it lasts, or in which it comes.
        side: the Player Turn of that Game Turn to the end of which it lasts.
        number: how many S? come.
        edge: the edge that they enter by.
        spread: how they are spread along it ({A6e}).
    """

    kind: EffectKind
    turn: int
    number: int = 0
    edge: Literal["", "FBE", "north", "EBE", "south"] = ""
    spread: Literal["", "each", "pairs", "together"] = ""
    side: Side | Literal[""] = ""


Resolution = Literal["fire", "morale", "rally", "close combat", "to hit", "artillery"]
"""What the engine resolves, unless the player does it on his own table."""


class SideLosses(Struct, frozen=True, kw_only=True):
    """What a side has gained and lost.

    Args:
        cvp: Casualty VP that it has gained (A26.22).
        exit_vp: Exit VP that it has gained (A26.23).
        lost: counter ids of its units that were eliminated or captured.
        no_quarter: its units do not surrender any more (A20.3).
        san: its SAN (A14.1).
        sniper: where its Sniper counter is.
        sniper_pinned: its Sniper does nothing more in this Player Turn (A14.4).
        pf: PF that it has fired (C13.3).
        elr: added to its ELR: prisoners of it were massacred (A20.4).
        exited: what of each group of its OB has left the map unbroken; two for a
            unit, one for a HS (D-710).
    """

    cvp: int = 0
    exit_vp: int = 0
    lost: tuple[str, ...] = ()
    no_quarter: bool = False
    san: int = 0
    sniper: LocationName = OFFBOARD
    sniper_pinned: bool = False
    pf: int = 0
    elr: int = 0
    exited: dict[str, int] = {}
