"""A9: Support Weapons, machine guns, their lanes, arcs and breakdowns."""
