# Doors for the weights: compiling them, and self-play by the light policies, for tuning and fitting.

cdef void _follow(const VeilRules* r, VeilModel* m) noexcept:
    """What follows from the weights and the data."""
    cdef int card, tile, i, ring
    cdef int tiles[RINGS]
    memset(tiles, 0, sizeof(tiles))
    for card in range(CARDS):
        if card < 3 * DECK_SIZE:
            m.keep[card] = m.greedy[W_KEEP] * <float>usual_worth(r, m.greedy, &r.cards[card].fx)
            m.keep[card] += m.greedy[W_KEEP_INIT] * r.cards[card].init
        else:
            m.keep[card] = m.greedy[W_KEEP_PLAN] + m.greedy[W_KEEP_LIMIT] * r.cards[card].limit
            m.plan[card] = <float>(usual_worth(r, m.greedy, &r.cards[card].fx) + usual_worth(r, m.greedy, &r.cards[card].revealed))
        add(m.of_class[class_of(r, card)], card)
    for tile in range(TILES):
        ring = r.tiles[tile].ring
        tiles[ring] += 1
        for i in range(SEASONS):
            m.mean_vp[ring][i] += r.tiles[tile].vp[i]
    for ring in range(RINGS):
        for i in range(SEASONS):
            m.mean_vp[ring][i] /= max(1, tiles[ring])

def make_model(Rules rules, greedy, evaluation, *, float noise, float sharpness, float margin):
    """Weights as the core reads them: `greedy` by the names of GREEDY_NAMES, `evaluation` a row of them and the
    uncertainty, "spread", for each number of rounds left.

    Raises KeyError for a weight that is missing and ValueError for rows of another length.
    """
    cdef VeilModel m
    cdef int i, stage
    memset(&m, 0, sizeof(m))
    for i, name in enumerate(GREEDY_NAMES):
        m.greedy[i] = greedy[name]
    m.noise, m.sharpness, m.margin = noise, sharpness, margin
    for i, name in enumerate((*FEATURE_NAMES, "spread")):
        row = evaluation[name]
        _within(f"{name}, length", len(row), STAGES, STAGES)
        for stage in range(STAGES):
            if i < FEATURES:
                m.linear[stage][i] = row[stage]
            else:
                m.spread[stage] = row[stage]
    _follow(_veil_rules(rules), &m)
    return (<char*>&m)[:sizeof(m)]

cdef const VeilModel* _veil_model(bytes model) except NULL:
    cdef const char* data = model
    if len(model) != sizeof(VeilModel):
        raise ValueError(f"model: expected {sizeof(VeilModel)} bytes, got {len(model)}")
    return <const VeilModel*>data

cdef int _random_table(const VeilRules* r, Veil* s, Rng* rng) except -1:
    """The table before the first event, with factions by lot."""
    order = list(range(SEATS))
    for i in range(SEATS - 1, 0, -1):
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]
    return _lay_out(r, s, order[: r.players])

cdef uint64_t _play_out(const VeilRules* r, Veil* s, const VeilModel* one, const VeilModel* two, int side, Rng* rng) noexcept nogil:
    """A whole game: `one` plays one seat, `two` all others; how many events it had."""
    cdef uint64_t events = 0
    while s.actor != OVER:
        play_on(r, one if s.actor == side else two, s, rng)
        events += 1
    return events

def self_play(Rules rules, bytes first, bytes second, int deals, seed):
    """Play `deals` deals, the first model from every seat of each in turn, the second from all others.

    Gives the sum of the first model's results over each deal (0 to the number of seats) and the events played.
    """
    cdef const VeilRules* r = _veil_rules(rules)
    cdef const VeilModel* one = _veil_model(first)
    cdef const VeilModel* two = _veil_model(second)
    cdef Veil deal, s
    cdef Rng rng
    cdef double values[SEATS]
    cdef int i, side
    cdef uint64_t events = 0, key = seed
    scores = []
    for i in range(deals):
        score = 0.0
        seeded(&rng, key * 1000003 + i)
        _random_table(r, &deal, &rng)
        for side in range(r.players):
            s = deal
            with nogil:
                events += _play_out(r, &s, one, two, side, &rng)
                veil_returns(r, &s, values)
            score += values[side]
        scores.append(score)
    return scores, events

def self_play_features(Rules rules, bytes model, int games, seed):
    """Features of every seat at the beginning of each round of noisy self-play, seat by seat.

    Gives flat lists: rows of len(FEATURE_NAMES), rounds left less 1, the seat's VP then, and those in the end.
    """
    cdef const VeilRules* r = _veil_rules(rules)
    cdef const VeilModel* m = _veil_model(model)
    cdef Veil s
    cdef Rng rng
    cdef float row[FEATURES]
    cdef int seat, rounds, _game, i
    cdef uint64_t key = seed
    rows, stages, points_now, points_then = [], [], [], []
    seeded(&rng, key)
    for _game in range(games):
        _random_table(r, &s, &rng)
        rounds = 0
        while s.actor != OVER:
            if s.rounds != rounds:
                rounds = s.rounds
                for seat in range(r.players):
                    extract_features(r, m, &s, seat, row)
                    rows.extend([row[i] for i in range(FEATURES)])
                    stages.append(stage_of(r, &s))
                    points_now.append(s.vp[seat])
            play_on(r, m, &s, &rng)
        points_then.extend([s.vp[seat] for seat in range(r.players)] * rounds)
    return rows, stages, points_now, points_then
