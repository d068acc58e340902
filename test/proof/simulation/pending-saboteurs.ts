/** Storages with faults in holds, the waitlist, the list and events on dates: the simulation must find each. */
import type { Booking, Storage } from '@bord/engine';
import type { Amendment, Delivery, DiaryRow, Rule, Snapshot } from '@bord/engine/storage';
import type { Saboteur } from './saboteurs.ts';
import { isMoveHold } from './row-ids.ts';
import type { Sabotage } from './simulate.ts';

const bookings = (sound: Storage, broken: Partial<Storage['bookings']>): Storage => ({
  ...sound,
  bookings: { ...sound.bookings, ...broken },
});

/** Every n-th step saves something other than wanted, or sees a wrong snapshot. */
const everySo =
  (times: number, broken: <R>(rule: Rule<R>, snapshot: Snapshot) => Amendment<R>): Sabotage =>
  (sound) => {
    let steps = 0;
    return bookings(sound, {
      amend: (scope, rule) => {
        const isBroken = ++steps % times === 0;
        return sound.bookings.amend(scope, (snapshot) =>
          isBroken ? broken(rule, snapshot) : rule(snapshot),
        );
      },
    });
  };

const withoutDeliveries =
  (such: (delivery: Delivery) => boolean) =>
  <R>(rule: Rule<R>, snapshot: Snapshot): Amendment<R> => {
    const { deliveries = [], ...rest } = rule(snapshot);
    return { ...rest, deliveries: deliveries.filter((delivery) => !such(delivery)) };
  };

const isWaiting = ({ id }: { readonly id: string }): boolean => id.startsWith('wt_');
const isHold = ({ id }: { readonly id: string }): boolean => id.startsWith('hd_');

/** Now and then something that is held loses its tables. */
const evicting = (such: (row: { readonly id: string }) => boolean): Sabotage =>
  everySo(10, (rule, snapshot) => {
    const amendment = rule(snapshot);
    const { reseatings = [], booking, others = [] } = amendment;
    const isTouched = ({ id }: { readonly id: string }): boolean =>
      [booking?.id, ...others.map((row) => row.id), ...reseatings.map((one) => one.bookingId)].includes(id);
    const held = snapshot.bookings.find((one) => such(one) && one.tables.length > 0 && !isTouched(one));
    if (!held) return amendment;
    return { ...amendment, reseatings: [...reseatings, { bookingId: held.id, tables: [] }] };
  });

/** It is found at the end of a history. */
const FEW = 60;

export const PENDING_SABOTEURS: Readonly<Record<string, Saboteur>> = {
  'a hold that releases its tables early': {
    guilt: /has lost its tables early|could not be confirmed/,
    sabotage: evicting(isHold),
  },
  'a hold for a move that is released early': {
    guilt: /has lost its tables early|could not be moved to its hold/,
    sabotage: evicting(isMoveHold),
  },
  'a hold for a move that bookings ignore': {
    guilt: /table given twice/,
    sabotage: everySo(2, (rule, snapshot) =>
      rule({ ...snapshot, bookings: snapshot.bookings.filter((one) => !isMoveHold(one)) }),
    ),
  },
  'holds that bookings ignore': {
    guilt: /table given twice/,
    sabotage: everySo(3, (rule, snapshot) =>
      rule({ ...snapshot, bookings: snapshot.bookings.filter((one) => !isHold(one)) }),
    ),
  },
  'a confirmed hold without its mark': {
    guilt: /was made of a hold|(?:leased|tables) early/,
    sabotage: everySo(1, (rule, snapshot) => {
      const { others = [], ...rest } = rule(snapshot);
      const unmarked = others.map((row): DiaryRow =>
        row.kind === 'hold' && row.status === 'completed'
          ? { ...row, status: 'confirmed', tables: [], claim: 'evicted' }
          : row,
      );
      return { ...rest, others: unmarked };
    }),
  },
  'waiting parties that bookings ignore': {
    guilt: /; expected:|not found|is found/,
    sabotage: everySo(3, (rule, snapshot) =>
      rule({ ...snapshot, bookings: snapshot.bookings.filter((one) => !isWaiting(one)) }),
    ),
  },
  'the table given to the last waiting party': {
    guilt: /; expected:/,
    sabotage: everySo(1, (rule, snapshot) => {
      if (!snapshot.rows) return rule(snapshot);
      const turned = (row: DiaryRow): DiaryRow =>
        row.kind === 'waiting' ? { ...row, position: 1000 - row.position } : row;
      const rows = new Map(Array.from(snapshot.rows, ([id, row]) => [id, turned(row)]));
      return rule({ ...snapshot, rows });
    }),
  },
  'an offer without an e-mail': {
    guilt: /gets 0 e-mails: waitlist_offered/,
    sabotage: everySo(
      1,
      withoutDeliveries(({ eventId }) => eventId.includes(':mail.waitlist_offered:')),
    ),
  },
  'an offer without an event': {
    guilt: /gets undefined for .*waitlist\.offered/,
    sabotage: everySo(
      1,
      withoutDeliveries(({ eventId }) => eventId.includes(':waitlist.offered:')),
    ),
  },
  'a changed date without an event': {
    guilt: /no event of changed availability/,
    sabotage: everySo(
      10,
      withoutDeliveries(({ covers }) => covers !== undefined),
    ),
  },
  'several waiting events about one date': {
    guilt: /events wait for|is dropped and was leased again/,
    sabotage: everySo(1, (rule, snapshot) => {
      const { deliveries = [], ...rest } = rule(snapshot);
      return { ...rest, deliveries: deliveries.map(({ covers: _covers, ...delivery }) => delivery) };
    }),
  },
  'a list that skips the end of a page': {
    wishes: FEW,
    guilt: /acme has|hotel has/,
    sabotage: (sound) =>
      bookings(sound, {
        async changes(request) {
          const list = await sound.bookings.changes(request);
          const last = list.changes.at(-1);
          return list.hasMore && last ? { ...list, changes: list.changes.slice(0, -1) } : list;
        },
      }),
  },
  'an outdated list': {
    wishes: FEW,
    guilt: /acme has|hotel has/,
    sabotage: (sound) => {
      const first = new Map<string, Booking>();
      return bookings(sound, {
        async changes(request) {
          const list = await sound.bookings.changes(request);
          const changes = list.changes.map(({ booking, position }) => {
            first.set(booking.id, first.get(booking.id) ?? booking);
            return { booking: first.get(booking.id)!, position };
          });
          return { ...list, changes };
        },
      });
    },
  },
  'outdated days in searches': {
    guilt: /found and is|found \[/,
    sabotage: (sound) => {
      const known = new Map<string, Awaited<ReturnType<Storage['bookings']['diary']>>>();
      return bookings(sound, {
        async diary(locationId, interval) {
          const key = `${locationId} ${interval.startMs}`;
          if (!known.has(key)) known.set(key, await sound.bookings.diary(locationId, interval));
          return known.get(key)!;
        },
      });
    },
  },
  'a move of an outdated booking': {
    guilt:
      /, expected none|is moved to|was reported before|acknowledged and not saved|table given twice|was written twice/,
    sabotage: (sound) => {
      const first = new Map<string, Booking>();
      return bookings(sound, {
        amend: (scope, rule) =>
          sound.bookings.amend(scope, (snapshot) => {
            const { named } = snapshot;
            if (!named || named.kind !== 'booking' || named.status !== 'confirmed') return rule(snapshot);
            const before = first.get(named.id) ?? named;
            first.set(named.id, before);
            if (before.partySize === named.partySize) return rule(snapshot);
            // Its events are known, its size is forgotten.
            return rule({ ...snapshot, named: { ...named, partySize: before.partySize } });
          }),
      });
    },
  },
};
