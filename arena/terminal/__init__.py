"""Playing Planet Steam in a terminal: `boomtown play` and `boomtown replay --tui`.

From the bottom up: `lang` (what players read, in their language), `journal` (nothing is lost), `game_session` (the
running game), `chooser` (a decision in steps), `teller` (moves, costs and rules in words), `thinker` and `worker` (bots
in their own process), `coach` (hints); on top of these the Textual application (`app` and the screens) and `plain`
(numbered choices on any stream).
"""
