/** The accessibility statement, from the results of the browser tests. */
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { REPOSITORY, root } from './packages.ts';

export const PAGE = 'docs/restaurant/accessibility.md';

/** A test file that checks pages in Chromium. */
interface Check {
  readonly file: string;
  readonly pages: string;
  /** The requirement; the numbers are success criteria of WCAG 2.2. */
  readonly required: string;
}

/** All test files that use axe are here. */
export const CHECKS: readonly Check[] = [
  {
    file: 'test/browser/accessibility.test.ts',
    pages: 'guest pages of a booking, sandbox pages',
    required:
      'axe in light, dark and four languages; no sideways scrolling at 320 px (1.4.10); targets of 44 px (2.5.8)',
  },
  {
    file: 'test/browser/waitlist-pages.test.ts',
    pages: 'guest pages of the waitlist',
    required: 'axe in light, dark and four languages; targets of 44 px (2.5.8)',
  },
  {
    file: 'test/browser/booking-page.test.ts',
    pages: 'booking page',
    required:
      'axe in light and dark; no sideways scrolling from 320 to 1,280 px (1.4.10); targets of 44 px (2.5.8); keyboard order (2.4.3)',
  },
  {
    file: 'test/browser/console-accessibility.test.ts',
    pages: 'console: sign-in, menus, own settings',
    required:
      'axe in light and dark; no sideways scrolling from 320 to 1,600 px (1.4.10); skip link (2.4.1); visible focus (2.4.7)',
  },
  {
    file: 'test/browser/console-evening.test.ts',
    pages: 'console: timeline and list of a day',
    required:
      'axe in light and dark, on three screen sizes; keyboard order (2.4.3) and names (4.1.2); works without scripts',
  },
  {
    file: 'test/browser/console-actions.test.ts',
    pages: 'console: book, seat, move, close',
    required: 'axe in light and dark; no sideways scrolling (1.4.10); targets of 44 px (2.5.8)',
  },
  {
    file: 'test/browser/console-live.test.ts',
    pages: 'console: changes by dragging',
    required: 'the keyboard can do each of them (2.1.1, 2.5.7)',
  },
  {
    file: 'test/browser/console-house.test.ts',
    pages: 'console: restaurant and calendar',
    required: 'axe in light and dark; no sideways scrolling at 320 px (1.4.10); targets of 44 px (2.5.8)',
  },
  { file: 'test/browser/console-demo.test.ts', pages: 'console: demo restaurant', required: 'axe' },
  { file: 'test/browser/evening.test.ts', pages: 'printed list of a day', required: 'axe' },
  {
    file: 'test/spec/openapi/docs-page.test.ts',
    pages: 'API documentation page',
    required: 'axe in light and dark',
  },
];

/** The results of a run of {@link CHECKS}. */
export interface Results {
  /** Such as 2026-11-28. */
  readonly date: string;
  readonly failed: ReadonlySet<string>;
}

/** The text of the statement. */
export function statement({ date, failed }: Results): string {
  const rows = CHECKS.map(({ file, pages, required }) => {
    const link = `[${file.split('/').at(-1)}](${relative(join(root, PAGE, '..'), join(root, file))})`;
    return `| ${pages} | ${required} | ${link} | ${failed.has(file) ? '**failed**' : 'passed'} |`;
  });
  const { version, criteria } = axeRules();
  return `<!-- Written by scripts/accessibility.ts from the results of the browser tests: run it again instead of editing this page. -->

# Accessibility statement

This page is for operators, staff and guests who need to know how accessible the pages of Bord are.

The aim is level AA of the Web Content Accessibility Guidelines (WCAG) 2.2 for all pages. On ${date} ${CHECKS.length - failed.size} of ${CHECKS.length} groups of pages passed all tests in Chromium.

## Results

| pages | requirement | test | result |
| --- | --- | --- | --- |
${rows.join('\n')}

- axe is axe-core ${version} with its default rules. They cover these success criteria: ${criteria.join(', ')}.
- \`npm run proof -- site\` checks the documentation site: axe on each page, and 100 points for accessibility by Lighthouse on a sample.

## Limits

- Tests by programs find a part of all barriers. No audit by people with disabilities, and no test with a screen reader, has been made.
- Pages are tested in Chromium only.
- E-mails are not tested by axe. Each has a version in plain text.
- A restaurant's name, texts and pictures come from its location file. Bord rejects a [brand colour](location-file.md) with too little contrast.

## Report a barrier

Open an [issue](${REPOSITORY}/issues) with the page, the browser and the assistive technology. Guests can also call the restaurant.
`;
}

interface Axe {
  readonly version: string;
  getRules(): readonly { readonly tags: readonly string[]; readonly enabled: boolean }[];
}

/** The version of axe, and the success criteria of WCAG that its default rules name. */
function axeRules(): {
  readonly version: string;
  readonly criteria: readonly string[];
} {
  const axe = createRequire(import.meta.url)('axe-core') as Axe;
  const rules = axe.getRules().filter(({ enabled }) => enabled);
  const tags = new Set(rules.flatMap((rule) => rule.tags));
  const criteria = [...tags].flatMap((tag) => {
    const [, ...parts] = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag) ?? [];
    return parts.length > 0 ? [parts.join('.')] : [];
  });
  const order = new Intl.Collator('en', { numeric: true });
  return { version: axe.version, criteria: criteria.toSorted(order.compare) };
}
