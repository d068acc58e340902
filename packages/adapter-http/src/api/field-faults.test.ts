import { expect, test } from 'vitest';
import { booking, openRuntime } from '../../test/runtime.ts';
import { ignoredFieldsHeader } from '../http/ignored-fields.ts';

type Runtime = Awaited<ReturnType<typeof openRuntime>>;

/** Each has one invalid field. */
const WRONG_BOOKINGS: readonly object[] = [
  { startsAt: '2026-12-02T18:00:00' },
  { startsAt: 5 },
  { partySize: 0 },
  { partySize: 'two' },
  { partySize: undefined },
  { name: ' ' },
  { name: 'n'.repeat(201) },
  { name: undefined },
  { email: 'astrid' },
  { email: `${'e'.repeat(250)}@example.se` },
  { phone: '0'.repeat(41) },
  { notes: 'a\0b' },
  { partnerBookingRef: 7 },
  { partnerBookingRef: 'r'.repeat(201) },
  { idempotencyKey: '' },
  { idempotencyKey: 'k'.repeat(121) },
  { lang: 'tlh' },
];

const WRONG_RANGES: readonly object[] = [
  { startDate: 'monday' },
  { startDate: undefined },
  { endDate: '2026-02-30' },
  { partySizes: [] },
  { partySizes: [2, 51] },
  { partySizes: [2, 'three'] },
  { partySizes: Array.from({ length: 13 }, (_, i) => i + 1) },
];
const range = (more: object): object => ({
  startDate: '2026-12-02',
  endDate: '2026-12-03',
  partySizes: [2],
  ...more,
});

const WRONG_DAYS = ['date=2026-02-30', 'date=', 'partySize=two', 'partySize=0', 'explain=maybe'];

interface Refused {
  readonly message: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

async function refused(answer: Response): Promise<Refused> {
  expect(answer.status).toBe(400);
  return (await answer.json()) as Refused;
}

/** Requests that each have one invalid field: the field, its part of the request, and the value. */
function questions(runtime: Runtime): readonly [field: string, part: string, given: object | string][] {
  const at = `/locations/${runtime.location.id}`;
  return [
    ...WRONG_BOOKINGS.map((given): [string, string, object] => [
      Object.keys(given)[0]!,
      `${at}/bookings`,
      given,
    ]),
    ...WRONG_RANGES.map((given): [string, string, object] => [
      Object.keys(given)[0]!,
      `${at}/availability/batch`,
      given,
    ]),
    ...WRONG_DAYS.map((given): [string, string, string] => [
      given.split('=')[0]!,
      `${at}/availability`,
      given,
    ]),
  ];
}

function ask(runtime: Runtime, path: string, given: readonly (object | string)[]): Promise<Response> {
  if (path.endsWith('/bookings')) return runtime.post(path, booking(Object.assign({}, ...given)));
  if (path.endsWith('/batch')) return runtime.post(path, range(Object.assign({}, ...given)));
  const query = new URLSearchParams({ date: '2026-12-02', partySize: '2' });
  for (const each of given) query.set(...((each as string).split('=') as [string, string]));
  return runtime.call(`${path}?${query.toString()}`);
}

test('D8 D11 a 400 lists every invalid field in `errors`, each with the message that it has alone, and the first is the message', async () => {
  const runtime = await openRuntime();
  const all = questions(runtime);
  const alone = new Map<object | string, string>();
  for (const [field, path, given] of all) {
    const { message, errors } = await refused(await ask(runtime, path, [given]));
    const at = expect.stringMatching(new RegExp(`^${field}(?:\\.1)?$`)) as string;
    expect([given, errors]).toEqual([given, [{ field: at, message }]]);
    expect(message.startsWith(`${errors[0]!.field} `)).toBe(true);
    alone.set(given, message);
  }
  for (const [field, path, given] of all)
    for (const [otherField, otherPath, other] of all) {
      if (path !== otherPath || field === otherField) continue;
      const { message, errors } = await refused(await ask(runtime, path, [given, other]));
      const messages = [given, other].map((each) => alone.get(each));
      expect(messages).toContain(message);
      expect(errors[0]!.message).toBe(message);
      expect(errors.map((each) => each.message).toSorted()).toEqual(messages.toSorted());
    }
});

test('D8 a body that is invalid as a whole has no fields; at most twenty faults are listed', async () => {
  const runtime = await openRuntime();
  const path = `/locations/${runtime.location.id}/availability/batch`;
  for (const whole of [[], 'text', null]) {
    const answer = await refused(await runtime.post(path, whole));
    expect(answer).toMatchObject({ statusCode: 400, message: expect.any(String), code: 'invalid_request' });
    expect(answer).not.toHaveProperty('errors');
  }
  const sizes = Array.from({ length: 60 }, () => 'x');
  const { errors } = await refused(await runtime.post(path, range({ partySizes: sizes })));
  expect(errors).toHaveLength(20);
});

test('D8 a blank optional text is not a fault, even next to one', async () => {
  const runtime = await openRuntime();
  const given = booking({ name: undefined, phone: ' ', notes: '', partnerBookingRef: ' ' });
  const { errors } = await refused(await runtime.post(`/locations/${runtime.location.id}/bookings`, given));
  expect(errors).toEqual([{ field: 'name', message: 'name is missing' }]);
});

const IGNORED = 'ignored-fields';

test('D11 a sandbox key gets the names of ignored fields in body and query, in successful and failed answers', async () => {
  const runtime = await openRuntime();
  const at = `/locations/${runtime.location.id}`;
  const { key } = await runtime.engine.operator.keys.createSandbox({
    locationId: runtime.location.id,
    email: 'dev@example.com',
    system: 'Test',
  });
  const day = `${at}/availability?date=2026-12-02&partySize=2`;
  const cases: readonly [() => Promise<Response>, number, string | null][] = [
    [() => runtime.post(`${at}/bookings`, booking({ guests: 2, Phone: '1' }), { key }), 201, 'guests, Phone'],
    [
      () => runtime.post(`${at}/bookings?dryRun=1`, booking({ partySize: 0, a: 1 }), { key }),
      400,
      'dryRun, a',
    ],
    [
      () => runtime.post(`${at}/bookings`, booking({ startsAt: '2026-12-02T03:00:00Z', x: 1 }), { key }),
      409,
      'x',
    ],
    [() => runtime.post(`${at}/bookings`, booking(), { key }), 201, null],
    [() => runtime.call(`${day}&guests=4&guests=5`, { key }), 200, 'guests'],
    [() => runtime.call(day, { key }), 200, null],
    [() => runtime.call(`${day}&date=2026-12-03`, { key }), 400, null],
    [() => runtime.call(`${at}/menu?lang=sv`, { key }), 200, 'lang'],
    [() => runtime.call(`${day}&guests=4`), 200, null], // not a sandbox key
  ];
  for (const [answered, status, header] of cases) {
    const { status: got, headers } = await answered();
    expect([got, headers.get(IGNORED)]).toEqual([status, header]);
  }
});

test('D11 the header is short and safe for all field names', () => {
  expect(ignoredFieldsHeader(['a\r\nset-cookie: b', 'å, ö', '', 'x'.repeat(50)])).toBe(
    `a??set-cookie??b, ????, ?, ${'x'.repeat(40)}`,
  );
  const many = Array.from({ length: 13 }, (_, i) => `f${i}`);
  expect(ignoredFieldsHeader(many)).toBe('f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, +3');
});
