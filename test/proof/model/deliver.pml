/*
 * How what was written into the outbox is sent: [Outbox.lease] and [Outbox.settle], by several workers on one PostgreSQL.
 *
 * What is tried here is the protocol alone: leases that run out at any moment, workers that die, answers that get lost, counts that two change at the
 * same time, an endpoint that is removed or enabled again meanwhile. What is sent, and when it is due, is no part of it. Names in [brackets] are
 * those of the code.
 *
 * Read it from the end: Judge is what must hold, Worker what one process of the program does, takeLease and save what the database does.
 * Whatever stands in TWIN_… is wrong on purpose, and left out unless that twin is tried.
 */

#ifndef EVENTS
#define EVENTS 2                /* deliveries, all to one endpoint */
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef LAPSES
#define LAPSES 1                /* so many leases run out though their holder is at work; of one that has died each does */
#endif
#ifndef DEATHS
#define DEATHS 1                /* so often a worker dies; it starts again */
#endif
#ifndef LOSSES
#define LOSSES 1                /* so many answers of the database are lost */
#endif
#define FAILURES_MAX 2          /* [retryDelaySeconds]: after so many attempts in vain an event has failed for good */
#define DISABLED_AT 2           /* [FAILED_EVENTS_MAX]: so many of those in a row disable the endpoint */

/* ---- The database ---- */

mtype = { WAITING, DELIVERED, FAILED, DROPPED };
typedef Delivery {
  mtype state = WAITING;
  byte lease;                   /* counts the leases: the fencing token */
  bool isLeased;                /* [leased_until]: is set … */
  bool isLapsed;                /* … and over */
  byte failures;
}
Delivery delivery[EVENTS];
bool isRemoved, isDisabled;     /* the endpoint */
byte failedInARow, version;     /* its count, and [xmin]: another after each change of it */

/* ---- For Judge alone: what has really happened ---- */

byte accepted[EVENTS];          /* so often the receiver has taken it */
byte inHand[EVENTS];            /* the lease under which somebody is at work, while it lasts; 0 for none */
bool isAlive[EVENTS];           /* whoever took the latest lease is at work */
byte inARow;                    /* events that have failed for good, since one was delivered */
byte lapses, deaths, losses;

/* ---------------------------------------------------- What the database does ---------------------------------------------------- */

#ifdef TWIN_NO_EXPIRY           /* a lease has no end */
#define mayLease(d) (!delivery[d].isLeased)
#else
#define mayLease(d) (!delivery[d].isLeased || delivery[d].isLapsed)
#endif
#define isDue(d) (delivery[d].state == WAITING && !isDisabled && mayLease(d))

#ifdef TWIN_NO_OWNER            /* whoever has sent it settles it, also when another has leased it since */
#define isOwner(d, number) (delivery[d].isLeased)
#else
#ifdef TWIN_SETTLE_AGAIN        /* whoever has not heard that it was settled settles it again */
#define isOwner(d, number) (delivery[d].lease == number)
#else
#define isOwner(d, number) (delivery[d].isLeased && delivery[d].lease == number)
#endif
#endif

/* [lease_deliveries]: what is due is locked and taken by one statement. */
inline takeLease(d) {
  assert(inHand[d] == 0);                                                 /* = one worker at a time has an event in hand */
  delivery[d].lease++; delivery[d].isLeased = true; delivery[d].isLapsed = false;
  inHand[d] = delivery[d].lease; isAlive[d] = true
}

/* [settle_deliveries], and [save_endpoints] in the same transaction. */
inline save(d) {
  assert(delivery[d].state == WAITING);                                   /* = what has come to an end stays as it is */
  delivery[d].state = newState; delivery[d].isLeased = false; delivery[d].isLapsed = false;
  if :: hasFailed -> delivery[d].failures++ :: else fi;
  if :: inHand[d] == number -> inHand[d] = 0 :: else fi;
  if
  :: newState == FAILED && !isRemoved -> inARow++
  :: newState == DELIVERED -> inARow = 0
  :: else
  fi;
  if
  :: !isRemoved && newCount != count -> failedInARow = newCount; version++; isDisabled = (isDisabled || newCount >= DISABLED_AT)
  :: else
  fi;
  assert(isRemoved || failedInARow == inARow)                             /* = failures in a row are counted exactly */
}

/* ---------------------------------------------------- What a worker does ---------------------------------------------------- */

mtype = { ACCEPTED, REJECTED, NO_ENDPOINT };

/* What follows from an attempt, by the endpoint that is shown: [settleDelivered], [settleFailed]. */
inline decide(isThere) {
  newCount = count; hasFailed = (result == REJECTED);
  if
  :: result == ACCEPTED -> newState = DELIVERED; newCount = 0
  :: result == NO_ENDPOINT || (result == REJECTED && !isThere) -> newState = DROPPED
  :: result == REJECTED && isThere && failures + 1 < FAILURES_MAX -> newState = WAITING
  :: result == REJECTED && isThere && failures + 1 >= FAILURES_MAX -> newState = FAILED; newCount = count + 1
  fi
}

/* Nobody is at work under this lease any more; unless another was taken since, it now runs out. */
inline letGo() {
  if :: inHand[d] == number -> inHand[d] = 0 :: else fi;
  if :: delivery[d].lease == number -> isAlive[d] = false :: else fi
}

inline die() {
  deaths++; printf("> worker %d: dies, and starts again without a memory\n", w);
  letGo(); isSeen = false; seenCount = 0; seenVersion = 0; goto over
}

proctype Worker(byte w)
{
  byte d, number, failures;                     /* what it has leased */
  mtype result, newState;
  byte count, newCount;
  bool hasFailed;
  bool isSeen; byte seenCount, seenVersion;     /* [Known]: the endpoint as this process has seen it last */

end_idle:
  atomic {
    if
    :: isDue(0) -> d = 0
    :: EVENTS > 1 && isDue(EVENTS - 1) -> d = EVENTS - 1
    :: EVENTS > 2 && isDue(1) -> d = 1
    fi;
    d_step { takeLease(d); number = delivery[d].lease; failures = delivery[d].failures };
    printf("> worker %d: leases event %d, lease %d\n", w, d, number);
    if
    :: losses < LOSSES -> losses++; printf("> worker %d: never hears of it\n", w); letGo(); goto over
    :: true
    fi
  };

  atomic {                                      /* [sendWebhook] */
    if
    :: isRemoved -> result = NO_ENDPOINT; printf("> worker %d: finds no endpoint\n", w)
    :: !isRemoved -> result = ACCEPTED; accepted[d] = 1; printf("> worker %d: sends event %d, which is accepted\n", w, d)
    :: !isRemoved -> result = REJECTED; printf("> worker %d: sends event %d in vain\n", w, d)
    :: deaths < DEATHS -> deaths++; die()
    fi
  };

  /* [settlePlain]: decided on the endpoint as it was seen last. What changes nothing but the delivery is saved at once, if it still is that one. */
  atomic {
    if
    :: deaths < DEATHS -> deaths++; die()
    :: isSeen ->
       d_step { count = seenCount; decide(true) };
       if
#ifdef TWIN_NO_VERSION          /* the count that was seen is counted on and saved, and nobody looks whether it is still that one */
       :: isOwner(d, number) ->
#else
       :: newCount == seenCount && isOwner(d, number) && !isRemoved && version == seenVersion ->
#endif
          d_step { save(d) };
          printf("> worker %d: settles event %d as %e\n", w, d, newState);
          if
          :: losses < LOSSES -> losses++; printf("> worker %d: never hears of it\n", w)
          :: goto over
          fi
       :: else
       fi
    :: !isSeen
    fi
  };

again: /* [settleLocked]: under the locks of the endpoint and the delivery, and decided on what is read under them. */
  atomic {
    d_step {
      isSeen = !isRemoved; seenCount = (isSeen -> failedInARow : 0); seenVersion = (isSeen -> version : 0);
      count = seenCount; decide(!isRemoved)
    };
    if
    :: isOwner(d, number) ->
       d_step { save(d) };
       printf("> worker %d: settles event %d as %e, under its locks\n", w, d, newState);
       if :: newCount != count -> isSeen = false; seenCount = 0; seenVersion = 0 :: else fi;
       if
       :: losses < LOSSES -> losses++; printf("> worker %d: never hears of it\n", w); goto again
       :: true
       fi
    :: else -> printf("> worker %d: finds event %d settled, or leased by another\n", w, d)
    fi;
    goto over
  };

over:
  atomic {
    if :: inHand[d] == number -> inHand[d] = 0 :: else fi;
    d = 0; number = 0; failures = 0; result = 0; newState = 0; count = 0; newCount = 0; hasFailed = false;
    goto end_idle
  }
}

/* ---------------------------------------------------- What happens besides ---------------------------------------------------- */

#define mayLapse(d) (delivery[d].isLeased && !delivery[d].isLapsed && (!isAlive[d] || lapses < LAPSES))
inline lapse(d) {
  lapses = lapses + isAlive[d]; delivery[d].isLapsed = true; inHand[d] = 0;
  printf("> the lease of event %d runs out\n", d)
}

active proctype Clock()
{
end:
  do
  :: atomic { mayLapse(0) -> lapse(0) }
  :: atomic { EVENTS > 1 && mayLapse(EVENTS - 1) -> lapse(EVENTS - 1) }
  :: atomic { EVENTS > 2 && mayLapse(1) -> lapse(1) }
  od
}

active proctype Operator()
{
end:
  do
  :: atomic { isDisabled && !isRemoved -> isDisabled = false; failedInARow = 0; inARow = 0; version++; printf("> the operator enables the endpoint\n") }
#ifdef REMOVAL
  :: atomic { !isRemoved -> isRemoved = true; isDisabled = false; failedInARow = 0; inARow = 0; version = 0; printf("> the operator removes the endpoint\n") }
#endif
  od
}

/* ---------------------------------------------------- What must hold ---------------------------------------------------- */

/* Looks when nothing can happen any more. Nothing goes on for ever, so that comes in the end. */
active proctype Judge()
{
  byte d;
  atomic {
    timeout ->
    do
    :: d < EVENTS ->
       printf("> in the end event %d is %e\n", d, delivery[d].state);
       assert(delivery[d].state != WAITING);                              /* = every event is settled in the end */
       assert(delivery[d].state != DELIVERED || accepted[d]);             /* = what is called delivered was taken by the receiver */
       assert(delivery[d].state != DROPPED || isRemoved);                 /* = nothing is dropped but for an endpoint that is gone */
       assert(delivery[d].state != FAILED || delivery[d].failures == FAILURES_MAX);   /* = an event fails after all its attempts */
       d++
    :: else -> break
    od
  }
}

init {
  byte w;
  atomic { do :: w < WORKERS -> run Worker(w); w++ :: else -> break od }
}
