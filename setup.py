"""Builds the Cython extensions; everything else is in pyproject.toml.

Environment:
  BOOMTOWN_DEBUG=1     asserts and bounds checks on, no optimisation
  BOOMTOWN_SANITIZE=1  a debug build with the address and undefined-behaviour sanitizers
  BOOMTOWN_PORTABLE=1  no -march=native: for wheels that leave this machine
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup


def is_on(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


sanitize = is_on("BOOMTOWN_SANITIZE")
debug = sanitize or is_on("BOOMTOWN_DEBUG")

compile_args = ["-std=c11", "-Wno-unused-function"]
link_args: list[str] = []
if debug:
    compile_args += ["-O1", "-g", "-UNDEBUG"]
else:
    compile_args += ["-O3", "-DNDEBUG", "-DCYTHON_WITHOUT_ASSERTIONS=1"]
    if not is_on("BOOMTOWN_PORTABLE"):
        compile_args.append("-march=native")
if sanitize:
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
    compile_args += flags
    link_args += flags

sources = sorted(str(path) for folder in ("engine", "bots", "arena") for path in Path(folder).rglob("*.pyx"))
if is_on("BOOMTOWN_TEST_GAMES"):
    sources += sorted(str(path) for path in Path("tests").rglob("*.pyx"))

setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(
        [
            Extension(
                source[: -len(".pyx")].replace(os.sep, "."),
                [source],
                extra_compile_args=compile_args,
                extra_link_args=link_args,
            )
            for source in sources
        ],
        force=True,  # a debug binary must not survive a release build
        nthreads=os.cpu_count() or 1,
        compiler_directives={
            "language_level": 3,
            "boundscheck": debug,
            "wraparound": False,
            "initializedcheck": debug,
            "cdivision": True,
            "binding": True,
        },
    ),
)
