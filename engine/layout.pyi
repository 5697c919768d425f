from typing import NamedTuple

class Field(NamedTuple):
    name: str
    offset: int
    shape: tuple[int, ...]
    scale: float

class Layout:
    def __init__(self) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def fields(self) -> list[Field]: ...
