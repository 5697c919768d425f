"""`python -m arena` is the command `boomtown`."""

from arena.cli import main

main()
