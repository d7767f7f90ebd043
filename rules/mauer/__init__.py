"""What mauer (*Ab durch die Mauer*) is: its rules, boards, states, moves played plainly."""

from zochastic.rules.mauer.board import PARTS, Board, Slider, garment_names
from zochastic.rules.mauer.board_files import board_names, load_board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.table import Table, start_table

__all__ = [
    "PARTS",
    "Board",
    "MauerRules",
    "Slider",
    "Table",
    "board_names",
    "garment_names",
    "load_board",
    "start_table",
]
