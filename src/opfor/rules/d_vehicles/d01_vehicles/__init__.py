"""D1: what a vehicle counter says, and who else is hit with it."""
