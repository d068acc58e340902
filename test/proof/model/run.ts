/**
 * The protocols of saving and sending, in every order in which their steps can happen:
 *
 *     npm run model
 *     npm run model -- --show same-snapshot
 *
 * Exit code: 0 all is as it should be, 1 a property does not hold or a twin was not caught, 2 it cannot be run here.
 */
import { readOptions, usageError } from '../../support/instrument-options.ts';
import { GROUPS, type Model, MODELS } from './models.ts';
import { check, missing, type Outcome } from './spin.ts';

const HELP = `Looks at every order in which the steps of the models in test/proof/model can happen.

npm run model -- [options]

  --only NAME    models whose name holds this; may be given more than once
  --show NAME    how a twin goes wrong, step by step
  --long         the large ones, too
  --list         prints the models and runs nothing

Needs SPIN and a C compiler: apt-get install spin gcc libc6-dev, or brew install spin.`;

const LEGEND = `Calls 0 and 1 are a partner's, under one idempotency key; 2 is the operator's; 3 cancels booking 2. A booking has the number of its call.
Links 0 and 1 are the connections of server 0, 2 and 3 those of server 1. Table 0: there is no booking; 9: it is cancelled.
`;

const options = readOptions(HELP, { only: [], show: undefined, long: false, list: false });

process.exitCode = await main();

async function main(): Promise<number> {
  if (options.list) return say(MODELS.map(({ name, what }) => `${name.padEnd(18)}${what}`).join('\n'));
  const names = MODELS.map(({ name }) => name);
  const unknown = options.only.find((part) => !names.some((name) => name.includes(part)));
  if (unknown !== undefined) usageError(`--only: no model is called ${unknown}. --list lists them.`);
  const shown = MODELS.find(({ name }) => name === options.show);
  if (options.show !== undefined && !shown)
    usageError(`--show: no model is called ${options.show}. --list lists them.`);
  const lacking = missing();
  if (lacking !== null) {
    console.error(`${lacking} is not installed.\n\n${HELP}`);
    return 2;
  }
  return shown ? show(shown) : tryAll();
}

function say(text: string): number {
  console.log(text);
  return 0;
}

async function tryAll(): Promise<number> {
  let wrong = 0;
  for (const { title, models } of GROUPS) {
    const wanted = models.filter(isWanted);
    if (wanted.length === 0) continue;
    console.log(`\n${title}\n`);
    for (const model of wanted) {
      if (process.stdout.isTTY) process.stdout.write(`  ${model.name} …\r`);
      const outcome = await check(model);
      if (!isAsExpected(model, outcome)) wrong += 1;
      tell(model, outcome);
    }
  }
  console.log(wrong === 0 ? '\nAll is as it should be.' : `\n${wrong} not as it should be.`);
  return wrong === 0 ? 0 : 1;
}

function isWanted({ name, isLong }: Model): boolean {
  if (options.only.length > 0) return options.only.some((part) => name.includes(part));
  return options.long || !isLong;
}

function isAsExpected({ breaks }: Model, { broken, isComplete }: Outcome): boolean {
  return breaks === undefined ? broken === null && isComplete : broken === breaks;
}

function tell(model: Model, outcome: Outcome): void {
  const { states, depth, seconds, broken, story, isComplete } = outcome;
  const size = `${states.toLocaleString('en').padStart(11)} states, ${String(depth).padStart(3)} deep, ${seconds.toFixed(1).padStart(5)} s`;
  const found = broken === null ? 'holds' : `broken in ${story.length} steps: ${broken}`;
  const verdict = broken === null && !isComplete ? 'not all looked at' : found;
  const mark = isAsExpected(model, outcome) ? ' ' : '✗';
  console.log(`${mark} ${model.name.padEnd(18)}${size}   ${verdict}`);
  console.log(`    ${model.what}`);
}

/** Tells how a model goes wrong. */
async function show(model: Model): Promise<number> {
  const outcome = await check(model);
  console.log(`${model.name}: ${model.what}\n`);
  if (model.file === 'amend') console.log(LEGEND);
  for (const [i, line] of outcome.story.entries()) console.log(`${String(i + 1).padStart(3)}  ${line}`);
  console.log(outcome.broken === null ? 'Nothing goes wrong.' : `\nBroken: ${outcome.broken}`);
  return isAsExpected(model, outcome) ? 0 : 1;
}
