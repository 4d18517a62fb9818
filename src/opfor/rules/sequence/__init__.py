"""The Player Turn: its phases, orders by phase, and the part of the ENEMY."""
