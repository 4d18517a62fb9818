"""By which rule each order is given: the cause of what no finer rule brings about."""

from collections.abc import Mapping
from types import MappingProxyType

from opfor.rules.choices import orders as o
from opfor.rules.choices import vehicle_orders as v

RULES: Mapping[type[o.Command], str] = MappingProxyType(
    {
        o.Rally: "A10.6",
        o.KeepDM: "A10.62",
        o.Repair: "A9.72",
        o.Recover: "A4.44",
        o.Transfer: "A4.431",
        o.DropWeapon: "A4.43",
        o.Deploy: "A1.31",
        o.Recombine: "A1.32",
        o.ClaimWall: "B9.32",
        o.Assemble: "A9.8",
        o.Fire: "A7.3",
        o.Opportunity: "A7.25",
        o.Entrench: "B27.11",
        o.MopUp: "A12.153",
        o.ClearFlame: "B24.7",
        o.Kindle: "B25.11",
        o.Massacre: "A20.4",
        o.MoveTo: "A4.2",
        o.EndMove: "A4.2",
        o.Shelter: "B27.4",
        o.SmokeGrenade: "A24.1",
        o.Search: "A12.152",
        o.PlaceCharge: "A23.3",
        o.SetCharge: "A23.7",
        o.HoldFire: "A8.1",
        o.Radio: "C1.2",
        o.Sortie: "E7.4",
        o.Rout: "A10.5",
        o.Break: "A10.41",
        o.Advance: "A4.7",
        o.CloseCombat: "A11.1",
        o.Withdraw: "A11.2",
        v.StartUp: "D2.12",
        v.StopOrder: "D2.13",
        v.DriveOrder: "D2.1",
        v.TurnTo: "D2.11",
        v.Delay: "D2.17",
        v.Expose: "D5.33",
        v.Embark: "D6.4",
        v.Dismount: "D6.5",
        v.Discharge: "D13.2",
        v.GoMotion: "D2.401",
        v.Speed: "D2.5",
        v.HullDown: "D4.22",
        v.Abandon: "D5.41",
        v.Man: "D5.42",
        v.Seize: "A21.22",
        v.Unbog: "D8.3",
        v.HookUp: "C10.1",
        v.Limber: "C10.2",
        v.Push: "C10.3",
        v.TurnGun: "C3.22",
    }
)
"""The rule of each order but the end of a phase, and what the player sets himself."""
