"""S2: the air support of a Mission."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.state.artillery import Aircraft
from opfor.state.events import AircraftChanged
from opfor.state.play import Play


@rule("S2.p3", "The air support of a Mission", cites=("E7.2",))
def set_up_air(play: Play) -> None:
    """Each airplane of the Mission waits for its arrival."""
    for air in play.state.mission.air:
        for _ in range(air.number):
            prefix = "e" if air.side == "ENEMY" else ""
            nth = len(play.state.planes) + 1
            plane = Aircraft(
                id=f"{prefix}{air.kind.lower()}{nth}",
                side=air.side,
                kind=air.kind,
                bombs=air.bombs,
                turn=air.turn,
            )
            play.emit(AircraftChanged(plane, fact("is_expected")))
