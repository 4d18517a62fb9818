"""The engine. It knows no ASL beyond dice.

Read in this order: rule (numbers, causes), event and ask (what goes out of a rule and
what comes in), dice and modifier, priority and table (how the rules decide), explain
(notes for `why`), policy (who decides what the rules leave open), journal and game
(the loop, waiting, undo), saved, save and jsonl (files, replay).
"""
