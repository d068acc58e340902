import { expect, test } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { draw, drawables } from '../../scripts/prose/drawn.ts';

test('npm run draw: a seed draws the same comments and names again, another seed draws others', () => {
  const all = drawables(root);
  const [first, again, other] = [1, 1, 2].map((seed) => draw(all, seed, 60));
  expect(again).toEqual(first);
  for (const kind of ['comments', 'names'] as const) {
    const positions = new Set(first![kind].map(({ position, text }) => position + text));
    expect(positions.size).toBe(60);
    const shared = other![kind].filter(({ position, text }) => positions.has(position + text));
    expect(shared.length).toBeLessThan(20);
    expect(
      first![kind].filter(({ position }) => !/^packages\/[\w-]+\/src\/\S+\.ts:\d+$/.test(position)),
    ).toEqual([]);
  }
});
