/*
 * How a booking is saved on PostgreSQL: [BookingStore.amend], by several servers on one database.
 *
 * What is tried here is the protocol alone: locks, snapshots, one transaction for several steps, answers that get lost, servers and connections that
 * end at any moment. Which table suits a party, and what an event says, is no part of it. Names in [brackets] are those of the code.
 *
 * Read it from the end: Server is what one process of the program does, Session what the database does with a connection, Judge what must hold.
 * Whatever stands in TWIN_… is wrong on purpose, and left out unless that twin is tried.
 */

#ifndef TABLES
#define TABLES 1                /* of one kind, at each date; all parties come at the same hour, so no two may have the same */
#endif
#ifndef TRIES
#define TRIES 2                 /* [withRetry]: so often a group is tried; then its callers are answered `unavailable` */
#endif

/*
 * Who calls. 0 and 1 have the same idempotency key: 1 is a partner's second try, or a double click. 2 has none: it is the operator's.
 * 3 cancels the booking of 2. A booking is named by the call that made it, so its id is known before the transaction, as in the code.
 */
#define CALLS 4
#ifndef REQUESTS
#define REQUESTS 7                 /* which of them are made, as bits */
#endif
#define bit(c) (1 << (c))
#define hasKey(c) ((c) < 2)

#ifdef TWO_DATES                /* call 1 asks for another date, which another lock guards */
#define DATES 2
#define dateOf(c) ((c) == 1)
#else
#define DATES 1
#define dateOf(c) 0
#endif
#if defined(FAULTY) && !defined(TWIN_GROUP_KEEPS)         /* what call 2 wants to save the database refuses, by a constraint */
#define isFaulty(c) ((c) == 2)
#else
#define isFaulty(c) false
#endif

/* ---- The database: what is committed ---- */

#define NONE 0                  /* there is no such row; 1..TABLES: a booking that has this table; CANCELLED: one that has none any more */
#define CANCELLED 9
#define isLive(v) ((v) != NONE && (v) != CANCELLED)
byte row[CALLS];                /* of the booking that call c made */
byte events[CALLS];             /* of the same: bit 0 created, bit 1 cancelled */
byte barred;                    /* [locations.barred] */
byte holder[DATES];             /* who has the lock of a date [lock_dates]: a link + 1 */

/* ---- A link: a connection with the transaction on it, and what is on its way to the database ---- */

mtype = { FREE, OPENING, OPEN, SAVING, ALONE, COMMITTED, CHANGED, REFUSED };
typedef Link {
  mtype phase = FREE;
  bool isLeft;                  /* its server has given it up, or died. What it has sent may arrive all the same, at any time */
  byte dates;                   /* to be locked, as bits */
  byte seen[CALLS];             /* rows as the transaction has read them; of ALONE as its server remembers them */
  byte barredSeen;
  bool namesKey;                /* one of its calls has the idempotency key */
  byte want[CALLS];             /* rows to be written */
  bool bars;
}
Link link[4];                   /* each server has two: one that it uses, and one that it may have left with something in flight */

/* ---- Those who call ---- */

mtype = { NOT_YET, BOOKED, REPLAYED, FULL, ERROR, UNAVAILABLE, SILENCE };
mtype answer[CALLS] = NOT_YET;
byte open = REQUESTS;              /* calls that no server has taken yet, as bits */
byte idle = 2;                  /* servers with nothing to do */

byte i, j;                      /* of loops; 0 outside of them */

/* ---------------------------------------------------- What the database does ---------------------------------------------------- */

#define isFree(x, date) ((link[x].dates & bit(date)) == 0 || holder[date] == 0)
#if DATES == 2
#define canLock(x) (isFree(x, 0) && isFree(x, 1))
#else
#define canLock(x) isFree(x, 0)
#endif
#ifdef TWIN_NO_LOCK             /* nobody waits for a lock */
#undef canLock
#define canLock(x) true
#endif

inline lock(x) {
  do :: i < DATES -> if :: link[x].dates & bit(i) -> holder[i] = x + 1 :: else fi; i++ :: else -> break od; i = 0
}

inline unlock(x) {
  do :: i < DATES -> if :: holder[i] == x + 1 -> holder[i] = 0 :: else fi; i++ :: else -> break od; i = 0
}

inline release(x) {
  unlock(x);
  do :: i < CALLS -> link[x].seen[i] = NONE; link[x].want[i] = NONE; i++ :: else -> break od; i = 0;
  link[x].isLeft = false; link[x].dates = 0; link[x].barredSeen = 0; link[x].bars = false; link[x].namesKey = false;
  link[x].phase = FREE
}

inline read(x) {
  do :: i < CALLS -> link[x].seen[i] = row[i]; i++ :: else -> break od; i = 0;
  link[x].barredSeen = barred
}

/* j: what was remembered is no longer so, or somebody has used the idempotency key. */
inline compare(x) {
#ifdef TWIN_NO_COMPARE
  skip
#else
  j = (barred != link[x].barredSeen || link[x].namesKey && (row[0] != NONE || row[1] != NONE));
  do
  :: i < CALLS ->
     if
     :: (link[x].dates & bit(dateOf(i))) && (isLive(row[i]) || link[x].seen[i] != NONE) && row[i] != link[x].seen[i] -> j = 1
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
#endif
}

#define makes(x, c) isLive(link[x].want[c])
#ifdef CONSTRAINT               /* [seatings_held_once]: the second guard, which is tried without the first */
#define isTakenFrom(x, c) (isLive(row[0]) && row[0] == link[x].want[c] || isLive(row[1]) && row[1] == link[x].want[c] || isLive(row[2]) && row[2] == link[x].want[c])
#else
#define isTakenFrom(x, c) false
#endif
#ifdef TWIN_NO_UNIQUE_KEY       /* an idempotency key is looked for by the rule alone, under the lock of its date */
#define isKeyUsed false
#else
#define isKeyUsed (row[0] != NONE || row[1] != NONE)    /* [bookings_idempotency_key] */
#endif

/* j: a constraint refuses what this link wants to write. A key that another one is just writing would be waited for: here nobody is ever between. */
inline check(x) {
  do
  :: i < CALLS ->
     if
     :: makes(x, i) && (row[i] != NONE || isFaulty(i) || isTakenFrom(x, i) || hasKey(i) && isKeyUsed) -> j = 1
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

#ifdef TWIN_EVENT_APART         /* the event is committed by a transaction of its own, after that of the booking */
#define tellOf(c, what) skip
#else
#define tellOf(c, what) events[c] = events[c] | what
#endif
inline write(x) {
  do
  :: i < CALLS ->
     if
     :: makes(x, i) -> row[i] = link[x].want[i]; tellOf(i, 1)
     :: link[x].want[i] == CANCELLED -> row[i] = CANCELLED; tellOf(i, 2)
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0; barred = barred + link[x].bars
}

inline assertNeverTwo() {
  do
  :: i < CALLS ->
     j = i + 1;
     do
     :: j < CALLS ->
        assert(!(isLive(row[i]) && row[i] == row[j] && dateOf(i) == dateOf(j)));  /* = never two parties at one table */
        assert(!(hasKey(i) && hasKey(j) && row[i] != NONE && row[j] != NONE));    /* = never two bookings under one key */
        j++
     :: else -> break
     od;
     i++
  :: else -> break
  od;
  i = 0; j = 0
}

inline save(x) {
  d_step { check(x) };
  if
  :: j == 1 -> d_step { j = 0; unlock(x); link[x].phase = REFUSED };
     printf(">   link %d: a constraint refuses, nothing is saved\n", x)
  :: else -> d_step { write(x); unlock(x); link[x].phase = COMMITTED };
     printf(">   link %d: COMMITS; tables of bookings 0, 1, 2: %d %d %d; their events: %d %d %d\n", x, row[0], row[1], row[2], events[0], events[1], events[2]);
     d_step { assertNeverTwo() }
  fi;
  if :: link[x].isLeft -> d_step { release(x) } :: else fi
}

proctype Session(byte x)
{
end:
  do
  /* [open_snapshot]: waits for the locks, and reads by a statement that begins when they are held. */
  :: atomic {
       link[x].phase == OPENING && canLock(x) ->
       d_step {
         lock(x);
#ifndef TWIN_SAME_SNAPSHOT
         read(x);
#endif
         link[x].phase = OPEN
       };
       printf(">   link %d: locks its dates, and reads\n", x)
     }

  /* [save_if_unchanged]: waits for the locks as well, and compares by statements that begin when they are held. */
  :: atomic {
       link[x].phase == ALONE && canLock(x) ->
       d_step { lock(x); compare(x) };
       if
       :: j == 1 -> d_step { j = 0; unlock(x); link[x].phase = CHANGED };
          printf(">   link %d: locks, finds that something has changed, and saves nothing\n", x)
       :: else -> save(x)
       fi
     }

  /* [save_snapshot], and COMMIT behind it. */
  :: atomic { link[x].phase == SAVING -> save(x) }

  /* What was sent never arrives, or the database dies with it. */
  :: atomic { link[x].isLeft -> printf(">   link %d: is undone\n", x); d_step { release(x) } }
  od
}

/* ---------------------------------------------------- What a server does ---------------------------------------------------- */

#define isOne(set) (((set) & ((set) - 1)) == 0)
#define isChanged(x) (link[x].want[0] != NONE || link[x].want[1] != NONE || link[x].want[2] != NONE)

/* What table t is for call c, after the steps before it in the group: somebody has it. */
#define hasTable(x, c, d, t) (dateOf(c) == dateOf(d) && (link[x].want[d] == t || link[x].want[d] == NONE && link[x].seen[d] == t))
#define isTaken(x, c, t) (hasTable(x, c, 0, t) || hasTable(x, c, 1, t) || hasTable(x, c, 2, t))
/* What is remembered is who has which table, and no keys: they are compared when it is saved. */
#define isKeyKnown(x) (!isRecalled && (link[x].seen[0] != NONE || link[x].seen[1] != NONE || link[x].want[0] != NONE || link[x].want[1] != NONE))

/* [decideInTime], by the rules [book] and [cancel]: each step on what those before it in the group have left. */
inline decide(x) {
  d_step {
    do
    :: i < CALLS ->
       if
       :: (group & bit(i)) && i == 3 && isLive(link[x].seen[2]) -> link[x].want[2] = CANCELLED; out[i] = BOOKED
       :: (group & bit(i)) && i == 3 && link[x].seen[2] == CANCELLED -> out[i] = REPLAYED
       :: (group & bit(i)) && i == 3 && link[x].seen[2] == NONE -> out[i] = FULL
       :: (group & bit(i)) && hasKey(i) && isKeyKnown(x) -> out[i] = REPLAYED
       :: (group & bit(i)) && i < 3 && !(hasKey(i) && isKeyKnown(x)) ->
          j = 1;
          do :: j <= TABLES && isTaken(x, i, j) -> j++ :: else -> break od;
          if :: j <= TABLES -> link[x].want[i] = j; out[i] = BOOKED :: else -> out[i] = FULL fi;
#ifdef TWIN_GROUP_KEEPS         /* a step of a group that fails when it has written is answered by its fault, and what it wrote is committed with the others */
          if :: i == 2 && out[2] == BOOKED && !isOne(group) -> out[2] = ERROR :: else fi;
#endif
          j = 0
       :: else
       fi;
       i++
    :: else -> break
    od;
    i = 0
  }
}

/* [foundIn]: whether what is in doubt was saved, by what this link has read under its locks. j: 0 no, 1 yes, 2 nobody can say. */
inline find(x) {
  d_step {
    j = 2;
    do
    :: i < CALLS && doubtWant[i] == NONE -> i++
    :: i < CALLS && doubtWant[i] != NONE ->
       if
       :: link[x].seen[i] == NONE -> j = 0; break
       :: link[x].seen[i] == doubtWant[i] -> j = 1; break
       :: link[x].seen[i] != NONE && link[x].seen[i] != doubtWant[i] && link[x].seen[i] == doubtSeen[i] -> j = 0; break
       :: else -> i++
       fi
    :: else -> break
    od;
    i = 0
  }
}

/* [LastingSnapshots]: what is remembered for the next step, unless a booking was changed that had been there before. */
inline remember(x) {
  d_step {
    remembers = (link[x].dates == 1 && link[x].want[2] != CANCELLED);
    do
    :: i < CALLS ->
       if
       :: remembers && dateOf(i) == 0 && link[x].want[i] != NONE -> memory[i] = link[x].want[i]
       :: remembers && dateOf(i) == 0 && link[x].want[i] == NONE && isLive(link[x].seen[i]) -> memory[i] = link[x].seen[i]
       :: else -> memory[i] = NONE
       fi;
       i++
    :: else -> break
    od;
    i = 0; memoryBarred = (remembers -> link[x].barredSeen : 0)
  }
}

/* The connection is given up. What was not sent together with COMMIT cannot happen any more. */
inline leave(x) {
  if
  :: link[x].phase == SAVING || link[x].phase == ALONE -> link[x].isLeft = true
  :: else -> d_step { release(x) }
  fi
}

/* Everybody in the group is answered: by `what`, or each by what was decided. What is left of a group that was halved is next. */
inline tell(what) {
  d_step {
    do :: i < CALLS -> if :: group & bit(i) -> answer[i] = (what == NOT_YET -> out[i] : what) :: else fi; i++ :: else -> break od; i = 0
  };
  printf("> server %d: answers calls 0 to 3: %e %e %e %e\n", s, answer[0], answer[1], answer[2], answer[3]);
  d_step {
    do :: i < CALLS -> out[i] = NOT_YET; doubtWant[i] = NONE; doubtSeen[i] = NONE; doubtOut[i] = NOT_YET; i++ :: else -> break od; i = 0;
    isInDoubt = false; isRecalled = false; tries = 0; refusals = 0; x = 0; group = rest; rest = 0
  }
}

#ifdef STRICT_REFUSAL           /* a partner that waits for the answer of the first try */
#define mayRepeat (answer[0] == UNAVAILABLE)
#define allTaken (open == 0 || open == 2 && !mayRepeat)
#else
#define mayRepeat (!(open & 1))
#define allTaken (open == 0)
#endif

inline take(c) { group = group | bit(c); open = open & ~bit(c); printf("> server %d: takes call %d\n", s, c) }

proctype Server(byte s)
{
  byte group, rest, x, tries, refusals;
  mtype out[CALLS] = NOT_YET;                   /* what was decided */
  bool isInDoubt;                               /* the answer to a COMMIT was lost: to one that wanted this, on what it had seen */
  byte doubtWant[CALLS], doubtSeen[CALLS];
  mtype doubtOut[CALLS] = NOT_YET;
  bool remembers, isRecalled;                   /* what the last transaction has left behind, of date 0 */
  byte memory[CALLS], memoryBarred;

#ifdef REMEMBERS                /* it has looked at the day before, when there was nothing */
  remembers = true;
#endif
end_idle:
  atomic {                                      /* [groups]: calls that come while others are under way share a transaction */
    if
    :: (open & 1) && s == 0 -> take(0)          /* servers are alike, and so are the tries of a partner: 0 may as well come first, and to the first */
    :: (open & 2) && mayRepeat -> take(1)
    :: (open & 4) -> take(2)
    :: (open & 8) -> take(3)
    fi;
    idle--;
    if
    :: (open & 2) && mayRepeat -> take(1)
    :: (open & 4) -> take(2)
    :: (open & 8) -> take(3)
    :: true
    fi
  }

again: /* [attempt] */
  atomic {
    if
    :: link[2 * s].phase == FREE -> x = 2 * s
    :: link[2 * s].phase != FREE && link[2 * s + 1].phase == FREE -> x = 2 * s + 1
    fi;
    d_step {
      do :: i < CALLS -> if :: group & bit(i) -> link[x].dates = link[x].dates | bit(dateOf(i)) :: else fi; i++ :: else -> break od; i = 0
    };
    if
    :: remembers && tries == 0 && refusals == 0 && isOne(group) && group != 8 && link[x].dates == 1 ->    /* [recall], [takeRecalled] */
       d_step {
         do :: i < CALLS -> link[x].seen[i] = memory[i]; i++ :: else -> break od; i = 0;
         link[x].barredSeen = memoryBarred; link[x].namesKey = ((group & 3) != 0); isRecalled = true
       };
       decide(x);
       link[x].phase = ALONE;
       printf("> server %d: decides on what it remembers, and sends [save_if_unchanged; COMMIT] over link %d\n", s, x);
       goto saving
    :: else
    fi
  };

opening: /* [takeRead] */
  atomic {
    d_step {
      isRecalled = false;
      do :: i < CALLS -> link[x].seen[i] = NONE; link[x].want[i] = NONE; out[i] = NOT_YET; i++ :: else -> break od; i = 0;
#ifdef TWIN_SAME_SNAPSHOT       /* one statement locks and reads: what it sees is older than its lock */
      read(x);
#endif
      link[x].phase = OPENING
    };
    printf("> server %d: sends [BEGIN; open_snapshot] over link %d\n", s, x)
  };
  if
  :: atomic {
       link[x].phase == OPEN ->
#ifndef TWIN_BLIND_RETRY        /* a lost COMMIT is taken for one that failed, and the step is taken again */
       if
       :: isInDoubt ->
          find(x);
          if
          :: j == 2 ->
             j = 0; printf("> server %d: cannot say whether it was saved\n", s);
             leave(x); tell(UNAVAILABLE); goto next
          :: j == 1 ->                          /* it was, maybe on a primary alone: whoever commits after it waits for the standbys to have both */
             d_step {
               do :: i < CALLS -> out[i] = doubtOut[i]; i++ :: else -> break od; i = 0;
               j = 0; link[x].bars = true; link[x].phase = SAVING
             };
             printf("> server %d: finds it saved, and sends [BAR; COMMIT] over link %d\n", s, x);
             goto saving
          :: else ->                            /* it was not, and never will be: what is on its way is void from then on */
#ifndef TWIN_NO_BAR
             link[x].bars = true;
#endif
             printf("> server %d: finds it not saved\n", s)
          fi
       :: else
       fi;
#endif
       decide(x);
       if
       :: isChanged(x) || link[x].bars ->
          link[x].phase = SAVING;
          printf("> server %d: decides, and sends [save_snapshot; COMMIT] over link %d\n", s, x)
       :: else -> remember(x); leave(x); tell(NOT_YET); goto next       /* nothing to save: its COMMIT changes nothing here, and waits for standbys alone */
       fi
     }
  :: atomic { link[x].phase == OPENING || link[x].phase == OPEN ->      /* [ConnectionLost] */
       printf("> server %d: loses link %d\n", s, x); leave(x); goto failed }
  :: goto dies
  fi;

saving:
#ifdef TWIN_EARLY_ANSWER        /* who has sent COMMIT answers at once */
  atomic { link[x].isLeft = true; tell(NOT_YET); goto next };
#endif
  if
  :: atomic {
       link[x].phase == COMMITTED ->
       remember(x); d_step { release(x) };
#ifdef TWIN_EVENT_APART
       goto telling
#else
       tell(NOT_YET); goto next
#endif
     }
  :: atomic { link[x].phase == CHANGED -> goto opening }
  :: atomic {
       link[x].phase == REFUSED ->
       d_step { release(x); refusals++; isRecalled = false };
       if
       :: refusals == 1 -> goto again           /* [isWorthwhile]: a rival whose step had not committed shows in the next snapshot */
       :: refusals > 1 && isOne(group) -> tell(ERROR); goto next
       :: else ->                               /* one of them wants what cannot be: it is looked for by halves */
          d_step { refusals = 0; rest = group & (group - 1); group = group & ~rest };
          printf("> server %d: takes the steps of the group one by one\n", s);
          goto again
       fi
     }
  :: atomic {                                   /* [CommitUnknown] */
       printf("> server %d: loses link %d with the answer to COMMIT\n", s, x);
       d_step {
         if
         :: isChanged(x) ->
            do :: i < CALLS -> doubtWant[i] = link[x].want[i]; doubtSeen[i] = link[x].seen[i]; doubtOut[i] = out[i]; i++ :: else -> break od; i = 0;
            isInDoubt = true
         :: else
         fi
       };
       leave(x); goto failed
     }
  :: goto dies
  fi;

failed: /* tried again, though not for ever */
  atomic {
    tries++;
    d_step { isRecalled = false; do :: i < CALLS -> out[i] = NOT_YET; i++ :: else -> break od; i = 0 };
    if
    :: tries < TRIES -> goto again
    :: else -> tell(UNAVAILABLE); goto next
    fi
  };

#ifdef TWIN_EVENT_APART
telling:
  if
  :: atomic {
       d_step {
         do
         :: i < 3 -> if :: (group & bit(i)) && out[i] == BOOKED -> events[i] = 1 :: else fi; i++
         :: else -> if :: (group & 8) && out[3] == BOOKED -> events[2] = 3 :: else fi; break
         od;
         i = 0
       };
       printf("> server %d: commits the events\n", s); tell(NOT_YET); goto next }
  :: goto dies
  fi;
#endif

dies: /* at any moment. Its callers hear nothing, and it starts again without a memory. */
  atomic {
    printf("> server %d: dies\n", s);
    if :: link[x].phase != FREE && !link[x].isLeft -> leave(x) :: else fi;
    group = group | rest; rest = 0;
    tell(SILENCE);
    d_step { do :: i < CALLS -> memory[i] = NONE; i++ :: else -> break od; i = 0; memoryBarred = 0; remembers = false }
  };

next:
  atomic { if :: group != 0 -> goto again :: else -> idle++; goto end_idle fi }
}

/* ---------------------------------------------------- What must hold ---------------------------------------------------- */

#define isCalm (allTaken && idle == 2 && link[0].phase == FREE && link[1].phase == FREE && link[2].phase == FREE && link[3].phase == FREE)

/* Looks when everybody has been answered and nothing is on its way. What must hold at each COMMIT is looked at there: assertNeverTwo. */
active proctype Judge()
{
  atomic {
    isCalm ->
    printf("> all is calm; tables of bookings 0, 1, 2: %d %d %d; their events: %d %d %d\n", row[0], row[1], row[2], events[0], events[1], events[2]);
    d_step {
      do
      :: i < 3 ->
         assert(answer[i] != BOOKED || row[i] != NONE);                                 /* = what was acknowledged is stored */
         assert(answer[i] != REPLAYED || row[0] != NONE || row[1] != NONE);             /* = what was acknowledged is stored */
         assert((answer[i] != FULL && answer[i] != ERROR) || row[i] == NONE);           /* = what was refused has left no trace */
         assert(events[i] == (row[i] == NONE -> 0 : (row[i] == CANCELLED -> 3 : 1)));   /* = each change has its event */
         i++
      :: else -> break
      od;
      assert((answer[3] != BOOKED && answer[3] != REPLAYED) || row[2] == CANCELLED);    /* = what was acknowledged is stored */
#ifdef STRICT_REFUSAL
      assert(answer[1] != FULL || row[0] == NONE);                                      /* = a key that was refused has no booking */
#endif
      i = 0
    }
  }
}

init { atomic { run Session(0); run Session(1); run Session(2); run Session(3); run Server(0); run Server(1) } }
