"""A20.3: surrender, and No Quarter."""

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a20_prisoners.a20_2_prisoners import capture
from opfor.state.events import LossesChanged
from opfor.state.play import Play
from opfor.state.units import Side


@rule("A20.3", "No Quarter", cites=("A20.21",))
def surrender(play: Play, id_: str, to: str) -> bool:
    """A unit surrenders; its captor may turn it down. Whether it is a prisoner now.

    He who does gives No Quarter: no unit of that side surrenders any more.
    """
    unit, captor = play.state.units[id_], play.state.units[to]
    taken = play.ask(
        Choose(
            purpose=f"{id_} surrenders to {to}",
            side=captor.side,
            why="discretion",
            policy="A20.3 prisoners",
            options=(
                Option("take", f"take {id_} prisoner", (captor.location,)),
                Option("no quarter", "give No Quarter"),
            ),
        )
    )
    if taken == "take":
        capture(play, id_, to)
        return True
    no_quarter(play, unit.side)
    return False


def no_quarter(play: Play, side: Side) -> None:
    """No unit of a side surrenders any more (A20.3)."""
    toll = play.state.toll(side)
    if not toll.no_quarter:
        after = replace(toll, no_quarter=True)
        play.emit(LossesChanged(side, after, fact("no_quarter_for_the", side=side)))
