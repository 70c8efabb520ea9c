"""The Riven Veil: its state, its compact tables, its events. The layout of the tables is that of avalon_ai/games/veil_codes.py."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 4
    DECKS = 4
    DECK_SIZE = 40
    CARDS = 160
    CARD_WORDS = 3         # words of 64 bits in a set of cards
    CLASSES = 12           # deck and initiative: what the back and the corner of a payment tell
    INITIATIVES = 3
    REGIONS = 9            # NE SE SW NW N E S W C, in the order of the war
    SEA = 9
    SUPPLY = 10
    RINGS = 3
    ARTIFACTS = 24
    BEASTS = 12
    PROPHECIES = 12
    TILES = 18
    MIST_CARDS = 37        # artifacts, beasts, the Grail
    SLOTS = 5              # settlements of a faction board at most
    HEROES = 5             # lord, second lord, three champions
    LORDS = 2
    CHAMPIONS = 3
    SEASON_PROPHECIES = 3
    SEASONS = 3
    ROUNDS = 3
    HAND_DRAWS = 2         # of each deck in the Mist Phase; of any at the end of a turn
    BONUS_CARDS = 3
    DOWN_LIMIT = 3         # limit of a card played face down
    SPACES = 20            # of a favor track at most
    DEPTH = 24             # frames of the stack
    CLAUSES = 4            # of a filter
    NONE = 255
    OPEN_SPACES = 100      # of the VP track

    MOST_EFFECTS = 2048
    OWN_EFFECTS = 32       # made by the core itself: standard actions and rewards
    MOST_FILTERS = 208
    MOST_COUNTS = 200
    MOST_CLAUSES = 200
    MOST_CONDITIONS = 200
    MOST_POWERS = 128
    TRIGGERS = 26
    QUADRANTS = 4          # N E S W, clockwise
    LINES = 8              # ley lines
    FLAGS = 4              # of the Knights

    PIECES = 20            # tokens in texts: lord arthur guin c1 c2 c3, beasts, green knight, Leviathan
    FIRST_CHAMPION = 3
    FIRST_BEAST = 6
    KNIGHT = 18
    LEVIATHAN = 19
    FIRST_WARRIORS = 20    # token of no warriors; + k: k of them
    TOKENS = 32
    LOSSES = 20            # pieces that stand in regions, and one warrior
    ONE_WARRIOR = 19

    ZONE_HAND = 0
    ZONE_CHOSEN = 1
    ZONE_PAY = 2
    ZONE_BID = 3
    ZONE_PLAN = 4
    ZONE_BONUS = 5
    ZONE_COMBAT = 6
    ZONE_QUEST = 7         # Quest Cards beside their flags
    ZONE_ANY = 8           # in a View: held by another seat, who knows where
    ZONES = 9              # of the counts the last one is always 0

    # Vocabulary, in the order of veil_codes.py.
    DO_DEPLOY = 0
    DO_MOVE1 = 1
    DO_ARMY = 2
    DO_OUT = 3
    DO_IN = 4
    DO_SETTLE = 5
    DO_POWER = 6
    DO_VP = 7
    DO_FAVOR = 8
    DO_DRAW = 9
    DO_DISCARD = 10
    DO_EXPLORE = 11
    DO_TOKEN = 12
    DO_ARTIFACT = 13
    DO_EQUIP = 14
    DO_STRENGTH = 15
    DO_LIMIT = 16
    DO_NEGATE = 17
    DO_LOSE = 18
    DO_PLACE = 19
    DO_DISCARD_PLAN = 20
    DO_RULE = 21
    DO_STAR = 22
    DO_LEYLINE = 23
    DO_TIDE = 24
    DO_QUEST = 25
    DO_OBJECTIVE = 26
    DO_PICKCHAMP = 27

    ANCIENT = 12           # numbers of pieces in effects, behind the beasts: the Ancient One, then the champions
    THIS_CHAMPION = 13

    UNIT_WARRIORS = 1
    UNIT_CHAMPIONS = 2
    UNIT_LORDS = 4
    UNIT_BEASTS = 8

    ON_SETTLEMENT = 1
    ON_LORD = 2
    ON_CHAMPION = 4
    ON_BEAST = 8

    WHO_SELF = 0
    WHO_ENEMY = 1
    WHO_ENEMIES = 2
    WHO_EACH = 3

    GAIN_ALWAYS = 0
    GAIN_THERE = 1
    GAIN_EXPLORED = 2
    GAIN_DEPLOYED = 3
    GAIN_MOVED = 4

    FLAG_FREE = 1
    FLAG_NO_BONUS = 2
    FLAG_NO_VP = 4
    FLAG_EQUIP_ANY = 8
    FLAG_BESIDE = 16       # settle: beside the slots if none is free, in the centre too
    FLAG_FAR = 32          # move: any region that fits counts as next to any other
    FLAG_LEVEL = 64        # strength: not above the highest enemy's
    FLAG_TURN = 128        # tide: the owner says where it turns
    FLAG_NEAR = 256        # place: one step on

    WORD_COAST = 0
    WORD_INNER = 1
    WORD_CENTRE = 2
    WORD_FOREST = 3
    WORD_RIVER = 4
    WORD_MOUNTAIN = 5
    WORD_EXPLORED = 6
    WORD_UNEXPLORED = 7
    WORD_SETTLED = 8
    WORD_ENEMY_UNIT = 9
    WORD_ENEMY_SETTLED = 10
    WORD_ENEMY_HERO = 11
    WORD_OWN_UNIT = 12
    WORD_OWN_LORD = 13
    WORD_OWN_HERO = 14
    WORD_EMPTY = 15
    WORD_HERE = 16
    WORD_THERE = 17
    WORD_QUADRANT = 18
    WORD_NE = 19           # + region, without the centre
    WORD_LEYLINE = 27

    COUNT_STRENGTH = 0
    COUNT_UNITS = 1
    COUNT_WARRIORS = 2
    COUNT_CHAMPIONS = 3
    COUNT_LORDS = 4
    COUNT_BEASTS = 5
    COUNT_HEROES = 6
    COUNT_SETTLEMENTS = 7
    COUNT_ARTIFACTS = 8
    COUNT_HAND = 9
    COUNT_POWER = 10
    COUNT_FAVOR = 11
    COUNT_VP = 12
    COUNT_LEYLINES = 13
    COUNT_BONUS = 14
    COUNT_PROPHECIES = 15
    COUNT_VPLEAD = 16
    COUNT_OBJECTIVE = 17

    MODE_TOTAL = 0
    MODE_IN = 1
    MODE_MAX = 2
    MODE_REGIONS = 3

    CLAUSE_COMPARE = 0
    CLAUSE_EACH = 1
    CLAUSE_QUAD = 2
    CLAUSE_SAME = 3

    REDUCE_ONLY = 1
    REDUCE_IF = 2
    REDUCE_SHOW = 3

    KIND_ABILITY = 0
    KIND_TURN = 1
    KIND_REACTION = 2
    KIND_PASSIVE = 3
    KIND_FREE = 4
    KIND_EACH = 5          # a reaction without a cube, once on each occasion

    AT_NOTHING = 0
    AT_TURN_START = 1
    AT_TURN_END = 2
    AT_INIT1 = 3
    AT_DEPLOY = 6
    AT_SETTLE = 7
    AT_EXPLORE = 8
    AT_BOND = 9
    AT_REVEAL_BEAST = 10
    AT_PROPHECY = 11
    AT_WAR_START = 12
    AT_BATTLE_START = 13
    AT_PLANS_SHOWN = 14
    AT_PLANS = 15
    AT_TIED_FIRST = 16
    AT_WIN = 17
    AT_NOTWIN = 18
    AT_FIRST = 19
    AT_AFTER = 20
    AT_AFTER_ALL = 21
    AT_LIMIT = 22
    AT_MIST5 = 23
    AT_FLIP = 24
    AT_TIDE = 25

    OWNER_ARTIFACT = 0
    OWNER_BEAST = 1
    OWNER_LORD = 2
    OWNER_FACTION = 3
    OWNER_CROWNED = 4      # a Lord board that has been turned over
    OWNER_CHAMPION = 5     # owner: faction * CHAMPIONS + champion

    RULE_FLOOR_HALF = 1
    RULE_NO_SECOND = 2
    RULE_DEAD_WALLS = 3
    RULE_SEA_BEAST = 4
    RULE_COAST_IF_SETTLED = 6
    RULE_OLD_ROADS = 7

    REWARD_DRAW = 1
    REWARD_POWER = 2
    REWARD_FAVOR = 4
    REWARD_WARRIORS = 8
    REWARD_CHAMPION = 16
    REWARD_MOVE = 32
    REWARD_IN = 64

    # Events: first code of each block.
    CODE_PLAY = 0
    CODE_PAY = 160
    CODE_SHOW = 320
    CODE_BID = 480
    CODE_PLAN = 640
    CODE_DOWN = 800
    CODE_BONUS = 960
    CODE_DISCARD = 1120
    CODE_FIRST = 1280
    CODE_CLAIM = 1440
    CODE_DONE = 1442
    CODE_SKIP = 1443
    CODE_PASS = 1444
    CODE_END = 1445
    CODE_BREACH = 1446
    CODE_GAIN = 1447
    CODE_CARD = 1448
    CODE_STANDARD = 1449
    CODE_USE = 1453
    CODE_PLACE = 1581
    CODE_GRAIL = 1585
    CODE_EXCALIBUR = 1587
    CODE_BEARER = 1589
    CODE_FROM = 1591
    CODE_TO = 1602
    CODE_PUT = 1612
    CODE_TAKE = 1644
    CODE_SEND = 1676
    CODE_SETTLE = 1964
    CODE_EXPLORE = 1991
    CODE_WAIT = 1992
    CODE_REWARD = 1993
    CODE_BOND = 2006
    CODE_BOND_DROP = 2007
    CODE_DECLINE = 2019
    CODE_DECK = 2020
    CODE_HIT = 2024
    CODE_STOP = 2028
    CODE_LOSE = 2029
    CODE_KNIGHT_TO = 2209
    CODE_PLAN_NONE = 2219
    CODE_PICK = 2220
    CODE_EQUIP = 2244
    CODE_EQUIP_NONE = 2388
    CODE_TARGET = 2389
    CODE_TOKEN = 2393
    CODE_LEY = 2420
    CODE_TIDE = 2447
    CODE_QUADRANT = 2451
    CODE_CHAMPION = 2455
    CODE_QUEST = 2458
    CODE_HIDDEN_PLAY = 2618
    CODE_HIDDEN_PAY = 2622
    CODE_HIDDEN_SHOW = 2626
    CODE_HIDDEN_CLAIM = 2630
    CODE_HIDDEN_BID = 2631
    CODE_HIDDEN_PLAN = 2635
    CODE_HIDDEN_BONUS = 2639
    CODE_HIDDEN_QUEST = 2643
    CODE_DRAW = 2647
    CODE_HIDDEN_DRAW = 2807
    CODE_TILE = 2811
    CODE_MIST = 2973
    CODE_PROPHECY = 3306
    CODE_ARTIFACT = 3318
    CODE_RESHUFFLE = 3342
    CODE_PLAYS = 3346
    CODE_CLAIMS = 3506
    CODE_SHOWS = 3508
    CODE_PAYS = 3668
    CODE_BIDS = 3680
    CODE_PLANS = 3840
    CODE_PLANS_DOWN = 4000
    CODE_ADDS = 4001
    CODE_COMBAT = 4161
    CODE_FAILS = 4321
    CODE_DISCARDS = 4322
    CODES = 4482

# The tables: rows of whole numbers of 16 bits; see LAYOUT in veil_codes.py for the meaning of the fields.

cdef struct VeilEffect:
    int16_t verb
    int16_t n
    int16_t units
    int16_t piece
    int16_t who
    int16_t start          # `from`: a filter
    int16_t to
    int16_t deck
    int16_t on
    int16_t flags
    int16_t pow
    int16_t cond
    int16_t gain
    int16_t gains
    int16_t gainif
    int16_t gainarg
    int16_t per
    int16_t div
    int16_t most
    int16_t rule

cdef struct VeilFilter:
    uint32_t clause[CLAUSES]       # masks of words, all of which must hold by one of their words; 0: unused

cdef struct VeilCount:
    int16_t what
    int16_t enemy
    int16_t mode
    int16_t atleast
    int16_t filter

cdef struct VeilClause:
    int16_t kind
    int16_t op
    int16_t n
    int16_t count
    int16_t count2
    int16_t n2
    int16_t regions

cdef struct VeilSpan:
    int16_t start
    int16_t count

cdef struct VeilReduction:
    int16_t kind
    int16_t n
    int16_t verb
    int16_t units
    int16_t to
    int16_t arg

cdef struct VeilCard:
    int16_t init
    int16_t cost
    int16_t limit
    VeilSpan fx
    VeilSpan revealed
    VeilSpan win
    VeilSpan notwin
    VeilSpan after
    VeilReduction reduction[2]

cdef struct VeilPower:
    int16_t kind
    int16_t on
    int16_t pow
    int16_t rule
    int16_t at
    int16_t units
    int16_t cond
    VeilSpan fx
    int16_t owner_kind
    int16_t owner

cdef struct VeilArtifact:
    int16_t vp
    int16_t strength
    VeilSpan powers

cdef struct VeilBeast:
    int16_t strength
    int16_t vp
    VeilSpan powers
    int16_t rule

cdef struct VeilLord:
    int16_t start_vp
    int16_t slots
    int16_t lords
    int16_t strength
    VeilSpan powers

cdef struct VeilSlot:
    int16_t vp
    int16_t warriors

cdef struct VeilFaction:
    int16_t slots
    int16_t track
    int16_t objective      # length of its track, 0: none
    VeilSpan powers
    VeilSlot slot[SLOTS]

cdef struct VeilLine:
    int16_t row
    VeilSpan fx

cdef struct VeilProphecy:
    int16_t cond
    int16_t vp[3]

cdef struct VeilTile:
    int16_t ring
    int16_t terrain
    int16_t vp[3]
    int16_t slots
    VeilSpan bonus[2]
    int16_t rewards

cdef struct VeilNumbers:
    int16_t favor_length
    int16_t excess_vp
    int16_t first_favor
    int16_t later_favor
    int16_t knight_strength
    int16_t knight_gap
    int16_t grail_vp
    int16_t grail_strength
    int16_t excalibur_strength
    int16_t tokens
    int16_t champion_slots
    int16_t unit_limit
    int16_t warriors
    int16_t line_faction   # the faction with ley lines, -1
    int16_t line_limit     # markers in a region
    int16_t ancient        # strength of the Ancient One
    int16_t quest_faction  # the faction with quests, -1
    int16_t tide_faction   # the faction with tide and Leviathan, -1
    int16_t tide_start     # quadrant
    int16_t leviathan      # its strength
    int16_t leviathan_up   # and with the Lord board turned over

# Options and data of one game, compiled once.
cdef struct VeilRules:
    int16_t players                # 2..4
    int16_t seasons                # 2 or 3
    int16_t deterministic
    int16_t favor_side             # 0 = A
    int16_t green_knight
    int16_t decline                # 1: gains of VP, power and favor are asked for
    uint16_t open                  # regions without deep mist
    uint16_t ring[RINGS]           # masks of regions
    uint16_t quadrant[QUADRANTS]
    uint16_t adjacent[REGIONS]
    uint8_t ring_of[REGIONS]
    uint8_t war[REGIONS]           # regions in the order of the war
    uint8_t stars_upto[OPEN_SPACES + 1]    # stars on the spaces before this one
    VeilNumbers numbers
    VeilEffect effects[MOST_EFFECTS + OWN_EFFECTS]
    VeilFilter filters[MOST_FILTERS]
    VeilCount counts[MOST_COUNTS]
    VeilClause clauses[MOST_CLAUSES]
    VeilSpan conditions[MOST_CONDITIONS]
    VeilCard cards[CARDS]
    VeilPower powers[MOST_POWERS]
    VeilArtifact artifacts[ARTIFACTS]
    VeilBeast beasts[BEASTS]
    VeilLord lords[4]
    VeilLord crowned[4]            # the same boards turned over
    VeilFaction factions[4]
    uint32_t board_rules[4]        # named rules of the faction boards, a bit each
    VeilLine lines[LINES]
    int16_t line_count
    VeilSpan quests[DECKS]         # what a quest gives, by the deck of its card
    VeilProphecy prophecies[PROPHECIES]
    VeilTile tiles[TILES]
    VeilSpan spaces[SPACES]        # of the favor track in play
    int16_t triggered[TRIGGERS + 1]        # where the powers of a trigger begin in `by_trigger`
    int16_t by_trigger[MOST_POWERS]
    int16_t power_count
    int16_t two_reductions         # 1: some card has two
    int16_t filter_there           # the core's own filter `there`
    int16_t owners[MOST_EFFECTS + OWN_EFFECTS]     # what each effect stands on: a card, CARDS + a power, -1

# One pending choice or part of the script; the top one says who acts and what is legal.
cdef struct Frame:
    uint8_t kind
    uint8_t step
    uint8_t seat
    uint8_t here           # region of the source of an effect, NONE
    uint8_t there          # region where the last icon went, NONE
    uint8_t a
    uint8_t b
    uint8_t c
    uint16_t x
    uint16_t y
    uint32_t bits

# A State or a View. A View (viewer != NONE) keeps of the other seats' cards those that everybody knows, and everything
# it has not seen as one set in `pile`.
cdef struct Veil:
    # Cards: every one is in the pile, discarded or held.
    uint64_t held[SEATS][CARD_WORDS]
    uint64_t pile[CARD_WORDS]      # State: draw piles; View: those and the others' unknown cards
    uint64_t discards[CARD_WORDS]
    uint64_t known[CARD_WORDS]     # held, and everybody knows by whom
    uint64_t open[CARD_WORDS]      # known and lying face up in its zone
    uint8_t place[CARDS]           # zone of a held card, else NONE
    uint8_t count[SEATS][ZONES][DECKS]     # held cards by zone and deck
    uint8_t pile_count[DECKS]
    uint8_t reshuffles[DECKS]
    uint8_t least[SEATS][CLASSES]  # so many held cards of a class at least, as everybody knows
    uint8_t tags[SEATS][CLASSES]   # payments shown by class
    uint8_t claims[SEATS]          # reductions claimed, a bit each; hidden until shown
    uint8_t claim_count[SEATS]
    uint8_t claims_shown[SEATS]    # how many were told
    uint8_t shown[SEATS][2]        # card shown for a reduction, NONE; hidden: SHOWN + its deck
    uint8_t shown_told[SEATS]
    # Pieces.
    uint8_t warriors[SEATS][REGIONS]
    uint8_t supply[SEATS]          # warriors
    uint8_t units[SEATS][REGIONS]  # all units (follows from the others)
    uint8_t hero_at[SEATS][HEROES]  # region, SUPPLY, NONE: no such hero
    uint8_t hero_strength[SEATS][HEROES]   # (follows from artifacts, tokens, Grail and Excalibur)
    uint8_t hero_tokens[SEATS][HEROES]
    uint8_t beast_place[BEASTS]    # IN_POOL, IN_QUEUE, NEUTRAL, OWNED + seat
    uint8_t beast_at[BEASTS]       # region, SEA, SUPPLY, NONE
    uint8_t beast_tokens[BEASTS]
    uint8_t beast_queue[BEASTS]    # bottom of the deck, next one first; NONE after the last
    uint8_t knight_owner           # NONE
    uint8_t knight_at
    uint8_t settled[SEATS][SLOTS]  # region, NONE
    uint8_t settled_slot[SEATS][SLOTS]     # slot of the tile 1, 2, 0 beside; NONE
    uint8_t settled_tokens[SEATS][SLOTS]
    uint8_t tokens_left
    # Island.
    uint8_t tile[REGIONS]          # face up, NONE
    uint8_t mist[REGIONS]          # NO_CARD, FACE_DOWN, GRAIL, RELIC
    uint16_t explored              # regions
    uint8_t as_explored            # region whose tile was just turned up, NONE
    uint8_t mist_artifacts         # face down on the island
    uint8_t mist_beasts
    uint8_t mist_grail
    uint8_t artifact_place[ARTIFACTS]      # IN_POOL, IN_QUEUE, SHOWN_AT + region, PICKED, BORNE + 6 * seat + hero (5: beside)
    uint8_t artifact_queue[ARTIFACTS]
    uint8_t grail_at               # IN_SUPPLY, FACE_DOWN.. follows from mist; here: seat that bears it, NONE
    uint8_t grail_bearer           # 0 or 1: which Lord
    uint8_t grail_used
    uint8_t excalibur_at
    uint8_t excalibur_bearer
    uint8_t excalibur_used
    uint8_t excalibur_taken        # this season: 0, END_REACHED by several at once, CLAIMED
    # Tracks.
    int16_t vp[SEATS]
    uint8_t power[SEATS]
    uint8_t favor[SEATS]
    uint8_t faction[SEATS]
    uint8_t prophecy[SEASON_PROPHECIES]    # NONE
    uint8_t fulfilled[SEASON_PROPHECIES]   # seats
    uint8_t done_prophecies[SEATS]         # this season
    uint16_t prophecies_used       # ever drawn
    uint8_t stale                  # 1: prophecies may have changed since the last look
    # Factions.
    uint8_t objective[SEATS]
    uint8_t upgraded               # seats whose Lord board has been turned over
    uint8_t champion[SEATS]        # hero whose virtue works, NONE
    uint8_t line_at[LINES]         # region of a ley line's marker, NONE
    uint8_t ancient_owner          # seat, NONE
    uint8_t ancient_at             # region, NONE
    uint8_t quest_at[FLAGS]        # region of a flag, NONE
    uint8_t quest_card[FLAGS]      # card beside it, NONE; hidden: SHOWN + its deck
    uint8_t tide_at                # quadrant, NONE: no tide
    uint8_t tide_way               # quadrants to go on: 1 clockwise, 3 against it
    uint8_t leviathan              # quadrant, SUPPLY, NONE: no such piece
    # Powers.
    uint64_t used[SEATS][2]        # cubes, a bit a power
    # Course.
    uint8_t season                 # 1..
    uint8_t round                  # 1..3, 0 outside
    uint8_t war                    # 1: War Phase
    uint8_t order[SEATS]           # seats in turn order, NONE
    uint8_t turn                   # place in the order
    uint8_t active                 # seat whose turn it is, NONE
    uint8_t explored_turn          # 1: explored in this turn
    uint16_t rounds                # begun so far, in all seasons
    # Choosing units: where each goes or comes from, while an icon is chosen.
    uint8_t sent[PIECES]           # NONE
    uint8_t sent_warriors[REGIONS]
    # Battle.
    uint8_t region                 # of the battle or the scoring, NONE
    uint8_t fighting               # seats
    uint8_t plan[SEATS]            # NO_PLAN, HIDDEN_PLAN, PLAN_UP, PLAN_DOWN
    uint8_t plan_down[SEATS]       # 1: the hidden plan will lie face down (own one in a View)
    uint8_t plan_card[SEATS]       # card that lies open, NONE
    uint8_t failed                 # seats whose plan failed
    uint8_t dropped                # seats whose when-revealed effects are undone
    uint8_t negated[SEATS]         # seats that negate this seat's plan at `plans_shown` (bits 0..3), when revealed (4..7)
    uint8_t no_second              # seats with that rule
    uint8_t drop_plan              # seats whose plan says it is discarded
    uint8_t resolved               # seats whose plan has been resolved
    uint8_t winners                # seats in 1st place
    int8_t limit_by[SEATS][SEATS]  # [from][to] changes when revealed
    int8_t strength_by[SEATS][SEATS]
    int8_t limit_bonus[SEATS]      # changes of limits by others than plans
    int16_t bonus[SEATS]           # strength gained otherwise in this battle
    # Script.
    uint8_t actor                  # seat, CHANCE, OVER
    uint8_t awaited                # what chance or the referee is to bring: AWAIT_..., 0 if a seat is to act
    uint8_t awaited_seat           # whose, NONE
    uint8_t awaited_what           # deck, region
    uint8_t awaited_zone           # where the card is or goes
    uint8_t depth                  # frames in use
    uint8_t viewer                 # NONE: a State; SPECTATOR
    uint8_t reason
    Frame stack[DEPTH]

cdef enum:
    GREEDY = 47            # len(GREEDY_NAMES)
    FEATURES = 22          # len(FEATURE_NAMES)
    STAGES = 9             # rounds of the longest game
    MARGIN_SPREAD = 12     # VP ahead for which the share of the margin counts e to 1

# Weights. What follows from others is worked out once, when they are compiled.
cdef struct VeilModel:
    float greedy[GREEDY]
    float sharpness                    # inverse temperature of the prior
    float noise                        # of the light policy: how far scores are shaken
    float margin                       # share of the reward that goes by VP, not by who won
    float linear[STAGES][FEATURES]     # points still to come, by rounds left
    float spread[STAGES]               # how unsure they are
    float keep[CARDS]                  # worth of a card in the hand (follows)
    float plan[CARDS]                  # strength that a plan's effects are taken for (follows)
    float mean_vp[RINGS][SEASONS]      # of the tiles (follows)
    uint64_t of_class[CLASSES][CARD_WORDS]     # cards by deck and initiative (follows)

# Weights of worlds: there are none yet.
cdef struct VeilBelief:
    uint32_t version
