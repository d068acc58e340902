import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPlan } from '../../contract/fixtures.ts';
import { BookingError } from '../errors.ts';
import { BRAND_GROUND, contrastOf, darkened, lightened } from './brand.ts';
import { assertLocationPlan } from './location-rules.ts';

function faultOf(colour: string | null, logo: string | null = null): string | null {
  try {
    assertLocationPlan(aPlan({ brand: { colour, logo } }));
    return null;
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    return `${error.path.join('.')}: ${error.message}`;
  }
}

test('contrast is that of WCAG: 21 for black on white, and the values of its examples', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#ffffff', '#000000')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4.0, 2);
});

test('an unreadable colour is rejected, with the nearest readable one', () => {
  expect(faultOf('#7a1f2b')).toBeNull();
  expect(faultOf('#f2a900')).toBe(
    'brand.colour: #f2a900 is too light to be read: its contrast is 1.8, and text needs 4.5; the nearest that passes is #946800',
  );
  expect(faultOf('#946800')).toBeNull();
  for (const colour of ['red', '#fff', '#7A1F2B', '#7a1f2'])
    expect(faultOf(colour)).toContain('is not a colour');
});

test('an unreadable colour becomes readable by the smallest change, and a readable one is unchanged', () => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colour, (any) => {
      const dark = darkened(any, BRAND_GROUND);
      const light = lightened(any, '#222d31');
      expect(contrastOf(dark, BRAND_GROUND)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(light, '#222d31')).toBeGreaterThanOrEqual(4.5);
      if (contrastOf(any, BRAND_GROUND) >= 4.5) expect(dark).toBe(any);
      else expect(contrastOf(dark, BRAND_GROUND)).toBeLessThan(4.8);
      if (contrastOf(any, '#222d31') >= 4.5) expect(light).toBe(any);
    }),
  );
});

test('a logo is fetched over https, and must be of a type that mail programs show', () => {
  expect(faultOf(null, 'https://nord.example/logo.png')).toBeNull();
  for (const logo of [
    'http://nord.example/logo.png',
    'logo.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'https://user:secret@nord.example/logo.png',
    `https://nord.example/${'x'.repeat(500)}.png`,
  ])
    expect(faultOf(null, logo)).toContain('brand.logo: the logo must be an https URL');
  expect(faultOf(null, 'https://nord.example/logo.SVG?v=2')).toContain('no SVG');
});
