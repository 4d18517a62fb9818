"""The long test: random play, clicks, kills, bad disks and mutated files for hours.

    python -m tests.soak --for 10m          all parts, taking turns
    python -m tests.soak --part files --seed 812 --for 0    one trial again

A part is a module with trials that follow from a seed (`parts.py`); `worker.py` plays
those of one part in a process of its own, `__main__.py` shares the time out among them
and adds the counts to docs/reliability.json and docs/reliability.md (`page.py`).
"""
