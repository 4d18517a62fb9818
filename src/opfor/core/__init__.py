"""The engine: rules, requests, events, journal, dice and tables. Knows no ASL."""
