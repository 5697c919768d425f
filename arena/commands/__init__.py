"""One file per subcommand of `boomtown`; `arena/cli.py` lists them."""
