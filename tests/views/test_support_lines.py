"""What the terminal says of OBA and aircraft."""

from opfor.state.artillery import Aircraft, Battery
from opfor.views.text.look import unit_lines
from tests.rules.given.artillery import put
from tests.rules.given.fire import scene
from tests.rules.given.world import game

OURS = Battery(id="b", side="FRIENDLY", calibre=100, black=8, red=3, access=True)
THEIRS = Battery(id="eb", side="ENEMY", calibre=80, device="offboard", over=True)
FB = Aircraft(id="fb", side="FRIENDLY", overhead=True)
DB = Aircraft(id="edb", side="ENEMY", kind="DB", gone=True)

TOLD = "FRIENDLY OBA b: 100mm, radio, 8 black and 3 red chits, Battery Access, SR in J3"


def test_support() -> None:
    """One's own in full; of the ENEMY's no chits."""
    marks = game(run=lambda play: put(play, "SR", "J3")).state.markers
    view = scene(
        batteries={"b": OURS, "eb": THEIRS},
        planes={"fb": FB, "edb": DB},
        markers=marks,
    )
    assert unit_lines(view.world, view.state)[:4] == [
        TOLD,
        "ENEMY OBA eb: 80mm, offboard, spent",
        "FRIENDLY FB fb: overhead, with bombs",
        "ENEMY DB edb: gone",
    ]
