import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../../../test/support/seed.ts';
import { BoundedMap } from './bounded-map.ts';

const entriesOf = <K, V>(map: BoundedMap<K, V>): (readonly [K, V])[] => [...map];

test('the first added entry is evicted first, in spite of lookups', () => {
  const map = new BoundedMap<string, number>(3);
  for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i);
  expect([map.get('a'), map.get('b'), map.get('d')]).toEqual([0, 1, undefined]);
  map.set('d', 3);
  expect(entriesOf(map).map(([key]) => key)).toEqual(['b', 'c', 'd']);
  expect(map.get('a')).toBeUndefined();
});

test('an entry that is added again counts once, and is the latest', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect([map.size, map.weight]).toEqual([2, 2]);
  map.set('c', 4);
  expect(entriesOf(map)).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('an entry that alone is too heavy is not kept, and evicts no other', () => {
  const map = new BoundedMap<string, number>(10);
  map.set('a', 1, 4);
  map.set('b', 2, 6);
  map.set('a', 3, 11);
  expect([entriesOf(map), map.weight]).toEqual([[['b', 2]], 6]);
});

test('entries can be deleted during iteration', () => {
  const map = new BoundedMap<number, number>(100);
  for (let i = 0; i < 100; i++) map.set(i, i);
  for (const [key] of map) if (key % 2 === 0) map.delete(key);
  expect([map.size, map.weight, map.get(2), map.get(3)]).toEqual([50, 50, undefined, 3]);
  map.clear();
  expect([map.size, map.weight]).toEqual([0, 0]);
});

/** A simple model: a list, cut from its beginning. */
class Plain {
  list: { key: number; value: number; weight: number }[] = [];

  set(max: number, key: number, value: number, weight: number): void {
    this.delete(key);
    if (weight > max) return;
    this.list.push({ key, value, weight });
    while (this.weight() > max) this.list.shift();
  }

  delete(key: number): void {
    this.list = this.list.filter((entry) => entry.key !== key);
  }

  weight(): number {
    return this.list.reduce((sum, { weight }) => sum + weight, 0);
  }
}

test('for random additions and deletions the bound holds, and the latest entries are kept', () => {
  const aStep = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constant('set'), fc.nat(12), fc.integer({ min: 1, max: 12 })) },
    fc.tuple(fc.constant('delete'), fc.nat(12), fc.constant(0)),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(aStep, { maxLength: 80 }), (max, steps) => {
      const [map, plain] = [new BoundedMap<number, number>(max), new Plain()];
      for (const [i, [kind, key, weight]] of steps.entries()) {
        if (kind === 'set') {
          map.set(key, i, weight);
          plain.set(max, key, i, weight);
        } else {
          map.delete(key);
          plain.delete(key);
        }
        expect(entriesOf(map)).toEqual(plain.list.map(({ key: at, value }) => [at, value]));
        expect([map.size, map.weight]).toEqual([plain.list.length, plain.weight()]);
        expect(map.weight).toBeLessThanOrEqual(max);
      }
    }),
    seeded(200),
  );
});
