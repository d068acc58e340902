import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { aCaller, aLocation, aPlan, aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } from './contract/fixtures.ts';
import { BookingError } from './core/errors.ts';
import { createEngine, type Engine } from './engine.ts';
import { memoryStorage } from './memory/memory-storage.ts';
import type { Storage } from './ports/storage.ts';

type Method = (...args: unknown[]) => unknown;

interface Called {
  readonly name: string;
  readonly method: Method;
}

const STAFF = { staffId: 'st_1', name: 'Anna', sessionId: 'ss_1', roles: [] };

/** Every method of the engine and of the actions that it returns. */
function methodsOf(engine: Engine): readonly Called[] {
  const member = { ...STAFF, roles: [{ locationId: LOCATION_ID, role: 'manager' as const }] };
  return [
    ...methodsIn(engine, 'engine'),
    ...methodsIn(engine.partner(aCaller()), 'partner'),
    ...methodsIn(engine.guest('token'), 'guest'),
    ...methodsIn(engine.staff(member), 'staff'),
    ...methodsIn(engine.staff(member).at(LOCATION_ID), 'staff.at'),
    ...methodsIn(engine.operator.at(LOCATION_ID), 'operator.at'),
    ...methodsIn(engine.sandbox.listening(aCaller({ partner: 'sandbox-x' })), 'listening'),
    { name: 'events.forget', method: engine.events.forget as Method },
  ];
}

/** `inTime` runs the work of a host, `recall` reads from memory, and `detach` ends the engine. */
const OTHERS = new Set(['engine.inTime', 'engine.recall', 'engine.detach']);

function methodsIn(group: object, path: string): Called[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]): Called[] => {
    const name = `${path}.${key}`;
    if (OTHERS.has(name)) return [];
    if (typeof value === 'function') return [{ name, method: value as Method }];
    return typeof value === 'object' && value !== null ? methodsIn(value, name) : [];
  });
}

const WRONG = [
  undefined,
  null,
  0,
  -1.5,
  Number.NaN,
  '',
  'x',
  true,
  Symbol('wrong'),
  10n,
  [],
  [undefined],
  {},
  { guest: {}, startMs: FRIDAY_MS, partySize: 2 },
  { date: 5, partySize: '2', locationIds: 'x', tables: {}, email: 5 },
  { ...aRequest(FRIDAY_MS), guest: null },
  () => {
    throw new Error('thrown by the host');
  },
];

/** The error of a call; `undefined` if it succeeds. */
async function faultOf(method: Method, args: readonly unknown[]): Promise<unknown> {
  try {
    const result = await method(...args);
    if (typeof result !== 'object' || result === null) return undefined;
    if (Symbol.asyncIterator in result && 'return' in result) {
      const iterator = result as AsyncGenerator;
      const waiting = iterator.next();
      await Promise.race([waiting, iterator.return(undefined)]);
    }
    if ('stop' in result) await (result as { stop(): Promise<void> }).stop();
    return undefined;
  } catch (error) {
    return error;
  }
}

async function open(change: (storage: Storage) => Storage = (storage) => storage): Promise<Engine> {
  const clock = { nowMs: () => FRIDAY_MS };
  const storage = memoryStorage(clock);
  await aLocation(storage);
  return createEngine({ storage: change(storage), clock, secretKeys: [new Uint8Array(32)] });
}

test('each public method, called with wrong arguments, succeeds or fails with a BookingError', async () => {
  const engine = await open();
  const methods = methodsOf(engine);
  const rejecting = new Set<string>();
  for (const { name, method } of methods) {
    for (const wrong of WRONG) {
      for (const args of [[wrong], [wrong, wrong], [LOCATION_ID, wrong], [LOCATION_ID, wrong, wrong]]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const fault = await faultOf(method, args);
        if (fault === undefined) continue;
        rejecting.add(name);
        expect(BookingError.is(fault), `${name}(${args.map(String).join()}): ${inspect(fault)}`).toBe(true);
        const { code, message, cause } = fault as BookingError;
        const isOfHost = String(cause).includes('thrown by the host');
        if (!isOfHost) expect(code, `${name}(${args.map(String).join()}): ${message}`).not.toBe('unexpected');
      }
    }
  }
  engine.detach();
  expect(rejecting.size).toBeGreaterThan(methods.length / 2);
});

test('if the storage throws any other error, each public method fails with a BookingError that has it as its cause', async () => {
  const engine = await open();
  const names = methodsOf(engine).map(({ name }) => name);
  engine.detach();
  const broken = (storage: Storage): Storage => ({
    ...storage,
    bookings: failing(storage.bookings),
    locations: failing(storage.locations),
    records: failing(storage.records),
    guests: failing(storage.guests),
    outbox: failing(storage.outbox),
    rates: failing(storage.rates),
    nowMs: () => Promise.reject(new TypeError('the storage is broken')),
    check: () => Promise.reject(new TypeError('the storage is broken')),
  });
  const failed = await open(broken);
  const requests = [[], [LOCATION_ID], [LOCATION_ID, aRequest(FRIDAY_MS)], [{ date: FRIDAY, partySize: 2 }]];
  let unexpected = 0;
  for (const { name, method } of methodsOf(failed)) {
    for (const args of requests) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const fault = await faultOf(method, args);
      if (fault === undefined) continue;
      expect(BookingError.is(fault), `${name}: ${inspect(fault)}`).toBe(true);
      if ((fault as BookingError).code !== 'unexpected') continue;
      expect((fault as BookingError).cause).toBeInstanceOf(TypeError);
      unexpected += 1;
    }
  }
  failed.detach();
  expect(unexpected).toBeGreaterThan(names.length / 2);
});

function failing<T extends object>(store: T): T {
  return new Proxy(store, {
    get: () => () => Promise.reject(new TypeError('the storage is broken')),
  });
}

const guest = { name: 'Alva', email: 'alva@example.com' };
const plan = aPlan();

test.each<[string, (engine: Engine) => Promise<unknown>, readonly unknown[], string]>([
  [
    'a guest without a name',
    (engine) =>
      engine
        .partner(aCaller())
        .createBooking(LOCATION_ID, { startMs: FRIDAY_MS, partySize: 2, guest: {} as never }),
    ['guest', 'name'],
    'guest.name is missing',
  ],
  [
    'a blank name',
    (engine) =>
      engine
        .partner(aCaller())
        .createBooking(LOCATION_ID, { ...aRequest(FRIDAY_MS), guest: { ...guest, name: ' ' } }),
    ['guest', 'name'],
    'guest.name must not be empty',
  ],
  [
    'a start as a text',
    (engine) =>
      engine.partner(aCaller()).createHold(LOCATION_ID, { startMs: '19:00' as never, partySize: 2 }),
    ['startMs'],
    'startMs must be a number',
  ],
  [
    'a start that is not whole',
    (engine) => engine.partner(aCaller()).createHold(LOCATION_ID, { startMs: 0.5, partySize: 2 }),
    ['startMs'],
    'startMs must be an instant',
  ],
  [
    'an id that is not a text',
    (engine) => engine.operator.bookings.read(5 as never),
    ['bookingId'],
    'bookingId must be a text',
  ],
  [
    'no request',
    (engine) => engine.partner(aCaller()).createBooking(LOCATION_ID, undefined as never),
    ['request'],
    'request is missing',
  ],
  [
    'a table of a plan',
    (engine) =>
      engine.operator.locations.apply(
        { ...plan, floorPlan: { ...plan.floorPlan, tables: [{ id: 'A' } as never] } },
        LOCATION_ID,
      ),
    ['floorPlan', 'tables', 0, 'seatsMin'],
    'floorPlan.tables.0.seatsMin is missing',
  ],
  [
    'an entry of the waitlist that ends before it begins',
    (engine) =>
      engine.partner(aCaller()).joinWaitlist(LOCATION_ID, {
        date: FRIDAY,
        fromMs: FRIDAY_MS + 1,
        toMs: FRIDAY_MS,
        partySize: 2,
        mode: 'book',
        guest,
      }),
    ['toMs'],
    'toMs must not be before fromMs',
  ],
])('a path has the names of the engine: %s', async (_, method, path, message) => {
  const engine = await open();
  await expect(method(engine)).rejects.toMatchObject({ code: 'invalid_request', path, message });
  engine.detach();
});

test('a caller that is not from authenticate is rejected immediately, with the name of the field', async () => {
  const engine = await open();
  expect(() => engine.partner({} as never)).toThrow('keyId is missing');
  expect(() => engine.staff(undefined as never)).toThrow('caller is missing');
  expect(() => engine.operator.at(5 as never)).toThrow('locationId must be a text');
  engine.detach();
});

test.each([1.5, Number.NaN, undefined, '5', 5n, new Date()])(
  'a clock that returns %s instead of whole milliseconds is named at the first call that reads it',
  async (value) => {
    const engine = createEngine({ storage: memoryStorage(), clock: { nowMs: () => value as never } });
    const reading = engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
    await expect(reading).rejects.toMatchObject({
      code: 'unexpected',
      message: expect.stringMatching(/^clock\.nowMs must return whole milliseconds/),
    });
    engine.detach();
  },
);

test.each([
  [undefined, 'options is missing'],
  [{}, 'storage is missing'],
  [{ storage: {} }, 'storage.bookings is missing'],
  [{ storage: memoryStorage(), clock: Date.now }, 'clock must be an object'],
  [{ storage: memoryStorage(), clock: {} }, 'clock.nowMs is missing'],
  [{ storage: memoryStorage(), secretKeys: [new Uint8Array(8)] }, 'secretKeys.0 must be 32 bytes'],
  [{ storage: memoryStorage(), policies: {} }, 'policies must be a list'],
  [{ storage: memoryStorage(), polices: [] }, 'there is no option polices: remove it'],
])('createEngine(%o) throws a TypeError that names the option', (options, message) => {
  expect(() => createEngine(options as never)).toThrow(new TypeError(`createEngine: ${message}`));
});
