"""Our games in other libraries' words: PettingZoo, Gymnasium, OpenSpiel. Each module needs its library installed."""
