/** The document's rules for requests. `test/proof/fuzz` checks that the server has the same. */
import { openApiDocument } from '@bord/adapter-http';
import { expect, test } from 'vitest';
import { createRequestReader } from '../../support/openapi-requests.ts';

const document = openApiDocument();
const read = createRequestReader(document);
const { paths, components } = document;

function faults(path: string, body: object): readonly string[] {
  const operation = paths[path]?.post;
  if (!operation) throw new Error(`no such operation: ${path}`);
  return read(operation, { search: new URLSearchParams(), body: JSON.stringify(body) }).faults;
}

const BOOK = '/locations/{locationId}/bookings';
const BATCH = '/locations/{locationId}/availability/batch';
const JOIN = '/locations/{locationId}/waitlist';

const booking = { startsAt: '2026-12-01T18:00:00Z', partySize: 2, name: 'Alva', email: 'alva@example.com' };
const range = { startDate: '2026-12-01', endDate: '2027-03-02', partySizes: [2] };
const { startsAt: _, ...party } = booking;
const waiting = {
  ...party,
  date: '2026-12-01',
  from: '19:00',
  to: '2026-12-01T20:00:00+01:00',
  mode: 'book',
};

test('§2.6 D8 D11 the document allows what the server accepts: names in any alphabet, unknown fields, blank options', () => {
  const lenient = { email: 'ålva@räksmörgås.example', phone: ' '.repeat(99), lang: ' ', seats: 9 };
  for (const more of [{}, lenient, { notes: '' }]) expect(faults(BOOK, { ...booking, ...more })).toEqual([]);
  expect(faults(BATCH, range)).toEqual([]);
  expect(faults(JOIN, waiting)).toEqual([]);
});

test.each<[path: string, body: object]>([
  [BOOK, { ...booking, name: ' ' }],
  [BOOK, { ...booking, name: 'a\0b' }],
  [BOOK, { ...booking, name: '\ud800' }],
  [BOOK, { ...booking, idempotencyKey: '\n' }],
  [BOOK, { ...booking, partySize: 1e21 }],
  [BOOK, { ...booking, email: 'alva@localhost' }],
  [BOOK, { ...booking, email: 'al\u200bva@example.com' }],
  [BOOK, { ...booking, startsAt: '2026-12-01 18:00:00Z' }],
  [BATCH, { ...range, endDate: '2026-11-30' }],
  [BATCH, { ...range, endDate: '2027-03-03' }],
  [JOIN, { ...waiting, from: '7 pm' }],
  [JOIN, { ...waiting, from: '2026-12-01T21:00:00Z' }],
])('§2.4 §2.6 D6 D8 D11 the document forbids what the server rejects: %s %j', (path, body) => {
  expect(faults(path, body)).not.toEqual([]);
});

test('§9 every component of the document is used', () => {
  const text = JSON.stringify(document);
  const { securitySchemes: _schemes, ...referred } = components;
  const unused = Object.entries(referred).flatMap(([kind, named]) =>
    Object.keys(named).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
  );
  expect(unused).toEqual([]);
});
