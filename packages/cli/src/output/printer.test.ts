/** Untrusted text on a terminal: the printer through which all passes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTILE } from '../../test/hostile-runtime.ts';
import { printing } from '../../test/printing.ts';
import { assertSafe } from '../../test/steering.ts';
import { printFault, printJson, printNotice, printPart, printText } from './printer.ts';

const SOURCES = join(import.meta.dirname, '..');

test('the printer escapes text, also if a command forgets to', async () => {
  const oneLine = HOSTILE.replaceAll('\n', ' ');
  const { out, err } = await printing(async () => {
    printText(oneLine);
    await printPart(`${oneLine}\n`, false);
    await printPart(`${JSON.stringify(HOSTILE)}\n`, true);
    printJson(HOSTILE);
    printNotice(oneLine);
    printFault([HOSTILE], 'bord: ');
    return 0;
  });
  assertSafe({ out, err }, 'the printer');
  expect([out.match(/202e/g), err.match(/202e/g)]).toEqual([Array(4).fill('202e'), Array(2).fill('202e')]);
});

test('only the printer writes to the terminal', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const writers = sources.filter((file) =>
    /process\.std(?:out|err)\.write|(?<![-\w])console\.|writeSync\([12]\b/.test(
      readFileSync(join(SOURCES, file), 'utf8'),
    ),
  );
  expect(writers).toEqual([join('output', 'printer.ts')]);
});
