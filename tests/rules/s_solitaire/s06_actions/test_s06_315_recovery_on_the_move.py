"""S6.315: Recovery, and re-entry, on the move."""

from msgspec.structs import replace

from opfor.state.events import UnitAdded, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import Unit, Weapon
from tests.rules.given.moves import at, enemy, phase


class TestS6_315Recovery:
    """S6.315."""

    @staticmethod
    def through(*who: Unit, held: int = 0, works: bool = True) -> list[str]:
        """Who has the LMG of C3 after these went through it, with so many before."""

        def there(play: Play) -> None:
            lying = Weapon(id="lmg", counter="russian/lmg", location=at("tC3"))
            play.emit(WeaponAdded(replace(lying, malfunctioned=not works)))
            for n in range(held):
                mine = Weapon(id=f"w{n}", counter="russian/lmg", owner=who[0].id)
                play.emit(WeaponAdded(mine))
            for unit in who:
                play.emit(UnitAdded(replace(unit, action="Move")))

        rolls = ("A4.44 dr 1",) if works and not held else ()
        played = phase("S9.23 dr 2", *rolls, changed=there, command=9)
        return [played.state.weapons["lmg"].owner]

    def test_on_the_way(self) -> None:
        """A squad tries to Recover what lies where it comes through."""
        assert self.through(enemy("tC2")) == ["e1"]

    def test_a_leader_by_himself(self) -> None:
        """A leader alone is Infantry too; beside a squad he leaves it to the squad."""
        leader = enemy("tC2", "eL", counter="russian/8-1")
        assert self.through(leader) == ["eL"]
        assert self.through(leader, enemy("tC2")) == ["e1"]

    def test_what_works(self) -> None:
        """D-581: as in the RPh, nobody takes a malfunctioned one."""
        assert self.through(enemy("tC2"), works=False) == [""]

    def test_no_more_than_it_can_use(self) -> None:
        """A leader with a LMG, or a squad with two, leaves it there."""
        leader = enemy("tC2", "eL", counter="russian/8-1")
        assert self.through(leader, held=1) == [""]
        assert self.through(enemy("tC2"), held=2) == [""]

    def lying(self, who: Unit, *weapons: Weapon) -> dict[str, str]:
        """Who has each Weapon of C3 after somebody came to it."""

        def there(play: Play) -> None:
            for weapon in weapons:
                play.emit(WeaponAdded(replace(weapon, location=at("tC3"))))
            play.emit(UnitAdded(replace(who, action="Move")))

        way = () if who.automatic else ("S9.23 dr 2",)
        played = phase(*way, "A4.44 dr 1", changed=there, command=9)
        return {id_: weapon.owner for id_, weapon in played.state.weapons.items()}

    def test_a_crew_and_its_gun(self) -> None:
        """A crew that goes for a Gun Recovers nothing else, not in its Location."""
        crew = enemy("tC2", counter="russian/2-2-8", automatic="S6.310")
        mmg = Weapon(id="mmg", counter="russian/mmg")
        gun = Weapon(id="gun", counter="russian/45l-at-ptp-obr-32")
        for one in (mmg, replace(mmg, malfunctioned=True)):
            assert self.lying(crew, one, gun) == {"mmg": "", "gun": "e1"}
        broken = replace(gun, malfunctioned=True)
        assert self.lying(crew, mmg, broken) == {"mmg": "", "gun": "e1"}
        assert self.lying(crew, mmg) == {"mmg": "e1"}

    def test_the_better_that_works(self) -> None:
        """Others take only what works, HW before other Weapons (S7.p5)."""
        lmg = Weapon(id="lmg", counter="russian/lmg")
        mmg = Weapon(id="mmg", counter="russian/mmg")
        hit = replace(mmg, malfunctioned=True)
        squad = enemy("tC2")
        assert self.lying(squad, hit, lmg) == {"lmg": "e1", "mmg": ""}


class TestS6_315_load:
    """S6.315/load, D-883."""

    def test_others_go_on(self) -> None:
        """Whom a mortar of five PP leaves no MF stays; the others go on."""

        def there(play: Play) -> None:
            mortar = Weapon(id="m", counter="german/50-mtr", location=at("tC3"))
            play.emit(WeaponAdded(mortar))
            for n in (1, 2):
                play.emit(UnitAdded(enemy("tC2", f"e{n}", action="Move")))

        dice = ("S9.23 dr 2", "S6.315 dr 1", "A4.44 dr 1")
        played = phase(*dice, changed=there, command=9)
        places = {u.id: u.location for u in played.state.units.values()}
        assert played.state.weapons["m"].owner == "e1"
        assert places == {"e1": "tC3", "e2": "tC5"}
        assert all(unit.moved for unit in played.state.units.values())

    def test_no_leader_without_his_mmc(self) -> None:
        """No leader goes on by himself, nor without the MMC of S6.3175."""

        def places(*who: Unit) -> set[str]:
            def there(play: Play) -> None:
                mortar = Weapon(id="m", counter="german/50-mtr", location=at("tC6"))
                play.emit(WeaponAdded(mortar))
                for unit in who:
                    play.emit(UnitAdded(replace(unit, action="Move")))

            chosen = ("S6.315 dr 1",) if len(who) > 2 else ()
            dice = ("S9.23 dr 2", *chosen, "A4.44 dr 1")
            played = phase(*dice, changed=there, command=9)
            assert played.state.weapons["m"].owner == "e1"
            return {str(unit.location) for unit in played.state.units.values()}

        squads = enemy("tC2"), enemy("tC2", "e2")
        boss = enemy("tC2", "eL", counter="russian/7-0", automatic="S6.3175")
        assert places(squads[0], boss) == {"tC6"}
        assert places(*squads, boss) == {"tC6"}

    def test_others_recover(self) -> None:
        """So they may Recover more of what lies there, each with MF of his own."""

        def there(play: Play) -> None:
            for id_, kind in (("m", "german/50-mtr"), ("lmg", "russian/lmg")):
                lying = Weapon(id=id_, counter=kind, location=at("tC3"))
                play.emit(WeaponAdded(lying))
            for n in (1, 2):
                play.emit(UnitAdded(enemy("tC2", f"e{n}", action="Move")))

        dice = ("S9.23 dr 2", "S6.315 dr 1", "A4.44 dr 1", "A4.44 dr 1")
        played = phase(*dice, changed=there, command=9)
        owners = {w.id: w.owner for w in played.state.weapons.values()}
        assert owners == {"m": "e1", "lmg": "e2"}
        assert played.state.units["e2"].location == "tC4"
