/** A small site with a fault of each kind, which the check must find. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSite } from './check.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Page</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Page</h1>${body}</main></body></html>`;

const FILES: Readonly<Record<string, string>> = {
  'index.html': page(
    '<a href="one.html">One</a> <a href="lost.html">Lost</a> <a href="one.html#lost">Heading</a>',
  ),
  'one.html': page('<a href="two.html">Two</a> <img src="http://127.0.0.2:9/picture.png" alt="Picture">'),
  'two.html': page(
    '<a href="three.html">Three</a> <p id="text">Without</p><script>text.textContent = "With"</script>',
  ),
  'three.html': page('<a href="four.html">Four</a> <p style="color: #999; background: #fff">Pale</p>'),
  'four.html': page('<img src="lost.png">'),
};

const EXPECTED: readonly RegExp[] = [
  /^index\.html: a dead link to \/lost\.html$/,
  /^index\.html: a dead link to \/one\.html#lost$/,
  /^one\.html: a request to http:\/\/127\.0\.0\.2/,
  /^two\.html: its text without JavaScript differs$/,
  /^three\.html: light: color-contrast/,
  /^four\.html: 404 for \/lost\.png$/,
  /^four\.html: more than 3 clicks$/,
  /^four\.html: Accessibility \d\d: /,
  /^four\.html: Best Practices \d\d: /,
];

/** The faults that the check has missed. */
export async function missedFaults(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'site-control-'));
  try {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const found = await checkSite(folder, '/', ['four.html']);
    return EXPECTED.filter((fault) => !found.some((one) => fault.test(one))).map(String);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
