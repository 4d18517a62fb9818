"""What the ids of counters begin with."""

import pytest

from opfor.state.counter_lists import shipped
from opfor.state.counters import Vehicle
from opfor.state.id_stems import stem

STEMS = {
    "german/4-6-7": "467",
    "german/mmg": "mmg",
    "german/pzkpfw-ivh": "pz4h",
    "german/pzkpfw-38-t-a": "pz38a",
    "german/pzkpfw-maus": "pzmaus",
    "german/stug-iiig-l": "stug3g",
    "german/flakpz-iv-20": "flakpz4",
    "german/spw-251-1": "spw251",
    "german/kfz-1-mg": "kfz1",
    "russian/t-34-m43": "t34",
    "russian/t-34-85": "t3485",
    "british/sherman-v-a-mg-2-4-4": "sherman5",
    "british/valentine-xi": "valentine11",
    "british/ip-carrier-aov": "ipcarrier",
    "american/2-1-2-ton-truck": "truck",
    "russian/57ll-at-ptp-obr-43": "57at",
    "finnish/20l-vkt-12-aa": "20aa",
    "german/50-mtr": "50mtr",
}
"""What players type, by counter."""

LONGEST = 15
"""Signs of the longest stem of a vehicle."""


@pytest.mark.parametrize(("counter", "begin"), STEMS.items())
def test_stem(counter: str, begin: str) -> None:
    """The first word and the first number, in small letters and digits."""
    assert stem(shipped()[counter]) == begin


def test_every_vehicle() -> None:
    """All of them can be typed, and none ends with what numbers the ids."""
    stems = {stem(p) for p in shipped().values() if isinstance(p, Vehicle)}
    assert all(s.isascii() and s.isalnum() and s == s.lower() for s in stems)
    assert max(map(len, stems)) <= LONGEST
