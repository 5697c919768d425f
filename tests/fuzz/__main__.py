"""`python -m tests.fuzz [TARGET ...] --seconds 60`: with atheris (`pip install -e '.[fuzz]'`) guided by coverage of the
Python parts, without it by mutations alone. A find is written to `tests/fuzz/found/` with its traceback."""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import json
import random
import subprocess
import sys
import time
import traceback

if {"--guided", "--here"} <= set(sys.argv):  # only what is imported here is watched
    import atheris  # type: ignore[import-not-found,unused-ignore]

    with atheris.instrument_imports(include=["arena", "bots", "engine", "tests.fuzz", "json", "tomllib"]):
        from tests.fuzz.targets import HERE, TARGETS, seeds
else:
    from tests.fuzz.targets import HERE, TARGETS, seeds

HANG = 20  # seconds for one input
GUIDED_HANG = 120  # 33 s were seen under the fuzzer's watch for an input that takes 0.06 s without it
WORDS = [b"\0", b"\xff", b"-1", b"0", b"1e999", b"NaN", b"null", b"[]", b"{}", b'"', b"9" * 40, b"\n", b"[" * 2000]


def mutated(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """Some random changes: bytes, blocks, words that parsers stumble over, the end of another input."""
    found = bytearray(data)
    for _ in range(1 << rng.randrange(4)):
        at = rng.randrange(len(found) + 1)
        length = rng.randrange(1, 1 << rng.randrange(1, 10))
        way = rng.randrange(6)
        if way == 0 and at < len(found):
            found[at] = rng.randrange(256)
        elif way == 1:
            del found[at : at + length]
        elif way == 2:
            found[at:at] = rng.choice(WORDS)
        elif way == 3:
            found[at : at + length] = rng.choice(WORDS)
        elif way == 4:
            found[at:at] = found[at : at + length]
        else:
            other = rng.choice(others)
            cut = rng.randrange(len(other) + 1)
            found[at : at + length] = other[cut : cut + length]
    return bytes(found)


def run(name: str, seconds: float, seed: int) -> int:
    """Tries the corpus, then mutations; how many inputs. Raises what a target raised."""
    inputs, rng, n = seeds(name), random.Random(f"{name}/{seed}"), 0
    end = time.monotonic() + seconds
    while n < len(inputs) or time.monotonic() < end:
        data = inputs[n] if n < len(inputs) else mutated(rng.choice(inputs), inputs, rng)
        n += 1
        faulthandler.dump_traceback_later(HANG, exit=True)
        try:
            TARGETS[name](data)
        except BaseException:
            keep(name, data)
            raise
        finally:
            faulthandler.cancel_dump_traceback_later()
    return n


def keep(name: str, data: bytes) -> None:
    path = HERE / "found" / name / hashlib.sha1(data).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"find: {path}", file=sys.stderr)


def run_guided(name: str, seconds: float) -> None:
    """By atheris, which ends the process itself."""
    folder = HERE / "found" / f"corpus-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    for k, data in enumerate(seeds(name)):
        (folder / f"seed{k}").write_bytes(data)
    options = [f"-max_total_time={int(seconds)}", f"-timeout={GUIDED_HANG}", "-rss_limit_mb=4096", "-max_len=65536"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={HERE}/found/{name}-", str(folder)], TARGETS[name])
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], default=[])
    parser.add_argument("--seconds", type=float, default=30, help="for each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--guided", action="store_true", help="by atheris")
    parser.add_argument("--here", action="store_true", help="one target, in this process")
    options = parser.parse_args()
    if options.here:
        if options.guided:
            run_guided(options.targets[0], options.seconds)
        else:
            print(json.dumps({options.targets[0]: run(options.targets[0], options.seconds, options.seed)}), flush=True)
        return
    worst = 0
    for name in options.targets or TARGETS:
        words = [sys.executable, "-m", "tests.fuzz", name, "--here", "--seconds", str(options.seconds)]
        words += ["--seed", str(options.seed), *(["--guided"] if options.guided else [])]
        code = subprocess.run(words, check=False, timeout=10 * options.seconds + 600).returncode
        print(f"{name}: {'fine' if code == 0 else f'exit {code}'}", flush=True)
        worst = max(worst, abs(code))
    sys.exit(min(worst, 1))


if __name__ == "__main__":
    try:
        main()
    except Exception:
        traceback.print_exc()
        sys.exit(1)
