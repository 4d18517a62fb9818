"""S4.1, S4.2: S? placed on the map, entering, and Reinforcement Groups."""
