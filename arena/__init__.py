"""Matches, ratings, reports and the command line. Imports `engine` and `bots`; neither imports this."""

import os

# The arena's matrices are small: a second BLAS thread makes a fit ten times slower (2.1 s against 24 s for 60 leagues),
# and threads do not survive the forks of the workers. Only effective if numpy is not loaded yet.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
