/** The examples in the help of each command, run at a restaurant that has what they name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allBlocks, commandsIn, isRunExample } from '../test/blocks.ts';
import { aHelpFixture, type HelpFixture } from '../test/help-fixture.ts';
import { makeBord } from '../test/run-bord.ts';

const bord = makeBord();
let fixture: HelpFixture;

beforeAll(async () => {
  fixture = await aHelpFixture(bord);
}, 60_000);
afterAll(() => bord.remove());

/** The failure of a line; null on success, or if it only asks for a confirmation. */
async function faultOf(args: readonly string[]): Promise<string | null> {
  const { code, err } = await fixture.run(args);
  return code === 0 || err.includes('--yes') ? null : `bord ${args.join(' ')}: ${err}`;
}

test('the examples of each help succeed, or ask for --yes', async () => {
  // A plan from the standard input would come from the command before it.
  const lines = allBlocks()
    .filter(isRunExample)
    .flatMap(({ text }) => commandsIn(text, 'bord'))
    .filter((args) => args.at(-1) !== '-');
  expect(lines.length).toBeGreaterThan(130);
  const faults: string[] = [];
  for (const args of lines) faults.push(...[await faultOf(args)].filter((fault) => fault !== null));
  expect(faults).toEqual([]);
}, 300_000);

test('control: an example about a booking that does not exist is found', async () => {
  expect(await faultOf(['bookings', 'show', 'Nobody', '--location', 'nord'])).toContain('Nobody');
});
