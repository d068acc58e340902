/** Requests at random, generated from the OpenAPI document, as a command: `npm run proof -- fuzz --help`. */
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { setupWith } from '../../support/postgres.ts';
import { storages } from '../../support/storages.ts';
import { CONTROL_RUN, CONTROLS } from './controls.ts';
import { fuzz, type Report, type Violation } from './fuzz.ts';
import { type ViolationKind, VIOLATIONS } from './judge.ts';

const DATABASES = ['sqlite', 'postgres'];

const HELP = `Sends requests to a server that are generated from its OpenAPI document, valid and invalid, and compares its answers with the document.

npm run proof -- fuzz [options]

  --requests N     requests for each database (10,000)
  --seed S         the same requests again (random)
  --storage NAME   ${DATABASES.join(' or ')}; again for more (both)
  --json           prints the reports as JSON, and the progress on stderr

A run looks for these violations, and must find none:

${Object.entries(VIOLATIONS)
  .map(([kind, text]) => `  ${kind.padEnd(14)} ${text}`)
  .join('\n')}

Valid is what the schemas and the rules (x-rules) of the document allow. 404, 409 and 429 do not count as rejected.
Then each control, a server with one planted fault, must be found on SQLite.

Exit code: 0 no violation, 1 a violation or a control that was not found, 2 wrong usage.`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { requests, seed, names, json } = optionsOf();
  const say = json ? console.error : console.log;
  say(`seed ${seed} (again with --seed ${seed} --requests ${requests})`);
  const stop = names.includes('postgres') ? await setupWith({}) : async () => undefined;
  try {
    const reports: Report[] = [];
    for (const storage of storages.filter(({ name }) => names.includes(name))) {
      const report = await fuzz({ storage, seed, requests });
      reports.push(report);
      say(textOf(report));
    }
    const missed = await missedControls();
    say(
      missed.length === 0
        ? 'Controls: each planted fault was found.'
        : `Controls that were not found: ${missed.join(', ')}`,
    );
    if (json) console.log(JSON.stringify({ seed, reports, missedControls: missed }, null, 2));
    return missed.length === 0 && reports.every(({ violations }) => violations.length === 0) ? 0 : 1;
  } finally {
    await stop();
  }
}

function optionsOf() {
  const values = readOptions(HELP, {
    requests: '10000',
    seed: randomSeed(),
    storage: DATABASES,
    json: false,
  });
  const names = values.storage.map((name) => oneOf('storage', DATABASES, name));
  const [requests, seed] = [wholeNumber('requests', values.requests), wholeNumber('seed', values.seed, 0)];
  return { requests, seed, names, json: values.json };
}

async function missedControls(): Promise<readonly string[]> {
  const storage = storages.find(({ name }) => name === 'sqlite')!;
  const missed: string[] = [];
  for (const [kind, tamper] of Object.entries(CONTROLS)) {
    const { counts } = await fuzz({ storage, ...CONTROL_RUN, tamper });
    if (counts[kind as ViolationKind] === 0) missed.push(kind);
  }
  return missed;
}

function textOf({ database, requests, seconds, classes, statuses, counts, violations }: Report): string {
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const head = `${found === 0 ? 'held  ' : 'BROKEN'}  ${database}: ${requests} requests in ${seconds} s, ${found} violations`;
  const kinds = `${classes.valid} valid, ${classes.invalid} invalid, ${classes.open} that the document cannot decide, ${classes.unmatched} without an operation`;
  const rows = Object.entries(statuses)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, row]) => {
      const cells = Object.entries(row).map(([status, count]) => `${status}: ${count}`);
      return `        ${operation.padEnd(23)}${cells.join('  ')}`;
    });
  return [head, `        ${kinds}`, ...rows, ...violations.map(violationText)].join('\n');
}

const LENGTH_MAX = 600;

function violationText({ kind, why, index, sent, status }: Violation): string {
  const lines = [
    `request ${index}: ${VIOLATIONS[kind]}`,
    `  ${sent.method} ${sent.path} → ${status}`,
    ...(sent.body === null ? [] : [`  ${sent.body}`]),
    `  ${why}`,
  ];
  return lines.map((line) => line.slice(0, LENGTH_MAX)).join('\n');
}
