"""The Riven Veil: rules and views; `OPS` is its table of operations.

A stack of pending choices drives the game: after each event `run` goes on until somebody has to act. The parts, in
order: bookkeeping, questions of the data, the stack, icons, the stages of a season, chance, views, invariants, doors.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, memset

from avalon_ai._features cimport Row, write, write_all, write_one_of, write_set
from avalon_ai._numbers cimport exponential
from avalon_ai._rng cimport below, mixed, seed as seeded, unit
from avalon_ai._state cimport Rules, State, View
from avalon_ai._types cimport (
    ACTOR_CHANCE, ACTOR_OVER, Event, GameOps, MAX_LEGAL, NO_EVENT, NO_SEAT, Rng, SOURCE_CHANCE, SOURCE_MOVE,
    SOURCE_REFEREE, code_of, make, seat_of, source_of,
)

cdef extern from *:
    int __builtin_popcount(unsigned int bits) noexcept nogil
    int __builtin_popcountll(unsigned long long bits) noexcept nogil
    int __builtin_ctz(unsigned int bits) noexcept nogil
    int __builtin_clz(unsigned int bits) noexcept nogil
    int __builtin_ctzll(unsigned long long bits) noexcept nogil

include "_veil_state.pxi"
include "_veil_table.pxi"
include "_veil_stack.pxi"
include "_veil_powers.pxi"
include "_veil_move.pxi"
include "_veil_effects.pxi"
include "_veil_explore.pxi"
include "_veil_factions.pxi"
include "_veil_druids.pxi"
include "_veil_fomorians.pxi"
include "_veil_knights.pxi"
include "_veil_favor.pxi"
include "_veil_commit.pxi"
include "_veil_turn.pxi"
include "_veil_mist.pxi"
include "_veil_war.pxi"
include "_veil_battle.pxi"
include "_veil_chance.pxi"
include "_veil_run.pxi"
include "_veil_views.pxi"
include "_veil_worlds.pxi"
include "_veil_sight.pxi"
include "_veil_policy_war.pxi"
include "_veil_policy.pxi"
include "_veil_evaluate.pxi"
include "_veil_check_course.pxi"
include "_veil_check.pxi"
include "_veil_features.pxi"

cdef int veil_seats(const void* rules) noexcept nogil:
    return (<const VeilRules*>rules).players

cdef int veil_viewer(const void* state) noexcept nogil:
    cdef int viewer = (<const Veil*>state).viewer
    return -1 if viewer == NONE else viewer

cdef int veil_actor(const void* rules, const void* state) noexcept nogil:
    cdef int actor = (<const Veil*>state).actor
    if actor == CHANCE:
        return ACTOR_CHANCE
    return ACTOR_OVER if actor == OVER else actor

cdef Event veil_forced(const void* rules, const void* state) noexcept nogil:
    return NO_EVENT

cdef GameOps OPS
OPS.name = b"veil"
OPS.state_size = sizeof(Veil)
OPS.rules_size = sizeof(VeilRules)
OPS.model_size = sizeof(VeilModel)
OPS.belief_size = sizeof(VeilBelief)
OPS.features_size = VEIL_ROW
OPS.codes = CODES
OPS.longest = 60000
OPS.seats = veil_seats
OPS.viewer = veil_viewer
OPS.actor = veil_actor
OPS.legal = veil_legal
OPS.outcomes = veil_outcomes
OPS.sample = veil_sample
OPS.forced = veil_forced
OPS.allows = veil_allows
OPS.apply = veil_apply
OPS.mask = veil_mask
OPS.redact = veil_redact
OPS.believe = veil_believe
OPS.determinize = veil_determinize
OPS.policy = veil_policy
OPS.playout = veil_playout
OPS.light = veil_light
OPS.features = veil_features
OPS.returns = veil_returns
OPS.reason = veil_reason
OPS.check = veil_check

REASONS = ("", "points", "grail")

# First code and number of codes of each kind of event.
EVENTS = {
    "PLAY": (CODE_PLAY, 160),
    "PAY": (CODE_PAY, 160),
    "SHOW": (CODE_SHOW, 160),
    "BID": (CODE_BID, 160),
    "PLAN": (CODE_PLAN, 160),
    "DOWN": (CODE_DOWN, 160),
    "BONUS": (CODE_BONUS, 160),
    "DISCARD": (CODE_DISCARD, 160),
    "FIRST": (CODE_FIRST, 160),
    "CLAIM": (CODE_CLAIM, 2),
    "DONE": (CODE_DONE, 1),
    "SKIP": (CODE_SKIP, 1),
    "PASS": (CODE_PASS, 1),
    "END": (CODE_END, 1),
    "BREACH": (CODE_BREACH, 1),
    "GAIN": (CODE_GAIN, 1),
    "CARD": (CODE_CARD, 1),
    "STANDARD": (CODE_STANDARD, 4),
    "USE": (CODE_USE, 128),
    "PLACE": (CODE_PLACE, 4),
    "GRAIL": (CODE_GRAIL, 2),
    "EXCALIBUR": (CODE_EXCALIBUR, 2),
    "BEARER": (CODE_BEARER, 2),
    "FROM": (CODE_FROM, 11),
    "TO": (CODE_TO, 10),
    "PUT": (CODE_PUT, 32),
    "TAKE": (CODE_TAKE, 32),
    "SEND": (CODE_SEND, 288),
    "SETTLE": (CODE_SETTLE, 27),
    "EXPLORE": (CODE_EXPLORE, 1),
    "WAIT": (CODE_WAIT, 1),
    "REWARD": (CODE_REWARD, 13),
    "BOND": (CODE_BOND, 1),
    "BOND_DROP": (CODE_BOND_DROP, 12),
    "DECLINE": (CODE_DECLINE, 1),
    "DECK": (CODE_DECK, 4),
    "HIT": (CODE_HIT, 4),
    "STOP": (CODE_STOP, 1),
    "LOSE": (CODE_LOSE, 180),
    "KNIGHT_TO": (CODE_KNIGHT_TO, 10),
    "PLAN_NONE": (CODE_PLAN_NONE, 1),
    "PICK": (CODE_PICK, 24),
    "EQUIP": (CODE_EQUIP, 144),
    "EQUIP_NONE": (CODE_EQUIP_NONE, 1),
    "TARGET": (CODE_TARGET, 4),
    "TOKEN": (CODE_TOKEN, 27),
    "LEY": (CODE_LEY, 27),
    "TIDE": (CODE_TIDE, 4),
    "QUADRANT": (CODE_QUADRANT, 4),
    "CHAMPION": (CODE_CHAMPION, 3),
    "QUEST": (CODE_QUEST, 160),
    "HIDDEN_PLAY": (CODE_HIDDEN_PLAY, 4),
    "HIDDEN_PAY": (CODE_HIDDEN_PAY, 4),
    "HIDDEN_SHOW": (CODE_HIDDEN_SHOW, 4),
    "HIDDEN_CLAIM": (CODE_HIDDEN_CLAIM, 1),
    "HIDDEN_BID": (CODE_HIDDEN_BID, 4),
    "HIDDEN_PLAN": (CODE_HIDDEN_PLAN, 4),
    "HIDDEN_BONUS": (CODE_HIDDEN_BONUS, 4),
    "HIDDEN_QUEST": (CODE_HIDDEN_QUEST, 4),
    "DRAW": (CODE_DRAW, 160),
    "HIDDEN_DRAW": (CODE_HIDDEN_DRAW, 4),
    "TILE": (CODE_TILE, 162),
    "MIST": (CODE_MIST, 333),
    "PROPHECY": (CODE_PROPHECY, 12),
    "ARTIFACT": (CODE_ARTIFACT, 24),
    "RESHUFFLE": (CODE_RESHUFFLE, 4),
    "PLAYS": (CODE_PLAYS, 160),
    "CLAIMS": (CODE_CLAIMS, 2),
    "SHOWS": (CODE_SHOWS, 160),
    "PAYS": (CODE_PAYS, 12),
    "BIDS": (CODE_BIDS, 160),
    "PLANS": (CODE_PLANS, 160),
    "PLANS_DOWN": (CODE_PLANS_DOWN, 1),
    "ADDS": (CODE_ADDS, 160),
    "COMBAT": (CODE_COMBAT, 160),
    "FAILS": (CODE_FAILS, 1),
    "DISCARDS": (CODE_DISCARDS, 160),
}

include "_veil_doors.pxi"
include "_veil_fields.pxi"
include "_veil_arrange.pxi"
include "_veil_model.pxi"
