"""B25: Flames, Blazes, wind and EC."""
