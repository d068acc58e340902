/** `/metrics`, its documentation, and the dashboard that uses it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { book, Bord, type BordServer, dayAhead, demoAt } from '../servers/bord-process.ts';
import { freshDatabase } from '../support/postgres.ts';
import { CANARY, sendCanaries } from './canaries.ts';
import { type Scrape, scrape } from './scrape.ts';

const root = new URL('../../', import.meta.url);
const REFERENCE = 'docs/reference/metrics.md';
const folder = mkdtempSync(join(tmpdir(), 'bord-metrics-'));
const path = join(folder, 'bord.db');
const bord = new Bord(`sqlite:${path}`);
let server: BordServer;
let key: string;

beforeAll(async () => {
  server = await bord.serve();
  key = (await bord.key())['key']!;
});
afterAll(async () => {
  await bord.end();
  rmSync(folder, { recursive: true });
});

/** How much each of the sums has grown while something was done. */
async function growth<N extends string>(
  sums: Readonly<Record<N, readonly [name: string, labels?: Readonly<Record<string, string>>]>>,
  during: () => Promise<unknown>,
): Promise<Record<N, number>> {
  const before = await scrape(server.root);
  await during();
  const after = await scrape(server.root);
  const grown = Object.entries<readonly [string, Readonly<Record<string, string>>?]>(sums).map(
    ([name, of]) => [name, after.sum(...of) - before.sum(...of)] as const,
  );
  return Object.fromEntries(grown) as Record<N, number>;
}

test('bookings, refusals, changes, requests and answers from the cache are counted', async () => {
  const visit = { startsAt: `${dayAhead(3)}T18:00:00Z`, partySize: 6 };
  const availability = `${demoAt(server)}/availability?date=${dayAhead(4)}&partySize=2`;
  const headers = { authorization: `Bearer ${key}` };
  const grown = await growth(
    {
      booked: ['bord_bookings_total', { outcome: 'booked' }],
      replayed: ['bord_bookings_total', { outcome: 'replayed' }],
      refused: ['bord_bookings_total', { outcome: 'refused' }],
      noTable: ['bord_refusals_total', { reason: 'tables' }],
      tooSoon: ['bord_refusals_total', { reason: 'too_soon' }],
      cancelled: ['bord_booking_changes_total', { change: 'cancelled' }],
      created: ['bord_http_requests_total', { method: 'POST', status: '201' }],
      timed: ['bord_http_request_duration_seconds_count', { method: 'POST' }],
      unknown: ['bord_http_requests_total', { route: 'unknown' }],
      misses: ['bord_answer_cache_lookups_total', { result: 'miss' }],
      hits: ['bord_answer_cache_lookups_total', { result: 'hit' }],
      waiting: ['bord_outbox_deliveries', { state: 'waiting' }],
    },
    async () => {
      const made = await book(server, key, { ...visit, idempotencyKey: 'a' });
      const { id } = (await made.json()) as { id: string };
      await book(server, key, { ...visit, idempotencyKey: 'a' });
      await book(server, key, { ...visit, idempotencyKey: 'b' });
      await book(server, key, { ...visit, startsAt: '2020-01-01T18:00:00Z', idempotencyKey: 'c' });
      for (let i = 0; i < 2; i++)
        await fetch(`${server.base}/bookings/${id}/cancel`, { method: 'POST', headers });
      await fetch(`${server.root}/nowhere`);
      for (let i = 0; i < 3; i++) await fetch(availability, { headers });
    },
  );
  expect(grown).toEqual({
    booked: 1,
    replayed: 1,
    refused: 2,
    noTable: 1,
    tooSoon: 1,
    cancelled: 1,
    created: 2,
    timed: 6,
    unknown: 1,
    misses: 1,
    hits: 2,
    waiting: expect.any(Number),
  });
});

test('the number of series is bounded for all requests, and none names a guest', async () => {
  await sendCanaries(server.root, key, 1);
  const before = await scrape(server.root);
  await sendCanaries(server.root, key, 2);
  const after = await scrape(server.root);
  expect(after.series()).toEqual(before.series());
  expect(after.text.toLowerCase()).not.toContain(CANARY.toLowerCase());
  expect(after.text).not.toContain(key);
});

/** The names in the first column of the tables of a document. */
function documented(): string[] {
  const text = readFileSync(new URL(REFERENCE, root), 'utf8');
  return [...text.matchAll(/^\| <a [^>]*><\/a>`(bord_\w+)` \| (\w+) \| ([^|]*)\|/gm)].map(
    ([, name, kind, labels]) =>
      `${name} ${kind} ${[...labels!.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, label]) => label).join()}`,
  );
}

test('docs/reference/metrics.md names every metric, its kind and its labels, and no other', async () => {
  const { families } = await scrape(server.root);
  const own = families.filter(({ name }) => name.startsWith('bord_'));
  expect(own.map(({ name, kind, labels }) => `${name} ${kind} ${labels.join()}`).toSorted()).toEqual(
    documented().toSorted(),
  );
});

/** The series that a dashboard's expressions need and a scrape lacks. */
function missingIn(expressions: readonly string[], { samples }: Scrape): string[] {
  return expressions.flatMap((expression) => {
    const bare = expression.replaceAll(/"[^"]*"/g, '');
    const names = [...bare.matchAll(/\b(?:bord|process|nodejs)_\w+/g)].map(([name]) => name);
    const unknown = names.filter((name) => !samples.some((sample) => sample.name === name));
    const wanted = [
      ...[...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(/,\s*/)),
      ...[...bare.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label]) => label!),
    ];
    const matching = samples.filter(({ name }) => names.includes(name));
    const labels = new Set(matching.flatMap((sample) => Object.keys(sample.labels)));
    const none = wanted.filter((label) => label !== 'instance' && !labels.has(label));
    return [...unknown, ...none, ...(names.length === 0 ? [expression] : [])];
  });
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

function dashboard(): { expressions: string[]; panels: readonly Panel[] } {
  const text = readFileSync(new URL('deploy/grafana-dashboard.json', root), 'utf8');
  const { panels } = JSON.parse(text) as { panels: readonly Panel[] };
  return { panels, expressions: panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)) };
}

/** The expressions of the alert rules. */
function alerts(): string[] {
  const text = readFileSync(new URL('deploy/alerts.yaml', root), 'utf8');
  return [...text.matchAll(/^ +expr: (.+)$/gm)].map(([, rule]) => rule!);
}

test('the dashboard and the alerts use existing series, and the dashboard shows every metric', async () => {
  const seen = await scrape(server.root);
  const { expressions, panels } = dashboard();
  expect(panels.length).toBeGreaterThan(20);
  expect(alerts().length).toBeGreaterThan(3);
  expect(missingIn([...expressions, ...alerts()], seen)).toEqual([]);
  const shown = expressions.join('\n');
  const own = seen.families.map(({ name }) => name).filter((name) => name.startsWith('bord_'));
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
  // control
  const wrong = [
    'sum(bord_bookings)',
    'sum by (partner) (bord_bookings_total)',
    'bord_bookings_total{who="me"}',
    '1',
  ];
  expect(missingIn(wrong, seen)).toEqual(['bord_bookings', 'partner', 'who', '1']);
});

test('the connections to PostgreSQL are shown', async () => {
  const { url } = await freshDatabase();
  const other = new Bord(url);
  try {
    const serving = await other.serve();
    await fetch(`${serving.root}/readyz`);
    const connections = (await scrape(serving.root)).sum('bord_database_connections');
    expect(connections).toBeGreaterThan(0);
  } finally {
    await other.end();
  }
});

// The last one: it leaves the database broken.
test('when the database does not answer, the figures of the process are there all the same', async () => {
  const database = new Sqlite(path);
  database.exec('ALTER TABLE deliveries RENAME TO hidden');
  database.close();
  const { samples, families } = await scrape(server.root);
  const names = new Set(samples.map(({ name }) => name));
  expect(names).not.toContain('bord_outbox_deliveries');
  expect(names).not.toContain('bord_outbox_oldest_due_seconds');
  expect(names).toContain('bord_http_requests_total');
  expect(families.map(({ name }) => name)).toContain('process_cpu_seconds_total');
});
