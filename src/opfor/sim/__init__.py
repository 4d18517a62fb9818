"""Games without a person: players that are programs, many games in a row."""
