import { openBrowser } from '../../browser/browser.ts';
import { randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { play } from './play.ts';

const HELP = `Clicks, drags and presses keys at random in the console.

npm run proof -- monkey [options]

  --steps N       clicks, drags and keys (10000)
  --seed N        the plan of a run; the timing of the browser is its own

No booking may disappear, no table may have two parties at a time, and neither the server nor the browser may report an error.

Exit code: 0 all held; 1 otherwise; 2 wrong usage.`;

const options = readOptions(HELP, { steps: '10000', seed: randomSeed() });
const steps = wholeNumber('steps', options.steps);
const seed = wholeNumber('seed', options.seed, 0);
console.log(`seed ${seed}`);
const browser = await openBrowser();
try {
  const { did, changes, fault } = await play(browser, { seed, steps }, (done) =>
    console.error(`${done} of ${steps} steps`),
  );
  console.log(`${did} of ${steps} steps met something; they changed bookings ${changes} times`);
  if (fault !== null || did <= steps / 3) {
    console.error(fault ?? 'too few steps met something');
    process.exitCode = 1;
  }
} finally {
  await browser.close();
}
