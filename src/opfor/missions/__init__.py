"""Missions made and weighed: what an OB is worth, which one a die makes."""
