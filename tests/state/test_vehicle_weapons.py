"""What vehicles are armed with, read from their print."""

import pytest

from opfor.core.errors import OpforError
from opfor.state.counter_lists import shipped
from opfor.state.counters import Armament, SupportWeapon, Vehicle
from opfor.state.units import Mount
from opfor.state.vehicle_weapons import carried, mounted, mounted_id, mounts

VEHICLES = [piece for piece in shipped().values() if isinstance(piece, Vehicle)]


def printed(code: str) -> Vehicle:
    """A shipped vehicle."""
    found = shipped()[code]
    assert isinstance(found, Vehicle)
    return found


class TestMounted:
    """Main Armament and MG."""

    def test_tank(self) -> None:
        """A tank with a gun and two MG has three Weapons."""
        found = mounted(printed("german/pzkpfw-ivf2"))
        main = found["MA"]
        assert isinstance(main, Armament)
        assert (main.calibre, main.barrel, main.rof, main.turret) == (75, "L", 1, "T")
        fp = {mount: mg.fp for mount, mg in found.items() if hasattr(mg, "fp")}
        assert fp == {"BMG": 3, "CMG": 5}

    def test_main_mg(self) -> None:
        """Where a MG is the Main Armament, ROF and B# are its own."""
        found = mounted(printed("german/pzkpfw-ib"))
        assert list(found) == ["MA"]
        main = found["MA"]
        assert isinstance(main, SupportWeapon)
        assert (main.kind, main.fp, main.rof, main.breakdown) == ("MG", 6, 1, 11)
        assert main.range == 12

    @pytest.mark.parametrize(
        ("counter", "mount", "hexes"),
        [
            ("german/spw-251-smg", "MA", 16),
            ("german/spw-251-smg", "AAMG", 8),
            ("japanese/type-95-so-ki", "MA", 8),
            ("japanese/type-91-ac", "MA", 12),
        ],
    )
    def test_normal_range(self, counter: str, mount: Mount, hexes: int) -> None:
        """That on the counter before that of D1.8."""
        found = mounted(printed(counter))[mount]
        assert isinstance(found, SupportWeapon)
        assert found.range == hexes

    def test_ife(self) -> None:
        """The number in brackets is its IFE."""
        main = mounted(printed("german/psw-222"))["MA"]
        assert isinstance(main, Armament)
        assert (main.calibre, main.ife) == (20, 4)

    def test_second_gun(self) -> None:
        """A bow gun is a Weapon of its own."""
        gun = mounted(printed("british/grant-a"))["bow gun"]
        assert isinstance(gun, Armament)
        assert (gun.calibre, gun.turret) == (75, "NT")

    def test_flamethrower(self) -> None:
        """A bow flamethrower is a FT with its FP."""
        main = mounted(printed("italian/l3-lf"))["MA"]
        assert isinstance(main, SupportWeapon)
        assert (main.kind, main.fp) == ("FT", 32)

    def test_rear_and_double_mg(self) -> None:
        """A rear MG is one more, and 2x2 is four FP."""
        found = mounted(printed("russian/t-28-m34"))
        factors = [found[m].fp for m in ("BMG", "RMG")]  # type: ignore[union-attr]
        assert factors == [4, 2]

    @pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda v: v.id)
    def test_all(self, vehicle: Vehicle) -> None:
        """Every shipped vehicle reads, and each id leads back to its Weapon."""
        for mount, code in mounts(vehicle):
            base, _, where = code.partition("@")
            assert base == vehicle.id
            assert carried(vehicle, where) == mounted(vehicle)[mount]

    def test_nothing_there(self) -> None:
        """A mount that is not there is told so."""
        with pytest.raises(OpforError, match="carries no AAMG"):
            carried(printed("german/pzkpfw-ivf2"), "AAMG")
        with pytest.raises(OpforError, match="carries no"):
            carried(shipped()["german/4-6-7"], "MA")

    def test_id(self) -> None:
        """An id holds no blank."""
        assert mounted_id("x/y", "bow gun") == "x/y@bow-gun"
