"""A1: what Personnel counters say of a unit, and how squads Deploy and Recombine."""
