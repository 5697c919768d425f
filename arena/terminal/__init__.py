"""Playing in a terminal: `boomtown play` and `boomtown replay --tui`. A shell that knows no game.

From the bottom up: `lang` (what players read, in their language), `journal` (nothing is lost), `game_session` (the
running game), `steps` and `chooser` (a decision in steps and keys), `table` (a game as people see it: what a face makes
for a session), `thinker` and `worker` (bots in their own process), `coach` (hints); on top of these the Textual
application (`app` and the screens) and `plain` (numbered choices on any stream).
"""
