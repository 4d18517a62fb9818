"""A11: Ambush, Close Combat and Melee, against vehicles too."""
