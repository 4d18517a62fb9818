"""What it costs to enter hexes, on foot and on wheels, and the cheapest routes."""
