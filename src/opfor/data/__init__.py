"""Data files: terrain, tables, counters, boards, Missions."""
