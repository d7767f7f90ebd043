"""What lies on the table, as a value: ghosts, sliders, how the board is turned."""

from dataclasses import dataclass, replace

from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.geometry import CORNERS, NAMES, PLUG, SIZE, mirrored


@dataclass(frozen=True)
class Table:
    """Ghosts, sliders and board at one moment; all places are places over the frame.

    Attributes
    ----------
    ghosts : the cell of each player's ghost, in turn order.
    sliders : (column from 1, offset) of each; offset +1 is one row down from the middle.
    turned : quarter turns of the board, clockwise, since it lay as its picture shows.
    """

    ghosts: tuple[int, ...]
    sliders: tuple[tuple[int, int], ...]
    turned: int = 0

    def magnets(self, board: Board) -> frozenset[int]:
        """Cells with a magnet below them [mauer: Frame and sliders]."""
        found = set()
        for slider, (column, offset) in zip(board.sliders, self.sliders, strict=True):
            for segment in range(SIZE):
                row = segment + offset
                if slider.mask[segment] == "1" and 0 <= row < SIZE:
                    found.add(row * SIZE + column - 1)
        return frozenset(found - {PLUG})

    def moved(self, ghost: int, cell: int) -> "Table":
        """The same table with one ghost elsewhere."""
        ghosts = (*self.ghosts[:ghost], cell, *self.ghosts[ghost + 1 :])
        return replace(self, ghosts=ghosts)

    def mirrored(self) -> "Table":
        """The mirror image, left and right exchanged; belongs to the board's mirror image."""
        return Table(
            tuple(mirrored(cell) for cell in self.ghosts),
            tuple((8 - column, offset) for column, offset in self.sliders),
            -self.turned % 4,
        )

    @property
    def text(self) -> str:
        """As the options of the command line write it."""
        ghosts = ",".join(NAMES[cell] for cell in self.ghosts)
        sliders = ",".join(f"{column}:{offset}" for column, offset in self.sliders)
        return f"--ghosts {ghosts} --sliders {sliders} --turned {self.turned}"


def start_corners(players: int) -> tuple[int, ...]:
    """Where the ghosts start, clockwise; two in opposite corners [mauer: Turn, noisy, end]."""
    return (CORNERS[0], CORNERS[2]) if players == 2 else CORNERS[:players]


def start_table(board: Board, players: int) -> Table:
    """The table as a game begins [mauer: Pieces]."""
    sliders = tuple((slider.column, 0) for slider in board.sliders)
    return Table(start_corners(players), sliders)
