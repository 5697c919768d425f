"""Measurements: `make bench` (pytest-benchmark), `make bench-peers`, `make soak`. Speed is never asserted anywhere."""
