/** `npm run proof -- gates`: whether each command of `npm run check` reports a fault that is planted for it. */
import { Copy } from '../mutants/run/copy.ts';
import { oneOf, readOptions } from '../support/instrument-options.ts';
import { GATES, missedBy } from './gates.ts';

const checks = [...new Set(GATES.map(({ check }) => check))];

const HELP = `Plants a fault for each command of npm run check in a copy of the project, and checks that the command reports it.

npm run proof -- gates [options]

  --check NAME   only this check: ${checks.join(', ')}
  --json         print the results as JSON

Exit code: 0 all faults are reported, 1 a fault is missed, 2 wrong usage. About four minutes.`;

const options = readOptions(HELP, { check: undefined, json: false });

if (options.check !== undefined) oneOf('check', checks, options.check);
const results = [];
for (const gate of GATES.filter(({ check }) => (options.check ?? check) === check)) {
  // A new copy for each: a build that was made with a fault stays.
  const copy = new Copy();
  const missed = missedBy(gate, copy.folder);
  copy.remove();
  results.push({ check: gate.check, command: gate.command, isReported: missed === null });
  if (options.json) continue;
  console.log(`${missed === null ? 'ok    ' : 'FAILED'} ${gate.check}: ${gate.command}`);
  if (missed !== null) console.log(missed);
}
if (options.json) console.log(JSON.stringify(results, null, 2));
process.exitCode = results.every(({ isReported }) => isReported) ? 0 : 1;
