/**
 * The simulation at length, for anybody: `npm run simulate -- --help`.
 *
 * Says once a second how far it is. A rule that does not hold ends it with exit code 1, the seed that brings it back, and the smallest story of it that
 * could be found.
 */
import { setup } from '../../support/run-folder.ts';
import { readOptions } from './command/options.ts';
import { run } from './command/run-pieces.ts';

const reading = readOptions(process.argv.slice(2));
if ('text' in reading) {
  process[reading.isWrong ? 'stderr' : 'stdout'].write(reading.text);
  process.exitCode = reading.isWrong ? 2 : 0;
} else {
  const leave = await setup();
  const code = await run(reading.options);
  await leave();
  // A history that went wrong is left in its midst, with timers that run.
  process.stdout.write('', () => process.exit(code));
}
