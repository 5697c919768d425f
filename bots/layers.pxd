"""A value model's network in compiled code: two hidden layers over a seat's features, and chances from expected scores.
`bots/network.py` fits it; each game's room has one per number of players and fills the features."""
from libc.math cimport exp
from libc.string cimport memcpy

cdef enum:
    MAX_FEATURES = 128
    N_FIRST = 32               # units of the layers
    N_SECOND = 16
    MAX_STAGES = 8             # of a game, each with its temperature


cdef struct Layers:
    float[MAX_FEATURES][N_FIRST] first
    float[N_FIRST] first_bias
    float[N_FIRST][N_SECOND] second
    float[N_SECOND] second_bias
    float[N_SECOND] last
    float last_bias
    double[MAX_STAGES] temperature               # points that make a chance e times another


cdef inline int load_layers(Layers* model, dict found) except -1:
    """From what `bots.network.checked` has found to be a network of at most MAX_FEATURES and MAX_STAGES."""
    cdef int i, k
    for i in range(len(found["first"])):
        for k in range(N_FIRST):
            model.first[i][k] = found["first"][i][k]
    for i in range(N_FIRST):
        model.first_bias[i] = found["first_bias"][i]
        for k in range(N_SECOND):
            model.second[i][k] = found["second"][i][k]
    for k in range(N_SECOND):
        model.second_bias[k] = found["second_bias"][k]
        model.last[k] = found["last"][k]
    model.last_bias = found["last_bias"]
    for k in range(len(found["temperature"])):
        model.temperature[k] = found["temperature"][k]
    return 0


cdef inline double gain_of(const Layers* model, const float* x, int n_features) noexcept nogil:
    """The network's answer. Many features are 0, so the first layer adds up rows."""
    cdef float[N_FIRST] first
    cdef float[N_SECOND] second
    cdef float found = model.last_bias
    cdef int i, k
    memcpy(first, model.first_bias, sizeof(first))
    memcpy(second, model.second_bias, sizeof(second))
    for i in range(n_features):
        if x[i] != 0:
            for k in range(N_FIRST):
                first[k] += x[i] * model.first[i][k]
    for i in range(N_FIRST):
        if first[i] > 0:
            for k in range(N_SECOND):
                second[k] += first[i] * model.second[i][k]
    for k in range(N_SECOND):
        if second[k] > 0:
            found += second[k] * model.last[k]
    return found


cdef inline void share_out(const double* scores, int n_seats, double temperature, double* chances) noexcept nogil:
    """Winning chances: a softmax of expected final scores."""
    cdef double best = scores[0], total = 0
    cdef int seat
    for seat in range(1, n_seats):
        best = max(best, scores[seat])
    for seat in range(n_seats):
        chances[seat] = exp((scores[seat] - best) / temperature)
        total += chances[seat]
    for seat in range(n_seats):
        chances[seat] /= total
