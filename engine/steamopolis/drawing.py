"""A position as text in 80 columns. Filled in below."""
def draw(game, snapshot, step):
    return str(snapshot)
