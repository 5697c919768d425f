"""One HTML page about a tournament or recorded games, complete in itself. `boomtown report` calls `write_report`."""

from arena.report.page import write_report

__all__ = ["write_report"]
