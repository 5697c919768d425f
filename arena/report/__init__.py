"""One HTML page about a tournament, complete in itself. `write_report` is called by `boomtown report`."""

from arena.report.page import write_report

__all__ = ["write_report"]
