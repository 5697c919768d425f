"""Measuring: how fast the engine, the bots and the arena are, and whether they still do what they did.

`boomtown bench` and `benchmarks/` call it. `loops` times single calls in compiled loops, `figures` measures one game's
figures, `signature` folds the program's behaviour into one number, `report` puts figures side by side.
"""
