import { installDependencies } from '../../../scripts/site/build.ts';
import { openBrowser } from '../../browser/browser.ts';
import { bookOptions, FIRST } from '../../browser/book-options.ts';
import { openGuestRuntime } from '../../browser/guest-runtime.ts';
import { freePort } from '../../support/free-port.ts';
import { readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { auditFirstView } from './audit.ts';
import { costsAt, openHost } from './host.ts';
import { openPlanted } from './planted.ts';
import { storedBy } from './stored.ts';

const COSTS = { bytes: 1500, addedMs: 10 };

const HELP = `Measures the booking page in Chromium, and its widget on the website of a restaurant.

npm run proof -- pages [options]

  --audits N  audits of the first view; their median counts (5)
  --rounds N  loads of the website with and without the widget (9)

  first view  Lighthouse on slow 4G and a processor four times as slow: LCP at most 1.2 s, TBT and CLS 0, performance at least 98,
              accessibility, best practices and SEO 100; one document of at most 14 kB, scripts of at most 4 kB, no other origin
  stored      cookies and bytes of all stores after a whole journey, by the protocol of the browser: 0
  widget      script of at most ${COSTS.bytes} bytes; at most ${COSTS.addedMs} ms more of the main thread than without it

The control is a first view that is large, slow and sets a cookie: both checks must notice it. Lighthouse is installed from
site/package-lock.json. Run it on idle processors.

Exit code: 0 all as it must be, 1 otherwise, 2 wrong usage.`;

const options = readOptions(HELP, { audits: '5', rounds: '9' });
const audits = wholeNumber('audits', options.audits);
const rounds = wholeNumber('rounds', options.rounds);
await installDependencies();
const host = await openHost();
const runtime = await openGuestRuntime(bookOptions({ embedOn: [host.origin] }));
const url = runtime.url + FIRST;
host.lead(url);
const port = await freePort();
const browser = await openBrowser([`--remote-debugging-port=${port}`, '--site-per-process']);
try {
  const { figures, documentBytes, faults } = await auditFirstView(url, port, audits);
  const texts = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 100) / 100}`);
  say('first view', `${documentBytes} bytes, ${texts.join(', ')}`, faults);
  const stored = await storedBy(browser, url);
  say('stored', `${stored.length}`, stored);
  const { bytes, addedMs } = await costsAt(browser, host.origin, rounds);
  const isCheap = bytes > 0 && bytes <= COSTS.bytes && addedMs <= COSTS.addedMs;
  say('widget', `${bytes} bytes, ${addedMs.toFixed(1)} ms`, isCheap ? [] : ['more than the limits']);
  const planted = await openPlanted(url);
  const noticed = await auditFirstView(planted.url, port, 1);
  planted.close();
  const missed = ['bytes', 'total-blocking-time'].filter((part) => !noticed.faults.join().includes(part));
  say(
    'control',
    `${noticed.faults.length} faults noticed`,
    missed.map((part) => `not noticed: ${part}`),
  );
} finally {
  await browser.close();
  await runtime.close();
  host.close();
}

function say(what: string, figures: string, faults: readonly string[]): void {
  if (faults.length > 0) process.exitCode = 1;
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${what}: ${figures}`);
  for (const fault of faults) console.error(`  ${fault}`);
}
