import { expect, test } from 'vitest';
import { EVENING_STYLE } from './evening-style.ts';
import { EVENING_WIDTHS } from './evening-widths.ts';

test('the style of the day is scoped: no rule matches other pages', () => {
  const rules = [...`${EVENING_STYLE}${EVENING_WIDTHS}`.matchAll(/([^{}]+)\{/g)].map(([, selector]) =>
    selector!.trim(),
  );
  const selectors = rules.flatMap((rule) => (rule.startsWith('@') ? [] : rule.split(/,(?![^(]*\))/)));
  expect(selectors.length).toBeGreaterThan(100);
  expect(selectors.filter((each) => !/^#evening(?:$|[ .])/.test(each.trim()))).toEqual([]);
});
