"""The value model: what a position at the start of a round will come to, without playing it out.

Per number of players a small network reads a seat's features and tells its gain in SP from here to the end; winning
chances are a softmax of the expected SP, whose temperature depends on the stage of the game. `value_training.py` fits
it to self-play, value.json keeps the numbers.
"""
from libc.string cimport memset

from bots.layers cimport Layers, gain_of, share_out
from bots.steamopolis.outlook cimport look_ahead, purchases_left
from bots.steamopolis.policy cimport value_of_board, value_of_picture
from bots.steamopolis.worth cimport *
from engine.steamopolis.effects cimport n_sponsors
from engine.steamopolis.parasites cimport is_infested
from engine.steamopolis.state cimport *

cdef enum:
    AT_BOARD = 33              # features from here on: 0 or 1 for each district, field and tile
    AT_GAUGE = AT_BOARD + N_DISTRICTS
    AT_ROOM = AT_GAUGE + N_FIELDS
    N_FEATURES = AT_ROOM + N_TILES
    N_STAGES = 5
    SOLO_MOST = 49             # rules 6: SP of the highest title


cdef inline int stage_of(const Tables* t, const Position* s) noexcept nogil:
    """0 before the final round, then by purchases to the third statue."""
    cdef int left = purchases_left(t, s), stage = 0
    if not s.is_ending and not s.is_final:
        stage = 1 + (left - 1) // 3 if left > 0 else 1
        if stage >= N_STAGES:
            stage = N_STAGES - 1
    return stage


cdef inline void fill_features(
    const Tables* t, const Position* s, const Weights* w, int seat, float* x
) noexcept nogil:
    """What the gain from here to the end is read off; the order is that of FEATURES in value_training.py."""
    cdef Outlook o
    cdef uint32_t rest = s.stones[seat]
    cdef int slot, tile
    memset(x, 0, N_FEATURES * sizeof(float))
    look_ahead(t, s, w, seat, &o)
    x[0] = 1
    x[1] = purchases_left(t, s)
    x[2] = s.goods[seat][CRYSTAL]
    x[3] = s.goods[seat][GEAR]
    x[4] = n_stones(s, seat)
    while rest:
        x[5] += t.value[lowest(rest)]
        x[AT_GAUGE + lowest(rest)] = 1
        rest &= rest - 1
    x[6] = count(s.arrows[seat]) + count(s.board_arrows[seat])
    x[7] = s.boilers[seat]
    x[8] = s.storage[seat]
    for slot in range(N_SLOTS):
        tile = s.room[seat][slot]
        if tile == NO_TILE:
            continue
        x[12] += 1
        x[AT_ROOM + tile] += 1
        if t.tile_effect[tile][ACTIVE]:
            x[9] += plain_value(t, w, &o, t.tile_effect[tile][ACTIVE])
        if t.triggers[tile] & ON_PASSENGER:
            x[10] += plain_value(t, w, &o, t.tile_effect[tile][PASSIVE])
        elif t.triggers[tile]:
            x[11] += plain_value(t, w, &o, t.tile_effect[tile][PASSIVE])
    x[13] = s.n_banners[seat]
    x[14] = s.n_purple[seat]
    x[15] = s.tiles[seat]
    x[16] = count(s.board[seat])
    x[17] = value_of_board(s, &o)
    x[18] = s.base[seat]
    x[19] = n_sponsors(s, seat) + (s.gala[seat] > 0)
    x[20] = N_PARASITES - s.in_supply[seat]
    x[21] = is_infested(s, seat)
    x[22] = (seat - s.first + t.n_seats) % t.n_seats
    x[23] = s.points[seat]
    x[24] = value_of_picture(&o, s.stones[seat])
    x[25] = s.stack
    x[26] = o.lead
    x[27] = s.round
    x[28] = count(s.statues)
    x[29] = o.best[8]
    x[30] = count(s.markers[seat])
    x[31] = s.reserve[seat]
    x[32] = s.is_ending + s.is_final
    rest = s.board[seat]
    while rest:
        x[AT_BOARD + lowest(rest)] = 1
        rest &= rest - 1


cdef inline void judge(
    const Tables* t, const Position* s, const Weights* w, const Layers* model, double* chances, double* scores
) noexcept nogil:
    """Each seat's winning chance and expected final SP; of a seat alone its share."""
    cdef float[N_FEATURES] x
    cdef int seat
    for seat in range(t.n_seats):
        fill_features(t, s, w, seat, x)
        scores[seat] = s.points[seat] + gain_of(model, x, N_FEATURES)
    if t.is_solo:
        chances[0] = capped(max(scores[0], 0.0), SOLO_MOST) / SOLO_MOST
    else:
        share_out(scores, t.n_seats, model.temperature[stage_of(t, s)], chances)
