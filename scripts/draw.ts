/** Draws comments and names for a reader, as a command: `npm run draw -- --help`. */
import { readOptions, wholeNumber } from '../test/support/instrument-options.ts';
import { root } from './packages.ts';
import { draw, drawables } from './prose/drawn.ts';

const HELP = `Draws comments and names of the packages, for a reader who does not know the code.

npm run draw -- [options]

  --seed N    the same seed draws the same ones from the same sources; default 1
  --count N   how many of each; default 60

The reader says what each comment and each name means. At least nine of ten must be understood at first reading.`;

const { seed, count } = readOptions(HELP, { seed: '1', count: '60' });

const drawn = draw(drawables(root), wholeNumber('seed', seed, 0), wholeNumber('count', count));
for (const [kind, list] of Object.entries(drawn)) {
  console.log(`# ${list.length} ${kind} by seed ${seed}\n`);
  for (const [i, { position, text }] of list.entries()) console.log(`${i + 1}. ${position}\n   ${text}`);
  console.log('');
}
