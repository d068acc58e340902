import { expect, test } from 'vitest';
import { choose, reasonsOf } from './choose.ts';
import { type Fence, OPEN } from './fence.ts';
import type { Host } from './hosts.ts';
import type { Sighting } from './sighting.ts';

const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name: `${name}:5432`, url: '' })) as [Host, Host, Host];
const SYSTEM = '7';

function primary(timeline: number, mark?: string, system: string | null = SYSTEM): Sighting {
  const noted = mark === undefined ? null : { timeline, mark };
  return { unwritable: null, system, timeline, noted, hasNotes: true };
}

function standby(timeline: number, noted: Sighting['noted'] = null): Sighting {
  return { ...primary(timeline), unwritable: 'a standby', noted };
}

const seeing = (...seen: [Host, Sighting | Error][]) => new Map(seen);
const chosen = (fence: Fence, seen: ReadonlyMap<Host, Sighting | Error>, current: Host | null = null) =>
  choose(fence, seen, current).host;
const away = new Error('connect ECONNREFUSED');

test('the primary is chosen at any position of the URL, and a standby never', () => {
  expect(chosen(OPEN, seeing([a, standby(1)], [b, primary(1)], [c, standby(1)]))).toBe(b);
  expect(chosen(OPEN, seeing([a, standby(1)], [b, away]))).toBeNull();
  expect(chosen(OPEN, seeing([a, { ...primary(1), unwritable: 'read-only' }]))).toBeNull();
});

test('of two primaries the later one is written to, and its fence keeps the old one out even when it is alone again', () => {
  const { host, fence } = choose(OPEN, seeing([a, primary(1)], [b, primary(2)]), a);
  expect(host).toBe(b);
  expect(fence).toEqual({ system: SYSTEM, timeline: 2, mark: null });
  const alone = seeing([a, primary(1)], [b, away]);
  expect(chosen(fence, alone)).toBeNull();
  expect(reasonsOf(fence, [a, b, c], alone)).toBe(
    'a:5432 (an old primary: it is on timeline 1, and 2 has been seen), b:5432 (connect ECONNREFUSED), c:5432 (has not answered)',
  );
  expect(chosen(OPEN, alone), 'without the fence it is written to').toBe(a);
});

test('a standby reports a later primary: by its log, or by the record in the database', () => {
  expect(chosen(OPEN, seeing([a, primary(1)], [c, standby(2)]))).toBeNull();
  expect(chosen(OPEN, seeing([a, primary(1)], [c, standby(0, { timeline: 2, mark: 'x' })]))).toBeNull();
});

test('a host of another database system is not written to; of two unknown systems, neither is', () => {
  const { fence } = choose(OPEN, seeing([a, primary(1)]), null);
  expect(chosen(fence, seeing([a, away], [b, primary(5, undefined, 'other')]))).toBeNull();
  expect(chosen(OPEN, seeing([a, primary(1)], [b, primary(5, undefined, 'other')]))).toBeNull();
});

test('if the user may not read the system identifier, the timeline alone decides', () => {
  expect(chosen(OPEN, seeing([a, primary(1, undefined, null)], [b, primary(2, undefined, null)]))).toBe(b);
});

test('of two primaries promoted from the same timeline, the one that was written to stays, and the other is rejected', () => {
  const { fence } = choose(OPEN, seeing([a, primary(2, 'x')], [b, away]), null);
  expect(fence.mark).toBe('x');
  for (const twin of [primary(2), primary(2, 'y')]) {
    expect(chosen(fence, seeing([a, primary(2, 'x')], [b, twin]), a)).toBe(a);
    expect(chosen(fence, seeing([a, away], [b, twin]), a)).toBeNull();
  }
  expect(chosen(OPEN, seeing([a, primary(2, 'x')], [b, primary(2, 'y')]))).toBeNull();
  expect(chosen(OPEN, seeing([a, primary(2)], [b, primary(2, 'y')]))).toBe(b);
  expect(chosen(fence, seeing([a, away], [b, primary(2, 'x')]), a), 'the same by another name').toBe(b);
});
