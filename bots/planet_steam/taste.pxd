"""What a player of Planet Steam goes by: the weights of the policy, and the bent of one tank turn."""


# Fitted by `boomtown train`; the numbers in force are in weights.json, read by weights.py.
cdef struct Weights:
    double zone            # credits a zone is worth beyond its 25, per round left
    double neighbour       # of a zone beside an own one, per round left
    double line            # of a zone on a line with own zones, each, per round left
    double river           # of a river zone, per round left
    double turn            # of being one earlier in turn order
    double venturer        # of the Venturer
    double captain         # of the Captain, per unit the best line would yield, as a share of its price
    double license         # of a licence
    double carrier         # of a carrier's next class, per round left
    double greed           # share of a card's advantage that is bid for it
    double thrift          # credits kept back when buying tanks
    double freelance       # of the freelance carrier, per round
    double patience        # share of surplus goods kept when the price rises


# The bent of one tank turn; a plan of the search is one of these.
cdef struct Taste:
    int kind               # resource for new converters; AUTO picks by value
    int n_tanks            # tanks bought at most
    int n_superchargers
    int n_upgrades
    bint is_passive        # decline


cdef enum:
    AUTO = -1
