import { BRAND_GROUND, contrastOf, darkened } from '@bord/engine/adapters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOKENS } from './style.ts';
import { brandColours, DARK_GROUND, ON_DARK_ACCENT } from './brand-colours.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => darkened(`#${value.toString(16).padStart(6, '0')}`, BRAND_GROUND));

test('every permitted brand colour is readable on all backgrounds of pages and mails, light and dark, and on its buttons', () => {
  const [light, dark] = TOKENS.split('@media').map((part) =>
    Array.from(part.matchAll(/--(?:ground|panel): (#[0-9a-f]{6})/g), ([, ground]) => ground!),
  );
  expect([light, dark]).toEqual([expect.arrayContaining(['#fbfcfa']), expect.arrayContaining(['#11171a'])]);
  fc.assert(
    fc.property(colours, (colour) => {
      const found = brandColours(colour);
      for (const ground of [...light!, '#ffffff', BRAND_GROUND])
        for (const accent of [found.light, found.lightDeep])
          expect(contrastOf(accent, ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [...dark!, DARK_GROUND, ON_DARK_ACCENT])
        for (const accent of [found.dark, found.darkDeep])
          expect(contrastOf(accent, ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
