"""S8: the fire of ENEMY units, and the Fire Command."""
