/** Each example of a failure in the OpenAPI document, brought about at the demo restaurant: the server says the same. */
import { openApiDocument } from '@bord/adapter-http';
import { BookingError, limits, SCOPES, type Scope } from '@bord/engine';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { DEMO_ID } from '../../support/world.ts';
import { type Asking, type Demo, openDemo } from './demo.ts';

const document = openApiDocument();

type Ask = readonly [method: string, path: string, given?: Asking];

/** Makes what a failure needs, and turns a request that would be good into the one that fails. */
type Trigger = (demo: Demo, ask: Ask, scope: Scope) => Promise<Ask>;

const at = `/locations/${DEMO_ID}`;
const OTHER_ID = '11111111-1111-4111-8111-111111111111';

const dinner = (given: object = {}): object => ({
  startsAt: '2026-12-01T18:00:00Z',
  partySize: 2,
  name: 'Alva Lind',
  email: 'alva@example.com',
  ...given,
});
const range = (given: object = {}): object => ({
  startDate: '2026-12-01',
  endDate: '2026-12-02',
  partySizes: [2],
  ...given,
});

/** A request that the endpoint would take. */
async function goodRequest(demo: Demo, operationId: string): Promise<Ask> {
  const { method, path, request } = ENDPOINTS.find(({ name }) => name === operationId)!;
  const bookingId = path.includes('{bookingId}') ? await booked(demo) : '';
  const holdId = path.includes('{holdId}') ? await held(demo) : '';
  const waitingId = path.includes('{waitingId}') ? await joined(demo) : '';
  const [filledPath, body] = request({
    locationId: DEMO_ID,
    bookingId,
    holdId,
    waitingId,
    date: '2026-12-01',
    startsAt: '2026-12-01T18:00:00Z',
  });
  return [method, filledPath, body ? { body } : {}];
}

async function booked(demo: Demo): Promise<string> {
  return (await demo.ask('POST', `${at}/bookings`, { body: dinner() })).body.id as string;
}

async function held(demo: Demo): Promise<string> {
  return (await demo.ask('POST', `${at}/holds`, { body: { startsAt: '2026-12-01T18:00:00Z', partySize: 2 } }))
    .body.id as string;
}

const entry = (given: object = {}): object => ({
  date: '2026-12-01',
  from: '19:00',
  to: '20:00',
  mode: 'offer',
  ...dinner({ startsAt: undefined }),
  ...given,
});

async function joined(demo: Demo, given: object = {}): Promise<string> {
  return (await demo.ask('POST', `${at}/waitlist`, { body: entry(given) })).body.id as string;
}

/** Other guests, of whom the first ten can have an offer. */
async function others(demo: Demo, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await joined(demo, { email: `guest-${i}@example.com` });
}

const withKey =
  (key: (demo: Demo, scope: Scope) => string | Promise<string>): Trigger =>
  async (demo, [method, path, given], scope) => [method, path, { ...given, key: await key(demo, scope) }];
/** Without a key where it belongs. */
const withHeaders =
  (headers: Record<string, string>): Trigger =>
  async (_, [method, path, given]) => [method, path, { ...given, key: null, headers }];
const withPath =
  (change: (path: string) => string): Trigger =>
  async (_, [method, path, given = {}]) => [method, change(path), given];
const withBody =
  (body: unknown): Trigger =>
  async (_, [method, path]) => [method, path, { body }];
/** Breaks something first. */
const after =
  (prepare: (demo: Demo) => unknown, trigger: Trigger = async (_, ask) => ask): Trigger =>
  async (demo, ask, scope) => {
    await prepare(demo);
    return trigger(demo, ask, scope);
  };
const failing = (error: Error) => (demo: Demo) => {
  demo.storage.rates.take = async () => {
    throw error;
  };
};

/** For every endpoint that has such an answer. */
const SHARED: Record<string, Trigger> = {
  '401 missing': withHeaders({}),
  '401 noBearer': withHeaders({ authorization: 'bord_live_nonsense' }),
  '401 empty': withHeaders({ authorization: 'Bearer ' }),
  '401 inQuery': async (_, [method, path, given]) => [
    method,
    `${path}${path.includes('?') ? '&' : '?'}api_key=nonsense`,
    { ...given, key: null },
  ],
  '401 differing': withHeaders({ authorization: 'Bearer bord_live_one', 'x-partner-key': 'bord_live_two' }),
  '401 invalidKey': withKey(() => 'bord_live_nonsense'),
  '403 scopeMissing': withKey((demo, scope) =>
    demo.keyFor({ scopes: SCOPES.filter((each) => each !== scope) }),
  ),
  '403 locationForbidden': withKey(async (demo) => {
    await demo.engine.operator.locations.apply(demo.plan, OTHER_ID);
    return demo.keyFor({ locationIds: [OTHER_ID] });
  }),
  '403 listMissing': withKey((demo) => demo.keyFor({ locationIds: null })),
  '404 unknown': async (demo, [method, path, given]) => [
    method,
    path
      .replace(/bk_\w+/, 'bk_none')
      .replace(/hd_\w+/, 'hd_none')
      .replace(/wt_\w+/, 'wt_none')
      .replace(DEMO_ID, OTHER_ID),
    { ...given, ...(path.startsWith('/locations') && { key: await demo.keyFor({ locationIds: null }) }) },
  ],
  '429 limited': withKey(async (demo) => {
    const key = await demo.keyFor({ rateLimit: 1 });
    await demo.ask('GET', `${at}/menu`, { key });
    return key;
  }),
  '500 unexpected': after(failing(new Error('disk on fire'))),
  '503 notEnabled': after(({ engine }) => engine.operator.service.setEnabled(false)),
  '503 unavailable': after(failing(new BookingError('unavailable'))),
  '400 notUuid': withPath((path) => path.replace(DEMO_ID, 'bryggan')),
};

const day = (query: string): Trigger => withPath((path) => path.replace(/\?.*/, `?${query}`));

const OWN: Record<string, Trigger> = {
  'readAvailability 400 dateMissing': day('partySize=2'),
  'readAvailability 400 dateMalformed': day('date=2026-02-30&partySize=2'),
  'readAvailability 400 partySizeMalformed': day('date=2026-12-01&partySize=two'),
  'readAvailabilityBatch 400 rangeTooLong': withBody(range({ endDate: '2027-03-03' })),
  'readAvailabilityBatch 400 endBeforeStart': withBody(range({ endDate: '2026-11-30' })),
  'readAvailabilityBatch 400 partySizeOutOfRange': withBody(range({ partySizes: [2, 51] })),
  'readAvailabilityBatch 400 notJson': withBody('{'),
  'createBooking 400 fieldMissing': withBody(dinner({ name: undefined })),
  'createBooking 400 several': withBody(dinner({ name: undefined, partySize: 0, email: 'alva' })),
  'createBooking 400 noOffset': withBody(dinner({ startsAt: '2026-12-01T18:00:00' })),
  'createBooking 400 emailMalformed': withBody(dinner({ email: 'alva' })),
  'createBooking 400 keyTooLong': withBody(dinner({ idempotencyKey: 'k'.repeat(121) })),
  'createBooking 409 closed': withBody(dinner({ startsAt: '2026-12-01T03:00:00Z' })),
  'createBooking 409 offGrid': withBody(dinner({ startsAt: '2026-12-01T18:05:00Z' })),
  'createBooking 409 too_soon': withBody(dinner({ startsAt: '2026-11-29T18:00:00Z' })),
  'createBooking 409 too_far': withBody(dinner({ startsAt: '2029-12-01T18:00:00Z' })),
  'createBooking 409 party_size': withBody(dinner({ partySize: 7 })),
  'createBooking 409 last_seating': withBody(dinner({ startsAt: '2026-12-01T20:30:00Z' })),
  'createBooking 409 pacing': after(async (demo) => {
    const pacing = { coversPerStep: null, partiesPerStep: 1 };
    await demo.engine.operator.locations.apply({ ...demo.plan, pacing }, DEMO_ID);
    await booked(demo);
  }),
  'createBooking 409 tables': after(
    (demo) => demo.ask('POST', `${at}/bookings`, { body: dinner({ partySize: 6 }) }),
    withBody(dinner({ partySize: 6 })),
  ),
  'createBooking 409 policy': after(({ rejectAll }) => rejectAll()),
  'searchAvailability 400 noLocations': withBody({ locationIds: [], date: '2026-12-01', partySize: 2 }),
  'searchAvailability 400 notUuid': withBody({ locationIds: ['x'], date: '2026-12-01', partySize: 2 }),
  'searchAvailability 400 dateMalformed': withBody({
    locationIds: [DEMO_ID],
    date: '2026-02-30',
    partySize: 2,
  }),
  'listBookings 400 limitTooLarge': withPath((path) => path.replace('limit=50', 'limit=201')),
  'listBookings 400 cursorUnknown': withPath((path) => `${path}&cursor=mine`),
  'moveBooking 400 noOffset': withBody({ startsAt: '2026-12-01T18:00:00' }),
  'moveBooking 400 partySizeZero': withBody({ partySize: 0 }),
  'moveBooking 400 over': async ({ engine }, ask) => {
    await engine.operator.bookings.cancel(ask[1].split('/')[2]!);
    return ask;
  },
  'moveBooking 409 tables': after(
    (demo) => demo.ask('POST', `${at}/bookings`, { body: dinner({ partySize: 6 }) }),
    withBody({ partySize: 6 }),
  ),
  'createHold 400 noOffset': withBody({ startsAt: '2026-12-01T18:00:00', partySize: 2 }),
  'createHold 400 tooLong': withBody({ startsAt: '2026-12-01T18:00:00Z', partySize: 2, seconds: 3600 }),
  'createHold 409 tables': after(
    (demo) => demo.ask('POST', `${at}/bookings`, { body: dinner({ partySize: 6 }) }),
    withBody({ startsAt: '2026-12-01T18:00:00Z', partySize: 6 }),
  ),
  'createHold 429 tooManyHolds': after(async (demo) => {
    for (let i = 1; i <= 10; i++) {
      const startsAt = `2026-12-${String(i + 1).padStart(2, '0')}T18:00:00Z`;
      await demo.ask('POST', `${at}/holds`, { body: { startsAt, partySize: 2 } });
    }
  }),
  'confirmHold 400 fieldMissing': withBody({ email: 'alva@example.com' }),
  'confirmHold 409 tables': async (demo, ask) => {
    await demo.engine.operator.holds.release(ask[1].split('/')[2]!);
    return ask;
  },
  'joinWaitlist 409 full': after(async (demo) => {
    await others(demo, limits.WAITING_MAX + limits.HOLDS_MAX);
  }),
  'joinWaitlist 409 alreadyWaiting': after(async (demo) => {
    await others(demo, limits.HOLDS_MAX);
    await joined(demo);
  }),
  'joinWaitlist 409 notAdmitted': after(({ rejectAll }) => rejectAll()),
  'joinWaitlist 400 fieldMissing': withBody(entry({ name: undefined })),
  'joinWaitlist 400 noTime': withBody(entry({ from: '7 pm' })),
  'joinWaitlist 400 backwards': withBody(entry({ to: '18:30' })),
  'joinWaitlist 400 tooLarge': withBody(entry({ partySize: 7 })),
  'cancelBooking 400 over': async ({ engine }, ask) => {
    await engine.operator.bookings.markNoShow(ask[1].split('/')[2]!);
    return ask;
  },
};

/** Overload does not depend on one request: see below. */
const ELSEWHERE = '503 overloaded';

const failures = Object.values(document.paths)
  .flatMap(({ get, post, delete: remove }) => [get, post, remove].flatMap((operation) => operation ?? []))
  .flatMap(({ operationId, security, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status >= '400')
      .flatMap(([status, given]) => {
        const response =
          '$ref' in given ? document.components.responses[given.$ref.split('/').at(-1)!]! : given;
        const examples = Object.entries(response.content?.['application/json'].examples ?? {});
        return examples.map(([name, { value }]) => ({
          operationId,
          scope: security[0]!['bearer']![0] as Scope,
          name: `${status} ${name}`,
          status: Number(status),
          value,
        }));
      }),
  )
  .filter(({ name }) => name !== ELSEWHERE);

test('§2.11 §7 D16 D49 each failure answers as its example says, with a code that /docs explains', async () => {
  const page = await (await (await openDemo()).api.fetch(new Request('http://localhost/docs'))).text();
  const used = new Set<string>();
  for (const { operationId, scope, name, status, value } of failures) {
    const example = `${operationId} ${name}`;
    const trigger = OWN[example] ?? SHARED[name];
    expect(trigger, example).toBeDefined();
    used.add(example in OWN ? example : name);
    const demo = await openDemo();
    const response = await demo.ask(...(await trigger!(demo, await goodRequest(demo, operationId), scope)));
    // The example is shared by operations with different scopes.
    const wanted = JSON.stringify(value).replace(/(?<=does not have the scope `)[\w:]+/, scope);
    expect([example, response.status, response.body]).toEqual([example, status, JSON.parse(wanted)]);
    const { code, docs } = response.body as { code: string; docs: string };
    expect([example, page.includes(`id="error-${code}"`), docs]).toEqual([
      example,
      true,
      `/docs#error-${code}`,
    ]);
  }
  expect(used).toEqual(new Set([...Object.keys(OWN), ...Object.keys(SHARED)]));
});

test('§7 so is what it says when it has too much to do', async () => {
  const demo = await openDemo();
  const body = { startDate: '2026-12-01', endDate: '2027-03-02', partySizes: [1, 2, 3, 4, 5, 6] };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => demo.ask('POST', `${at}/availability/batch`, { body })),
  );
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(0);
  const { examples } = document.components.responses['ServiceUnavailable']!.content!['application/json'];
  expect(shed[0]!.body).toEqual(examples['overloaded']!.value);
});
