"""The company: a campaign of several Missions, by rules of our own (CG, all `project`).

The rules are pure: functions from a company, what happened in a game and dice to a new
company. `company.py` has the values, `aftermath/` the clauses, `next_mission.py` and
`order_of_battle.py` what is played next and with whom; `file.py` and `game.py` alone
touch files and games.
"""
