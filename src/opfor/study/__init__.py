"""Questions asked of many games: as few games for an answer as will do.

`interval.py` says how sure an answer is, `run.py` plays until it is sure enough,
`workers.py` and `cluster.py` where, `results.py` keeps each game in a file.
"""
