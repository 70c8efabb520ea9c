# Knights of the Round: a selected champion's virtue, and quests with a hidden card beside a flag.

cdef inline int has_virtue(const Veil* s, int seat, int owner) noexcept nogil:
    """Whether a champion's virtue works: it is the selected one."""
    return s.faction[seat] == owner // CHAMPIONS and s.champion[seat] == LORDS + owner % CHAMPIONS

cdef int list_champions(const Veil* s, int seat, Event* moves) noexcept nogil:
    """The champions that are not selected."""
    cdef int i, found = 0
    for i in range(CHAMPIONS):
        if s.champion[seat] != LORDS + i:
            moves[found] = make(CODE_CHAMPION + i, seat, SOURCE_MOVE)
            found += 1
    return found

# --- beginning a quest ---------------------------------------------------------------------------

cdef int free_flag(const Veil* s) noexcept nogil:
    cdef int flag
    for flag in range(FLAGS):
        if s.quest_at[flag] == NONE:
            return flag
    return NONE

cdef int flag_in(const Veil* s, int region) noexcept nogil:
    """The flag that is planted in a region; NONE."""
    cdef int flag
    for flag in range(FLAGS):
        if s.quest_at[flag] == region:
            return flag
    return NONE

cdef unsigned int quest_regions(const Veil* s) noexcept nogil:
    """Explored regions without a flag."""
    cdef unsigned int found = s.explored
    cdef int flag
    for flag in range(FLAGS):
        if s.quest_at[flag] < REGIONS:
            found &= ~(1u << s.quest_at[flag])
    return found

cdef int list_quest(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """Where the flag goes, then the card that is laid face down."""
    if f.step == ICON_PICK:
        return list_payment(s, f.seat, 0, 1, -1, CODE_QUEST, moves)
    if s.faction[f.seat] != r.numbers.quest_faction or free_flag(s) == NONE or hand_size(s, f.seat) == 0:
        return 0
    return list_regions(quest_regions(s), CODE_TO, f.seat, moves)

cdef void take_quest(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int region = f.a, flag = free_flag(s)
    if f.step == ICON_START:
        f.step, f.a = ICON_PICK, code - CODE_TO
        return
    if code >= CODE_HIDDEN_QUEST:
        s.quest_card[flag] = SHOWN + code - CODE_HIDDEN_QUEST
        shift(s, f.seat, code - CODE_HIDDEN_QUEST, ZONE_HAND, ZONE_QUEST)
    else:
        s.quest_card[flag] = code - CODE_QUEST
        lay(s, f.seat, code - CODE_QUEST, ZONE_HAND, ZONE_QUEST)
    s.quest_at[flag] = region
    s.stale = 1
    finish_icon(r, s, 1, region, 0, 0)

# --- its end -------------------------------------------------------------------------------------

cdef void push_quest(const VeilRules* r, Veil* s) noexcept nogil:
    """1st place with a hero where a flag stands fulfils the quest."""
    cdef int seat = seat_playing(r, s, r.numbers.quest_faction), flag = flag_in(s, s.region)
    if seat != NONE and flag != NONE and (s.winners >> seat) & 1 and heroes_in(s, seat, s.region):
        push(s, F_QUEST, seat).a = flag

cdef void step_quest(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """The card is shown and discarded; what the quest gives goes by its deck."""
    cdef int seat = f.seat, deck = f.b
    if f.step == 0:
        f.step = 1
        await_event(s, AWAIT_FALL, seat, f.a, ZONE_QUEST)
        return
    pop(s)
    push_span(s, seat, &r.quests[deck], s.region, s.region)

cdef void take_down_flag(Veil* s, int flag, int card) noexcept nogil:
    """The card falls and the flag returns."""
    s.quest_at[flag] = s.quest_card[flag] = NONE
    if top(s).kind == F_QUEST:
        top(s).b = deck_of(card)

cdef int drop_quests(const VeilRules* r, Veil* s) noexcept nogil:
    """Step 1 of the Mist Phase: an unfinished quest is discarded; 0 if there is none left."""
    cdef int flag, seat = seat_playing(r, s, r.numbers.quest_faction)
    for flag in range(FLAGS):
        if s.quest_at[flag] != NONE:
            await_event(s, AWAIT_FALL, seat, flag, ZONE_QUEST)
            return 1
    return 0

# --- what others may know ------------------------------------------------------------------------

cdef void hide_quests(Veil* s, int seat) noexcept nogil:
    """Of the cards beside flags that the seat does not hold the deck is left."""
    cdef int flag, card
    for flag in range(FLAGS):
        card = s.quest_card[flag]
        if card < CARDS and (seat == NO_SEAT or not has(s.held[seat], card)):
            s.quest_card[flag] = SHOWN + deck_of(card)

cdef inline int may_be_quest(const Veil* s, int flag, int card) noexcept nogil:
    return s.quest_card[flag] == card or s.quest_card[flag] == SHOWN + deck_of(card)

cdef void draw_quests(const VeilRules* r, Veil* s, Rng* rng) noexcept nogil:
    """Which of the cards dealt to the quests lies beside which flag."""
    cdef int cards[FLAGS]
    cdef int flag, i, card, found, seat = seat_playing(r, s, r.numbers.quest_faction)
    for flag in range(FLAGS):
        if s.quest_card[flag] < SHOWN or s.quest_card[flag] == NONE:
            continue
        found = 0
        card = next_of_deck(s.held[seat], 0, s.quest_card[flag] - SHOWN)
        while card < CARDS:
            if s.place[card] == ZONE_QUEST:
                cards[found] = card
                found += 1
                for i in range(FLAGS):
                    if s.quest_card[i] == card:
                        found -= 1
                        break
            card = next_of_deck(s.held[seat], card + 1, deck_of(card))
        s.quest_card[flag] = cards[below(rng, found)]
