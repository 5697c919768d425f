"""What all tests share.

A shell that starts a command in the background makes it ignore Ctrl-C, and every program started from there too. The
tests that press Ctrl-C would wait for ever: they get the ordinary handling back.
"""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
