import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { confirm } from './confirm.ts';

/** Somebody at a terminal who types this. */
async function answered(typed: string | null, isTTY = true, options = {}): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  if (typed === null) input.end();
  else input.write(typed);
  const error = await confirm('Delete it?', options, { input, output }).catch((thrown: unknown) => thrown);
  output.end();
  const printed = await text(output);
  if (error === undefined) return `done ${printed}`;
  expect(error).toBeInstanceOf(Failure);
  return `${(error as Failure).message} ${printed}`.trim();
}

test('only y and yes continue; other answers, an empty line and the end of the input change nothing', async () => {
  for (const yes of ['y\n', 'Y\n', 'yes\n', ' YES \n'])
    expect(await answered(yes), yes).toBe('done Delete it? [y/N] ');
  for (const no of ['n\n', '\n', 'no\n', 'yep\n', 'yesterday\n', 'not yes\n', 'ja\n', null])
    expect(await answered(no), String(no)).toMatch(/^Nothing was changed\./);
});

test('--yes skips the question; without a terminal the command is rejected', async () => {
  expect(await answered('n\n', true, { yes: true })).toBe('done ');
  expect(await answered(null, false, { yes: true })).toBe('done ');
  expect(await answered('y\n', false)).toBe(
    'Delete it? This needs a confirmation in a terminal: repeat it with --yes.',
  );
});
