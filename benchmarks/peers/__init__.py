"""Other engines' random playouts and ours, in one run: `make bench-peers`. `peer_*.py` run in their environment."""
