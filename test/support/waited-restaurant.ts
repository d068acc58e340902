/** A small restaurant for which people wait (D36), on any storage, with the mails that it writes. */
import {
  type Booking,
  createEngine,
  type Engine,
  HOUR_MS,
  type Location,
  MINUTE_MS,
  type Message,
  type WaitingInput,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { onTestFinished, vi } from 'vitest';
import type { OpenStorage, StorageKind } from './storages.ts';

const { aCaller, aRequest, aTable, aLocation, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;

/** Seven in the evening in Stockholm. */
export const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;

export interface WaitedRestaurant {
  readonly opened: OpenStorage;
  readonly engine: Engine;
  readonly mails: readonly Message[];
  /** Errors outside of requests. */
  readonly faults: readonly unknown[];
  /** Lets time pass for the engine and its storage. */
  pass(ms: number): Promise<void>;
  /** Lets time pass between the preparation of the next step and its transaction. */
  passBeforeStep(ms: number): void;
  /** A booking of another guest. */
  book(startMs?: number, partySize?: number): Promise<Booking>;
  /** Another process on the same storage. */
  another(): Promise<Engine>;
}

/** With tables of these ids and sizes. */
export async function aWaitedRestaurant(
  { open }: StorageKind,
  tables: Readonly<Record<string, number>>,
  plan: Partial<Location> = {},
): Promise<WaitedRestaurant> {
  let nowMs = FRIDAY_MS;
  const clock = { nowMs: () => nowMs };
  const opened = await open(clock);
  const floorPlan = {
    tables: Object.entries(tables).map(([id, seatsMax]) => aTable(id, { seatsMax })),
    combinations: [],
    wastedSeatsMax: null,
  };
  await aLocation(opened.storage, { floorPlan, ...plan });
  const mails: Message[] = [];
  const faults: unknown[] = [];
  const engines: Engine[] = [];
  const engineOn = (storage: OpenStorage['storage']): Engine => {
    const engine = createEngine({
      storage,
      clock,
      secretKeys: [new Uint8Array(32).fill(7)],
      observer: (fact) => void (fact.kind === 'fault' && faults.push(fact)),
      mailer: {
        isLocal: true,
        send: async (message) => void mails.push(message),
        erase: async () => 0,
        purge: async () => 0,
        close: async () => undefined,
      },
    });
    engines.push(engine);
    return engine;
  };
  const engine = engineOn(opened.storage);
  onTestFinished(async () => {
    for (const one of engines) one.detach();
    await opened.close();
  });
  let guests = 0;
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    await opened.pass(ms);
  };
  return {
    opened,
    engine,
    mails,
    faults,
    pass,
    passBeforeStep(ms) {
      const { bookings } = opened.storage;
      const amend = bookings.amend.bind(bookings);
      vi.spyOn(bookings, 'amend').mockImplementationOnce(async (...step) => {
        await pass(ms);
        return amend(...step);
      });
    },
    async book(startMs = SEVEN_MS, partySize = 2) {
      const guest = { name: 'Alva', email: `alva-${(guests += 1)}@example.com` };
      const outcome = await engine
        .partner(aCaller())
        .createBooking(LOCATION_ID, { ...aRequest(startMs), guest, partySize });
      if (outcome.kind !== 'booked') throw new Error(outcome.kind);
      return outcome.booking;
    },
    another: async () => engineOn(await opened.reopen()),
  };
}

/** Somebody who would come at seven, for two. */
export function anEntry(name: string, given: Partial<WaitingInput> = {}): WaitingInput {
  return {
    date: FRIDAY,
    fromMs: SEVEN_MS,
    toMs: SEVEN_MS,
    partySize: 2,
    mode: 'offer',
    guest: { name, email: `${name}@example.com` },
    ...given,
  };
}

/** As long as an offer lasts, unless a location says otherwise. */
export const OFFER_MS = 30 * MINUTE_MS;
