/** Storages with faults in staff, imports, and idempotency keys of waitlist entries: the simulation must find each. */
import type { BookOutcome } from '@bord/engine';
import type { Amendment, DiaryScope, RecordChange, Rule, DiaryRow } from '@bord/engine/storage';
import { REHEARSED } from './importers.ts';
import type { Saboteur } from './saboteurs.ts';
import type { Sabotage } from './simulate.ts';

/** Steps on records whose changes are others. */
const changing =
  (other: (change: RecordChange<unknown>) => Partial<RecordChange<unknown>>): Sabotage =>
  (sound) => ({
    ...sound,
    records: {
      ...sound.records,
      amend: ({ select, rule }) =>
        sound.records.amend({
          select,
          rule(found, nowMs) {
            const change = rule(found, nowMs);
            return { ...change, ...(other(change) as typeof change) };
          },
        }),
    },
  });

/** Steps whose rules are others. */
const amending =
  (other: <R>(rule: Rule<R>, scope: DiaryScope) => Rule<R>): Sabotage =>
  (sound) => ({
    ...sound,
    bookings: {
      ...sound.bookings,
      amend: (scope, rule) => sound.bookings.amend(scope, other(rule, scope)),
    },
  });

/** A row that a key names is not found when it is such. */
const notFound = (such: (row: DiaryRow) => boolean): Sabotage =>
  amending(
    (rule) => (snapshot) =>
      rule(snapshot.named && such(snapshot.named) ? { ...snapshot, named: null } : snapshot),
  );

function withBooking<R>(amendment: Amendment<R>): Amendment<R> {
  const outcome = amendment.result as BookOutcome;
  return outcome.kind === 'booked' ? { ...amendment, booking: outcome.booking } : amendment;
}

export const STAFF_SABOTEURS: Readonly<Record<string, Saboteur>> = {
  'a host with the rights of a manager': {
    guilt: /a host has closed a day/,
    sabotage: changing(({ save = {} }) => ({
      save: {
        ...save,
        ...(save.staff && {
          staff: save.staff.map((member) => ({
            ...member,
            roles: member.roles.map((one) => ({ ...one, role: 'manager' as const })),
          })),
        }),
      },
    })),
  },
  'a session without an end': {
    guilt: /is still signed in/,
    sabotage: changing(({ remove = {} }) => ({ remove: { ...remove, sessions: [] } })),
  },
  'a sign-in link valid twice': {
    guilt: /has signed in twice with one link/,
    sabotage: changing(({ remove = {} }) => ({ remove: { ...remove, links: [] } })),
  },
  'a dry run of an import that is saved': {
    guilt: /a dry run has saved/,
    sabotage: amending((rule, { named }) =>
      named && 'idempotencyKey' in named && named.idempotencyKey.startsWith(REHEARSED)
        ? (snapshot) => withBooking(rule(snapshot))
        : rule,
    ),
  },
  'a booking imported twice': {
    guilt: /key given twice|two bookings under one key/,
    sabotage: notFound(({ idempotencyKey }) => /^(quiet|imported)/.test(idempotencyKey ?? '')),
  },
  'a waiting party not found by its key': {
    guilt: /key given twice|two entries under one key/,
    sabotage: notFound(({ kind }) => kind === 'waiting'),
  },
};
