"""Games played until each rule of Chapter S and each table row has been used.

`python -m tests.exhaustive --games 200 --page` plays all Missions, and scenes made of
them for what they seldom bring, in turn, by nations,
dates and options that follow from the seed, and writes docs/never-used.md. It ends
with status 1 at the first fault, and says how to play that game again.
"""
