"""The arrays that a batch writes into: the caller's own, if they fit, else new ones. Called by `engine/batch.pyx`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def arrays_for(
    wanted: Mapping[str, tuple[tuple[int, ...], type[np.generic]]], into: Mapping[str, Any]
) -> dict[str, NDArray[Any]]:
    """An array for every name, of the shape and type that are wanted of it; `into` gives some."""
    unknown = sorted(into.keys() - wanted.keys())
    if unknown:
        raise ValueError(f"into: no array {unknown[0]!r} is written; arrays are {', '.join(wanted)}")
    arrays: dict[str, NDArray[Any]] = {}
    for name, (shape, dtype) in wanted.items():
        array = into.get(name)
        if array is None:
            array = np.empty(shape, dtype)
        is_fit = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
        if not (is_fit and array.flags.carray):
            raise ValueError(f"into: {name} must be a writable C array of shape {shape} and type {dtype.__name__}")
        for other, there in arrays.items():
            if np.may_share_memory(there, array):
                raise ValueError(f"into: {name} and {other} share memory; give each an array of its own")
        arrays[name] = array
    return arrays
