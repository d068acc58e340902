/** Pages looked at by axe, and by their measures. A profile in which it looks has `bypassCSP`. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules about colours that axe holds every page to: `cat.color` has the stricter contrast of WCAG’s AAA as well. */
export const COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** The faults that axe finds on a page, by all rules or by those of some categories. */
export async function faultsOf(page: Page, about?: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], selectors: false, ...(about && { runOnly: about }) };
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(axe);
  // Only the needed part of axe's report is sent to this process.
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
}

/** Targets outside of sentences that are lower than 44 points. */
export const SMALL_TARGETS = `[...document.querySelectorAll('a, button, input:not([type=hidden]), select')]
  .filter((it) => it.offsetParent && it.getBoundingClientRect().height < 44)
  .filter((it) => !/\\S/.test([...it.parentElement.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('')))
  .map((it) => it.textContent)`;
