"""The duel: its struct, its options, its weights."""

from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    KINDS = 10             # KR KB KG KY KV ER EB EG EY EV
    COLOURS = 5
    WIDTH = 11             # most territories; also the number of lands
    ROW = 16               # a row of territories padded for vector instructions
    CARDS = 80
    TILES = 6              # 2, terrain, area, 4, 2xterrain, each
    FIRST_DARK = 3

    AVALON = 9
    SWAMP = 10
    NONE = 255             # no land, owner, kind, tile, seat or territory; evidence: never

    CODE_LAY = 0           # + kind * WIDTH + territory
    CODE_ATTACK = 110      # + kind * WIDTH + territory
    CODE_ENCHANT = 220     # + colour * WIDTH + territory
    CODE_COUNTER = 275
    CODE_DEFEND = 276
    CODE_PASS = 277
    CODE_DROP_HAND = 278   # + kind
    CODE_DROP_STACK = 288  # + territory
    CODE_SPARE = 299
    CODE_TAKE = 300        # + tile
    CODE_DRAW = 306        # + kind
    CODE_DRAW_HIDDEN = 316
    CODE_REVEAL = 317      # + territory * WIDTH + land
    CODES = 438

    PHASE_DRAW = 0         # chance draws `to_draw` cards for the seat on turn
    PHASE_PLAY = 1
    PHASE_REPLY = 2        # the other seat may answer an attack or an enchantment
    PHASE_REVEAL = 3       # chance turns up the land at `at`
    PHASE_PAY = 4
    PHASE_DISCARD = 5      # down to the hand limit
    PHASE_OVER = 6

    REASON_NONE = 0
    REASON_CROWNS = 1
    REASON_CAP = 2

    FEATURES = 40          # of the evaluation, the constant among them
    HIDDEN = 16            # units of its hidden layer; `weigh` is made for 16
    GREEDY = 42            # weights of the greedy policy

# A State or a View. A View (viewer != NONE) keeps of the other hand the known cards alone, and
# everything it has not seen as one multiset in `unseen`.
cdef struct Duel:
    uint8_t cards[CARDS]        # kinds of all laid cards, stack by stack from bottom to top; zeros after the last
    uint8_t end[2 * WIDTH + 2]  # end[seat * WIDTH + t]: where that stack ends in `cards`; two spare bytes, 0
    uint8_t height[2][ROW]      # cards at a seat's side of a territory; zeros from WIDTH on (follows from end)
    uint8_t top[2][ROW]         # kind of the top card there, NONE if empty (follows from cards)
    uint8_t hand[2][KINDS]      # count by kind; in a View the other hand's known cards
    uint8_t known[2][KINDS]     # cards of that hand which the other seat knows; <= hand
    uint8_t unseen[KINDS]       # State: the draw pile; View: the pile and the other hand's unknown cards
    uint8_t discards[KINDS]
    uint8_t evidence[2][KINDS]  # cards drawn since that kind was last not used as a reply; NONE = never
    uint8_t land[WIDTH]         # land at a territory, NONE while face down
    uint8_t owner[WIDTH]        # seat, NONE while face down
    uint8_t hand_size[2]
    uint8_t pile                # cards in the draw pile
    uint8_t discarded           # cards in the discard pile
    uint8_t crowns[2]           # of owned territories (follows from land and owner)
    uint8_t tiles_up[TILES]
    uint8_t tiles_down[TILES]
    uint8_t front[2]            # dark tile in front of a seat, NONE if none
    uint8_t front_old[2]        # 1: taken before the tiles last turned up
    uint8_t on_turn
    uint8_t phase
    uint8_t conquests           # in this turn, 0..2
    uint8_t avalon_used         # in this turn, 0 or 1
    uint8_t attack              # kind of the card that attacks or enchants, NONE outside reply and reveal
    uint8_t enchanting          # 1: that card enchants
    uint8_t at                  # territory of it, NONE outside reply and reveal
    uint8_t castle              # 1: castle bonus for the attack under way
    uint8_t to_pay              # cards still to pay
    uint8_t pay_from            # first source still open in the canonical order, 0 outside pay and discard
    uint8_t first_payment       # 1: nothing paid yet of this conquest
    uint8_t to_draw             # cards still to draw
    uint8_t ending              # 1: the draw belongs to the end of the turn
    uint8_t winner              # seat, 2 = draw, NONE while running
    uint8_t reason
    uint8_t viewer              # NONE: a State
    uint16_t turn               # 1.., both seats together
    uint16_t lands_left         # bit l: land l is still face down (follows from land)
    uint16_t lands_of[2]        # bit l: the seat owns land l (follows from land and owner)

# Options and data of one game, compiled once. `lands` is the set in play.
cdef struct DuelRules:
    uint8_t territories         # 2..WIDTH
    uint8_t colours             # 1..COLOURS
    uint8_t copies
    uint8_t hand_limit
    uint8_t crowns_to_win
    uint8_t circle              # land with the stone circle, NONE if not in play
    uint8_t fixed_order         # 1: `order` says which land lies where
    uint8_t spare_byte          # 0
    uint16_t turn_cap
    uint16_t castles            # bit l: castle on land l
    uint16_t lands              # bit l: land l is in play
    uint8_t crowns[WIDTH]       # by land
    uint8_t order[WIDTH]        # by territory, NONE unless fixed_order
    uint8_t tiles[TILES]

# Weights, fitted by the scripts in tools/; their names stand in _duel_policy.pxi and _duel_evaluate.pxi.
cdef struct DuelModel:
    float greedy[GREEDY]
    float worth[WIDTH]          # by land, follows from greedy and the rules
    float sharpness             # inverse temperature of the prior
    float noise                 # of the light policy: how far scores are shaken
    float linear[FEATURES]          # evaluation: straight from features to the logit
    float hidden[FEATURES][HIDDEN]  # and by way of the hidden layer
    float output[HIDDEN]
    int straight                # 1: more than the constant counts straight
    float early                 # share of each earlier change of turn in the result of a rollout
    float decline[2]            # beliefs: chance that a held knight, enchantress is not used as a reply
    float variety               # beliefs: weight of a further card of a kind that the hand holds already

# Weight by kind of the other hand's unknown cards.
cdef struct DuelBelief:
    double weight[KINDS]
    double variety              # times this for each card of the kind that is there already
