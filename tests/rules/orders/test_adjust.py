"""Setting things as they are on the player's table."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.rules.choices.orders import Adjust
from opfor.rules.orders.adjust import adjusted
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.s02_turn import read_legal
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import VehicleState
from tests.rules.given.world import game

SQUAD = {"V": ("german/4-6-7", "tJ6")}


def after(what: str, id_: str, fields: dict[str, Any] | None) -> State:
    """The state after an adjustment, given as an answer would be."""

    def run(play: Play) -> None:
        answer = {"type": "adjust", "what": what, "id": id_, "set": fields}
        order = read_legal(play, "FRIENDLY", answer)
        legal_orders.carry_out(play, "FRIENDLY", order)

    return game(units=SQUAD, suspects={"S1": "tO6"}, run=run).state


class TestAdjust:
    """Adjust."""

    def test_states(self) -> None:
        """Any field of a unit, a Location by its short name too."""
        unit = after("unit", "V", {"broken": True, "location": "K6"}).units["V"]
        assert (unit.broken, unit.location) == (True, "tK6")

    def test_new(self) -> None:
        """An id that is not there yet adds the thing."""
        new = {"side": "ENEMY", "counter": "russian/4-4-7", "location": "M5"}
        assert after("unit", "eX", new).units["eX"].location == "tM5"
        lmg = {"counter": "german/lmg", "owner": "V"}
        assert after("weapon", "lmgA", lmg).weapons_of("V")[0].id == "lmgA"

    def test_parts(self) -> None:
        """What a vehicle is in is set one by one; the rest stays as it was."""

        def run(play: Play) -> None:
            tank = VehicleState(vca=2, tca=3, ce=True)
            unit = replace(play.state.units["V"], vehicle=tank)
            play.emit(UnitChanged(unit, "is there"))
            fields = {"vehicle.ce": False, "vehicle.tca": 5}
            play.emit(adjusted(play, Adjust("unit", "V", fields)))

        state = game(units=SQUAD, run=run).state.units["V"].vehicle
        assert state == VehicleState(vca=2, tca=5, ce=False)

    def test_gone(self) -> None:
        """Nothing to set removes it."""
        assert after("suspect", "S1", None).suspects == {}

    def test_battery(self) -> None:
        """A battery of OBA: a new one, and one that fires no more."""
        fields = {"side": "ENEMY", "calibre": 100, "device": "offboard", "post": "A5"}
        new = after("battery", "oba", {**fields, "black": 5, "red": 2}).batteries["oba"]
        assert (new.post, new.black, new.red, new.over) == ("tA5", 5, 2, False)

    def test_artillery_gone(self) -> None:
        """What is removed is over or gone; the chits and bombs can be changed."""

        def run(play: Play) -> None:
            for what, fields in (
                ("battery", {"side": "FRIENDLY", "calibre": 80, "black": 3}),
                ("battery", {"black": 2}),
                ("battery", None),
                ("plane", {"side": "ENEMY", "kind": "DB"}),
                ("plane", {"bombs": False, "overhead": True}),
                ("plane", None),
            ):
                play.emit(adjusted(play, Adjust(what, "x", fields)))  # type: ignore[arg-type]

        state = game(units=SQUAD, run=run).state
        battery, plane = state.batteries["x"], state.planes["x"]
        assert (battery.black, battery.over) == (2, True)
        assert (plane.kind, plane.bombs, plane.gone) == ("DB", False, True)

    def test_control_and_the_game(self) -> None:
        """Control, the AC#, and what the player resolves himself."""
        assert after("control", "O6", {"side": "ENEMY"}).control == {"tO6": "ENEMY"}
        assert after("game", "ac", {"number": 5}).ac_number == 5
        table = {"on_table": ["fire", "rally"]}
        assert after("game", "table", table).on_table == ("fire", "rally")

    @pytest.mark.parametrize(
        ("what", "id_", "fields", "said"),
        [
            ("unit", "V", {"brocken": True}, "did you mean"),
            ("unit", "V", {"broken": 7}, "true or false"),
            ("unit", "V", {"location": "QQ99"}, "QQ99"),
            ("unit", "X", {"side": "ENEMY", "counter": "russian/9-9-9"}, "9-9-9"),
            ("unit", "X Y", {"side": "ENEMY", "counter": "russian/4-4-7"}, "letters"),
            ("weapon", "w", {"counter": "german/lmg", "owner": "Z"}, "no unit 'Z'"),
            ("marker", "m", None, "no marker"),
            ("battery", "b", None, "no battery"),
            (
                "battery",
                "b",
                {"side": "ENEMY", "calibre": 80, "weapon": "r"},
                "no radio",
            ),
            ("plane", "p", {"side": "ENEMY", "kind": "jet"}, "no plane"),
            ("unit", "V", {"vehicle.hatch": 1}, "vehicle has no 'hatch'"),
            ("control", "O6", {"side": "GERMAN"}, "no side"),
            ("game", "table", {"on_table": ["luck"]}, "no resolution"),
            ("game", "wind", {}, "cannot be adjusted"),
        ],
    )
    def test_refused(self, what: str, id_: str, fields: Any, said: str) -> None:
        """What cannot be is told in one sentence, and nothing has changed."""
        order = Adjust(what, id_, fields)  # type: ignore[arg-type] # any word

        def run(play: Play) -> None:
            before = play.state
            with pytest.raises(OpforError, match=said):
                adjusted(play, order)
            assert play.state is before

        game(units=SQUAD, run=run)
