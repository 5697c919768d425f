"""Fuzzers: one entry point per input, in `targets`; `python -m tests.fuzz` runs them (`make fuzz`)."""
