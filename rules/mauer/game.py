"""Every number and choice of mauer (*Ab durch die Mauer*), as keys of a variant."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, cast

from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import GameRules, choice, flag, number, of_kind, whole
from zochastic.rules.mauer.board import Board, Slider, check
from zochastic.rules.mauer.board_files import load_board
from zochastic.rules.mauer.keys import OF_BOARD, Memory, OfBoard, Text, spread

#: The board of a variant that names none.
FIRST_BOARD = "synthetic-1"


@dataclass(frozen=True, kw_only=True)
class MauerRules(GameRules):
    """The rules of mauer; the defaults are the printed game [mauer: Keys of a variant].

    Raises
    ------
    InvalidInput: a value is of a wrong type, out of bounds, contradicts another, or the board is
        not legal.
    """

    game: ClassVar[str] = "mauer"
    readings: ClassVar[tuple[str, ...]] = (
        "The first player is drawn at random; the rules ask who last turned round three times.",
        "A turn may have fewer than three moves and need not end with a search.",
        "All tunnels run the same way: along the columns of the frame.",
        "A transferred slider keeps its orientation and may stand at any offset of its limits.",
        "Two players start in opposite corners; absent ghosts are off the board.",
        "A ghost that would itself ride off the board forbids the slide, as one pushed off does.",
        "Turning, ideal: held ghosts keep their place over the frame, then free ghosts whose place "
        "is empty are put down, then the others beside their place, in seat order from the mover.",
    )

    players: int = whole(4, 2, 4, "Players at the table, a ghost each.")
    board: str = of_kind(
        FIRST_BOARD,
        Text("a shipped board such as synthetic-1, random:SEED, or the path of a board file"),
        "The board: rooms, garments, tunnels, sliders.",
        assumed="The printed board is in no text; the shipped boards are synthetic.",
    )
    moves: int = whole(3, 1, 4, "Magical moves of a turn, at most.")
    rooms: int = whole(12, 1, 48, "Rooms that walls divide the board into.")
    parts: int = whole(5, 1, 5, "Parts of the body: head, face, body, legs, hand.")
    parts_needed: int = whole(5, 1, 5, "Parts that win the game.")
    garments_a_part: int = whole(4, 2, 6, "Garments of each part, as many as decks.")
    decks: int = whole(4, 2, 6, "Decks, each with one card of every part.")
    cards_seen: str = choice(
        ("all", "garment"), "What a search shows: all cards of the deck, or the garment alone."
    )
    sliders: int = whole(3, 1, 5, "Sliders in the tunnels.")
    masks: str | tuple[str, ...] = of_kind(
        OF_BOARD, OfBoard("masks"), "Magnets of each slider; 1 is a segment with a magnet.",
        assumed="Which segments of a slider hold magnets.",
    )  # fmt: skip
    tunnels: str | tuple[int, ...] = of_kind(
        OF_BOARD, OfBoard("tunnels"), "Columns of the frame with a tunnel below them.",
        assumed="Where the tunnels lie; sliders start in the outer and the middle ones.",
    )  # fmt: skip
    offsets: str | tuple[int, int] = of_kind(
        OF_BOARD, OfBoard("offsets"), "Least and greatest offset of a slider.",
        assumed="How far the marks let a slider stand from its middle.",
    )  # fmt: skip
    segments_a_slide: int = whole(1, 1, 3, "Segments that one move may slide a slider, at most.")
    turning: str = choice(
        ("ideal", "noisy"),
        "Whether free ghosts turn with the board, or passing magnets may catch them.",
        assumed="Free ghosts turn with the board without being caught on the way.",
    )
    catch: float = number(
        0.5, 0, 1, "Chance that a magnet catches a ghost that passes it, where turning is noisy."
    )
    memory: str = of_kind(
        "perfect",
        Memory(),
        "How players remember the decks they saw: perfectly, not at all, or losing some a turn.",
        assumed="Players remember every deck they saw.",
    )
    search_taken: bool = flag(
        True,
        "Whether one may search for a garment whose card somebody has.",
        assumed="A garment whose card somebody has may still be searched for.",
    )
    pushed_off: str = choice(
        ("corner", "start"), "Where a ghost without room goes: any empty corner, or its own first."
    )
    max_turns: int = whole(1_000, 1, 1_000_000, "Turns after which a game counts as unfinished.")

    def consistent(self) -> None:
        """Refuse rules of which every key is fine but not all together."""
        if self.parts_needed > self.parts:
            allowed = f"at most the {self.parts} parts that there are"
            raise InvalidInput("parts_needed", self.parts_needed, allowed)
        if self.decks != self.garments_a_part:
            allowed = f"as many as garments_a_part, {self.garments_a_part}: a card of each in one"
            raise InvalidInput("decks", self.decks, allowed)
        if self.parts * self.garments_a_part > 44:
            got = self.parts * self.garments_a_part
            raise InvalidInput("parts and garments_a_part", got, "at most 44 garments in all")
        _ = self.layout

    @cached_property
    def layout(self) -> Board:
        """The board, with what this variant says of masks, tunnels and offsets."""
        board = load_board(
            self.board,
            rooms=self.rooms,
            parts=self.parts,
            garments_a_part=self.garments_a_part,
        )
        return self.fitted(board)

    def fitted(self, board: Board) -> Board:
        """A board with what this variant says of masks, tunnels and offsets."""
        tunnels = board.tunnels
        if self.tunnels != OF_BOARD:
            tunnels = cast(tuple[int, ...], self.tunnels)
        masks = tuple(slider.mask for slider in board.sliders)[: self.sliders]
        if self.masks != OF_BOARD:
            masks = cast(tuple[str, ...], self.masks)
        offsets = board.offsets
        if self.offsets != OF_BOARD:
            offsets = cast(tuple[int, int], self.offsets)
        if len(masks) != self.sliders:
            allowed = f"{len(masks)}, as many as there are masks"
            raise InvalidInput("sliders", self.sliders, allowed)
        if self.sliders > len(tunnels):
            allowed = f"at most one in each of {len(tunnels)} tunnels"
            raise InvalidInput("sliders", self.sliders, allowed)
        if tunnels == board.tunnels and self.sliders == len(board.sliders):
            columns = tuple(slider.column for slider in board.sliders)
        else:
            columns = spread(tunnels, self.sliders)
        sliders = tuple(Slider(*pair) for pair in zip(columns, masks, strict=True))
        fitted = replace(board, tunnels=tunnels, sliders=sliders, offsets=offsets)
        return check(
            fitted, rooms=self.rooms, parts=self.parts, garments_a_part=self.garments_a_part
        )
