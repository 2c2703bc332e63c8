from collections.abc import Sequence

PHASE_ENDS: tuple[int, ...]
STAGES: int
MAX_COLOURS: int
MAX_PIECES: int
FEATURES: tuple[str, ...]
PROSPECTS: tuple[str, ...]

class Tables:
    def __init__(
        self,
        *,
        places: Sequence[tuple[int, int]],
        kinds: Sequence[int],
        edges: Sequence[Sequence[int]],
        vertices: Sequence[Sequence[int]],
        sizes: Sequence[int],
        pieces: Sequence[int],
        cells: Sequence[Sequence[int]],
        lattice: Sequence[tuple[int, int]],
        points: Sequence[Sequence[int]],
        straights: Sequence[Sequence[int]],
    ) -> None: ...
    def moves(
        self, closed: bytes, wanted: bytes, pieces: int, points: bytes, straights: bytes
    ) -> bytes: ...

class Rules:
    def __init__(
        self,
        tables: Tables,
        *,
        fields: Sequence[int],
        own: Sequence[int],
        apart: Sequence[Sequence[int]],
        sides: Sequence[int],
        rotation: Sequence[int],
        singles_last: bool,
        bonus: int,
        single_bonus: int,
    ) -> None: ...

class Position:
    def __init__(self, rules: Rules) -> None: ...
    def __copy__(self) -> Position: ...
    def lay(self, colour: int, placement: int) -> None: ...
    def retire(self, colour: int) -> None: ...
    def give_turn(self, colour: int) -> None: ...
    def play(self, placement: int) -> None: ...
    def play_out(self, moves: int, seed: int, reply: float = ...) -> None: ...
    def expected(
        self,
        value: Sequence[float],
        horizons: Sequence[int],
        playouts: int,
        seed: int,
        reply: float = ...,
    ) -> list[list[float]]: ...
    def undo(self) -> None: ...
    def legal(self, colour: int) -> bytes: ...
    def count(self, colour: int) -> int: ...
    def perft(self, depth: int) -> int: ...
    def points(self) -> list[int]: ...
    def side_points(self) -> list[int]: ...
    def side_shares(self) -> list[float]: ...
    def features(self) -> list[tuple[int, int, list[int]]]: ...
    def outlook(self) -> list[tuple[int, int, list[int]]]: ...
    @property
    def turn(self) -> int: ...
    @property
    def side(self) -> int: ...
    @property
    def is_consistent(self) -> bool: ...

class CoverSearch:
    def __init__(
        self,
        *,
        edges: Sequence[Sequence[int]],
        vertices: Sequence[Sequence[int]],
        pieces: Sequence[tuple[int, int, bool]],
        options: Sequence[tuple[int, Sequence[int]]],
        kinds: Sequence[int],
        laid: Sequence[int],
        images: Sequence[Sequence[int]],
        fill: bool,
        all: bool,
        own_edges: bool,
        touch: str,
        equal: str,
        seed: int,
    ) -> None: ...
    def run(self, seconds: float, solutions: int, nodes: int) -> bool: ...
    @property
    def finished(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def found(self) -> int: ...
    @property
    def solutions(self) -> list[list[int]]: ...
    @property
    def best(self) -> list[int]: ...

class EjectionSearch:
    def __init__(
        self,
        *,
        edges: Sequence[Sequence[int]],
        vertices: Sequence[Sequence[int]],
        classes: Sequence[int],
        starts: Sequence[int],
        shapes: Sequence[Sequence[Sequence[int]]],
        pieces: Sequence[tuple[int, int, bool]],
        laid: Sequence[tuple[int, int]],
        seed: int,
    ) -> None: ...
    def run(self, seconds: float) -> bool: ...
    @property
    def steps(self) -> int: ...
    @property
    def missing(self) -> int: ...
    @property
    def best(self) -> list[int]: ...

class Settings:
    seed: int
    memory: int
    exploration: float
    broaden: float
    first_play: float
    trust: float
    expand_at: int
    def __init__(self) -> None: ...

class Search:
    def __init__(
        self,
        position: Position,
        weights: Sequence[float],
        value: Sequence[float],
        settings: Settings,
    ) -> None: ...
    def run(self, simulations: int, seconds: float, threads: int) -> None: ...
    def stop(self) -> None: ...
    def verdicts(self) -> list[tuple[int, int, float, float, list[float], list[float]]]: ...
    def line(self) -> list[int]: ...
    @property
    def simulations(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def is_stopped(self) -> bool: ...

Solution = tuple[int, list[int], list[int], float, bool]
"""Move, points of each side, line, share of the win, and whether more than the share is certain."""

class Solver:
    def __init__(self, position: Position) -> None: ...
    def solve(self, nodes: int, seconds: float) -> list[Solution]: ...
    def best(self, nodes: int, seconds: float) -> Solution | None: ...
    def stop(self) -> None: ...
