"""How the lines of a window are shared out among the parts of the table: what must be in sight has its lines first."""

from __future__ import annotations

from dataclasses import dataclass

from arena.terminal.palette import Canvas

FRAME = 4  # lines that are always there: the title, a rule, the prompt and the keys
MAX_DETAIL = 3  # lines about what stands out
LEAST_OPTIONS = 2  # lines that a big window keeps for the options, so that the table does not jump
MIN_LOG = 3  # lines of the log that notes beside the board leave


@dataclass(frozen=True)
class Rooms:
    """Lines of a window; `n_` are those of texts that are shown whole."""

    canvas: Canvas
    n_board: int
    n_players: int
    n_options: int
    n_sale: int = 0

    @property
    def _spare(self) -> int:
        """What the texts that are always whole leave."""
        return self.canvas.height - FRAME - self.n_board - self.n_players - self.n_options - self.n_sale

    @property
    def detail(self) -> int:
        return min(max(self._spare - 1, 1), MAX_DETAIL)  # a line of the log stays

    @property
    def _open(self) -> int:
        """What is left for the log and what may take lines of it."""
        kept = max(LEAST_OPTIONS - self.n_options, 0) if self.canvas.is_big else 0
        return max(self._spare - MAX_DETAIL - kept, 0)

    @property
    def sale(self) -> int:
        """Lines for what is for sale, beside a line of the log."""
        return max(self._open - 1, 1)

    @property
    def side(self) -> int:
        """Lines beside the board: as many as it has, and more where the log has more than it needs."""
        return self.n_board + max(self._open - MIN_LOG, 0)

    @property
    def log(self) -> int:
        """Lines that the log has at least while nothing beside the board is longer than the board."""
        return self._open
