"""B23.41: which vehicles enter a building."""

from tests.rules.given.driving import FIELD, START, TO_K4, move, tank


class TestB23_41VehiclesInBuildings:
    """B23.41."""

    def test_buttoned_up(self) -> None:
        """Only a closed-topped AFV that is BU enters a building."""
        house = f"{FIELD}wooden building: K4\n"
        played = move(START, TO_K4, board=house, dice=("D8.2 DR 1,1",))
        assert tank(played).location == "tK4"
        move(START, TO_K4, board=house, state={"ce": True}, fails="must be BU")
        open_topped = "german/marder-ii"
        move(START, TO_K4, board=house, counter=open_topped, fails="closed-topped")
