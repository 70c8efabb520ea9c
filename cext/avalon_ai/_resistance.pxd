"""The Resistance: Avalon: its struct, its options, its weights."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t

cdef enum:
    SEATS = 10
    QUESTS = 5
    ATTEMPTS = 5           # proposals of one quest
    USES = 3               # of the Lady of the Lake
    EVIL_SETS = 210        # most sets of evil seats: 4 of 10
    PADDED_SETS = 212      # a multiple of 4
    TEAMS = 627            # most teams in a table: 2, 3, 4 and 5 of 10
    EVIL_SEATS = 4         # most of them
    SEAT_SETS = 1024       # all sets of seats

    MERLIN = 0
    PERCIVAL = 1
    SERVANT = 2
    ASSASSIN = 3
    MINION = 4
    MORDRED = 5
    MORGANA = 6
    OBERON = 7
    ROLES = 8
    GOOD = 0x07            # roles of each side, a bit each
    EVIL = 0xF8
    NONE = 255             # no seat, no role, not played yet
    SPECTATOR = 254        # the viewer that sees what everybody sees
    LIKES = 6              # evil seats on a team: 0 to 5

    CARRIED_NOT = 0        # no Merlin plays: nobody shoots
    CARRIED_BY_CARD = 1    # the Assassin's card carries the shot
    CARRIED_BY_ANY = 2     # any evil seat may carry it
    CARRIED_BY_OTHER = 3   # any evil seat but the only one with the Assassin's card, against the options

    CODE_TEAM = 0          # + mask of seats
    CODE_APPROVE = 1024
    CODE_REJECT = 1025
    CODE_VOTE_HIDDEN = 1026
    CODE_SUCCESS = 1027
    CODE_FAIL = 1028
    CODE_CARD_HIDDEN = 1029
    CODE_LADY = 1030       # + seat
    CODE_SAY = 1040        # + CLAIM_GOOD, CLAIM_EVIL or CLAIM_NOTHING
    CODE_SHOOT = 1044      # + seat
    CODE_VOTES = 1054      # + mask of those who approved
    CODE_FAILS = 2078      # + number, 0..5
    CODE_LOYALTY = 2084    # + LOYALTY_HIDDEN, CLAIM_GOOD or CLAIM_EVIL
    CODE_RESULT = 2087     # + mask of the winners
    CODES = 3111

    LOYALTY_HIDDEN = 0
    CLAIM_GOOD = 1
    CLAIM_EVIL = 2
    CLAIM_NOTHING = 3

    PHASE_PROPOSE = 0
    PHASE_VOTE = 1
    PHASE_COUNT = 2        # the referee reveals the votes
    PHASE_QUEST = 3
    PHASE_REVEAL = 4       # the referee tells the number of fails
    PHASE_LADY = 5         # her holder chooses whom she visits
    PHASE_LOYALTY = 6      # the referee shows the holder that seat's side
    PHASE_CLAIM = 7        # the holder says something about it
    PHASE_SHOOT = 8
    PHASE_RESULT = 9       # decided: the referee still has to say who has won, as the result line does
    PHASE_OVER = 10

    REASON_NONE = 0
    REASON_QUESTS = 1
    REASON_FAILS = 2
    REASON_REJECTIONS = 3
    REASON_MERLIN = 4

# A State or a View. Sets of seats are masks: bit k is seat k. A View (viewer != NONE) holds of the hidden fields
# only what its seat was told: the rest is in the canonical form that each field names.
cdef struct Resistance:
    # public: the course of the game, whole
    uint16_t team[QUESTS][ATTEMPTS]      # teams proposed; 0 where none was
    uint16_t approved[QUESTS][ATTEMPTS]  # who approved them; 0 until the votes are revealed
    # hidden
    uint16_t seen[SEATS]      # whom the role of a seat sees from the start; View: of the others 0
    uint16_t failed[QUESTS]   # who failed a quest; View: at most the own bit
    uint16_t evil             # View: at most the own bit, until the result is told
    uint16_t pending          # who has approved (phases vote, count) or failed (quest, reveal); View: at most the own bit
    uint8_t role[SEATS]       # View: of the others NONE; NONE from the number of players on
    uint8_t carrier           # seat that carries the shot, NONE if no Merlin plays; View: only the own seat, or who has shot
    uint8_t loyalty[USES]     # what the Lady showed, CLAIM_*, 0 before that; View: 0 unless shown to the own seat
    # public
    uint8_t count[ROLES]      # the role set
    uint8_t carried           # CARRIED_*: what everybody knows of the shot
    uint8_t lead[QUESTS]      # who led the first proposal of a quest, NONE while it has not begun
    uint8_t fails[QUESTS]     # NONE while not told
    uint8_t lady[USES + 1]    # the Lady's holders in order, the first one from the start; NONE from there on
    uint8_t claim[USES]       # what her holder said of the next one; 0 where nothing was asked yet
    uint8_t quest             # 0..4, the one under way; after the end the last one played
    uint8_t attempt           # 0..4, the proposal under way, or the last one made
    uint8_t leader            # who leads it
    uint8_t won               # quests
    uint8_t lost
    uint8_t uses              # of the Lady that are complete, claim and all
    uint8_t shot              # who was shot, NONE if nobody
    uint8_t phase
    uint8_t reason            # REASON_*; after a shot NONE until the result is told
    uint8_t good_won          # 1 if so, 0 if not, NONE until the result is told
    int8_t actor              # seat or ACTOR_*; follows from the fields above
    uint8_t viewer            # NONE: a State
    uint16_t todo             # who has still to choose, in the phases vote and quest

# Options and data of one game, compiled once.
cdef struct ResistanceRules:
    uint8_t players
    uint8_t evil              # how many
    uint8_t lady              # 1: the Lady of the Lake is used
    uint8_t any_carrier       # 1: the option that any evil seat may carry the shot
    uint8_t size[QUESTS]      # of the teams
    uint8_t needed[QUESTS]    # fails that make a quest fail
    uint16_t everyone         # mask of all seats
    uint16_t first[QUESTS]    # where the teams of a quest begin in `teams`
    uint16_t number[QUESTS]   # how many there are
    uint16_t teams[TEAMS]     # masks in the order of their letters
    uint16_t sets[PADDED_SETS]  # sets of evil seats, from the smallest mask on; then 0
    uint16_t set_count
    uint8_t members[EVIL_SETS][EVIL_SEATS]
    float pure[QUESTS]        # number of teams without an evil seat
    float ways[QUESTS][2][LIKES]  # number of teams with a good, an evil leader on them, by their evil seats

# --- The model of behaviour: what players of each role do, fitted on games that people played. ---

cdef enum:
    SEAT_FEATURES = 31     # of a seat at a proposal, its vote aside
    TABLE_FEATURES = 33    # that all seats share
    LEAD_FEATURES = 13     # of the one who proposes
    QUEST_FEATURES = 32    # of a quest that was played
    PAIR_FEATURES = 14     # of two seats, over the game so far
    VOTE_HIDDEN = 48       # hidden units, of votes and of proposals
    QUEST_HIDDEN = 16
    PAIR_HIDDEN = 12

    VISIBLE = 5            # evil seats on a team: 0 to 4
    IF_GOOD = 0            # outputs: a score for each number of evil seats on the team, by role of who acts
    IF_EVIL = 5
    IF_MERLIN = 10         # beside those of a good seat; by the evil seats that he sees
    IF_MORGANA = 15        # beside those of an evil seat
    IF_MORDRED = 20
    IF_OBERON = 25
    IF_PERCIVAL = 30       # beside those of a good seat; by how many of Merlin and Morgana are on the team
    OUTPUTS = 33

    SPECIAL_MORGANA = 0
    SPECIAL_MORDRED = 1
    SPECIAL_OBERON = 2
    SPECIALS = 3

cdef struct Behaviour:
    float rate[QUESTS]                                # how often evil members fail each quest, for plain suspicion
    float vote_bias[VOTE_HIDDEN]
    float vote_yes[VOTE_HIDDEN]                       # times the vote, 1 or -1
    float seat[SEAT_FEATURES][2][VOTE_HIDDEN]         # as it is, and times the vote
    float table[TABLE_FEATURES][2][VOTE_HIDDEN]
    float vote_out[VOTE_HIDDEN][OUTPUTS]
    float vote_start[OUTPUTS]
    float lead_bias[VOTE_HIDDEN]
    float lead[LEAD_FEATURES + TABLE_FEATURES][VOTE_HIDDEN]
    float lead_out[VOTE_HIDDEN][OUTPUTS]
    float lead_start[OUTPUTS]
    float quest_bias[QUEST_HIDDEN]
    float quest[QUEST_FEATURES][QUEST_HIDDEN]
    float quest_out[QUEST_HIDDEN][VISIBLE]
    float quest_start[VISIBLE]
    float pair_bias[PAIR_HIDDEN]
    float pair[PAIR_FEATURES][PAIR_HIDDEN]
    float pair_out[PAIR_HIDDEN]
    float pair_start
    float claim[2][2][3]                              # of a good and an evil holder about a good and an evil seat: CLAIM_* - 1

# What has been seen up to a moment of the public history, all in counts; sets of seats are masks.
cdef struct Walk:
    double chance[EVIL_SETS]             # of each set of evil seats, as the fails alone have it
    float votes[SEATS]                   # counted here: all but those on a fifth proposal
    float approvals[SEATS]
    float votes_on[SEATS]                # with the seat on the team
    float approvals_on[SEATS]
    float judged[2][2][SEATS]            # voted against, for a team that then succeeded, failed
    float quests_good[SEATS]             # was on a quest without, with fails
    float quests_bad[SEATS]
    float suspicion[SEATS]               # chance to be evil, as the fails alone have it
    float took[SEATS][SEATS]             # as leader took, left out that seat
    float left[SEATS][SEATS]
    float judged_team[2][SEATS][SEATS]   # off the team, voted against, for one with that seat
    float judged_lead[2][SEATS][SEATS]   # voted against, for that leader
    float alike[SEATS][SEATS]            # votes that were the same
    float unlike[SEATS][SEATS]
    float both_bad[SEATS][SEATS]         # quests together, with and without fails
    float both_good[SEATS][SEATS]
    float both_on[SEATS][SEATS]          # on a team with that seat, which the first one approved
    uint16_t evil[EVIL_SETS]
    uint16_t teams[QUESTS * ATTEMPTS]    # proposed so far
    uint16_t failed                      # the last team that failed, succeeded; 0 if none has
    uint16_t succeeded
    uint16_t previous                    # the last team proposed for this quest
    int32_t sets
    int32_t proposals
    int32_t won
    int32_t lost

# One proposal with its votes, as features.
cdef struct Act:
    float vote[SEATS]                    # 1 or -1
    float seat[SEATS][SEAT_FEATURES]
    float table[TABLE_FEATURES]
    float lead[LEAD_FEATURES]
    uint16_t team
    uint16_t approved
    uint8_t leader

# What a proposal and its votes say of each seat's role.
cdef struct Scores:
    float of[SEATS][OUTPUTS]

# Scores of everything that was done, as far as roles may explain it: the logarithm of how likely it is, up to a constant.
cdef struct Evidence:
    float evil_is[EVIL_SETS]                      # of each set of evil seats
    float pair[SEATS][SEATS]                      # of two seats that are both evil, the first one before the second
    float special[SPECIALS][EVIL_SETS][EVIL_SEATS]  # more, where the seat at that place of the set has that role
    float merlin[EVIL_SETS][SEATS]                # more, where the seat is Merlin and sees that set
    float percival[SEATS + 1][SEATS + 1][SEATS]   # more, by Merlin and Morgana, SEATS: none, where the seat is Percival
    uint16_t evil[EVIL_SETS]
    uint16_t visible[EVIL_SETS]                   # what a Merlin may see
    uint8_t number[SEAT_SETS]                     # of a mask among `visible`
    int32_t sets
    int32_t visibles

# What a View makes of it: exact chances of all sets of evil seats and of each role of each seat.
cdef struct Posterior:
    double chance[EVIL_SETS]
    double ways[EVIL_SETS]    # weight of all ways to give out roles in a set
    double role[SEATS][ROLES]
    uint16_t evil[EVIL_SETS]
    uint8_t place[EVIL_SETS]  # where it stands among all sets
    int32_t sets

cdef enum:
    ARRANGEMENTS = 24          # most ways to give out the evil roles in a set

# A way to give out the evil roles in a set.
cdef struct Arrangement:
    uint8_t kind[EVIL_SEATS]
    uint8_t at[SPECIALS]       # the place of each special role; EVIL_SEATS: it is not in play

# Factors of an assignment's weight, as far as roles beside the side of a seat go: the highest of each table is about 1.
cdef struct Factors:
    float special[SPECIALS][EVIL_SETS][EVIL_SEATS]
    float merlin[EVIL_SETS][SEATS]
    float percival[SEATS + 1][SEATS + 1][SEATS]
    uint16_t evil[EVIL_SETS]
    uint8_t number[SEAT_SETS]
    uint8_t alike             # 1: there are none, all ways to give out roles weigh the same
    Arrangement arranged[ARRANGEMENTS]
    int32_t arrangements
    int32_t sets

# Habits of players, as chances: what notes, the light policy and the prior go by. Two columns: clean teams, others.
cdef struct Habits:
    float plain[2]            # share of acts by plain logic, at a table that plays by it and at one that does not
    float slip                # how often a seat does what its manner does not foresee
    float fifth               # approvals of a fifth proposal
    float fifth_blocked       # the same by evil, of a clean team
    float approve[3][2]       # of good, evil, Merlin
    float on_team             # more by members, others
    float off_team
    float propose[3][LIKES]   # how much a leader likes a team by its evil seats: good, evil, Merlin
    float held_back[QUESTS]   # how often a quest is let succeed with enough evil seats on it
    float all_fail            # how often more of them fail than are needed
    float stray_fail          # a fail where it cannot be enough
    float one_short           # one fail where two are needed
    float truth               # a good holder of the Lady says what it saw
    float covers              # an evil one calls an evil seat good,
    float slanders            # and a good one evil
    float enough[QUESTS - 1]  # share of the best team's chance that makes a team good enough, by attempt
    float open_table          # from this chance of plain logic on nobody hides any more
    float first_fail          # how often a team of two is failed on the first quest
    float shows_well          # how often Merlin votes by what he knows: for a clean team, against another
    float shows_badly
    float pushes              # how often evil votes to its advantage: for a team that it can fail, against another
    float blocks
    float own_lady            # how much evil prefers an evil seat for the Lady
    float doubt[2]            # share of the prior that goes to all moves alike: with two moves, with more
    float people              # share of the notes beside the model of behaviour, where tables act as people do

# Weights of the light policy and of the prior, and how players are taken to behave.
cdef struct ResistanceModel:
    Habits habits
    uint32_t judges           # 1: what was done tells of roles; 0: all possible assignments are as likely
    Behaviour behaviour

# The sets of evil seats that a View allows, and how likely roles are within each.
cdef struct ResistanceBelief:
    float upto[EVIL_SETS]     # weights of the sets up to and with this one; if nothing is judged whole numbers, so exact
    float ways[EVIL_SETS]     # weight of all ways to give out roles in a set, by the factors
    float logical[EVIL_SETS]  # chance that the table acts by plain logic, if the set is the true one
    uint16_t evil[EVIL_SETS]
    uint8_t place[EVIL_SETS]  # where it stands among all sets
    int32_t sets
    Factors factors
