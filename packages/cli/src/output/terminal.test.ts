import { afterEach, expect, test, vi } from 'vitest';
import { paintFor } from './terminal.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A terminal as most are. */
function onTerminal(): void {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('TERM', 'xterm-256color');
}

test('on a terminal text is painted, also within painted text', () => {
  onTerminal();
  const paint = paintFor({ isTTY: true });
  const all = [
    paint.bold('a'),
    paint.dim('a'),
    paint.red('a'),
    paint.green('a'),
    paint.yellow(1),
    paint.cyan('a'),
  ];
  expect(all).toEqual([
    '\x1b[1ma\x1b[22m',
    '\x1b[2ma\x1b[22m',
    '\x1b[31ma\x1b[39m',
    '\x1b[32ma\x1b[39m',
    '\x1b[33m1\x1b[39m',
    '\x1b[36ma\x1b[39m',
  ]);
  expect(paint.bold(`a ${paint.red('b')} c`)).toBe('\x1b[1ma \x1b[31mb\x1b[39m c\x1b[22m');
  expect(paint.red(`a ${paint.cyan('b')} c`)).toBe('\x1b[31ma \x1b[36mb\x1b[31m c\x1b[39m');
});

test('colours are off without a terminal, with NO_COLOR, and on a terminal without colours', () => {
  onTerminal();
  expect([paintFor({}).red('a'), paintFor({ isTTY: false }).bold(1)]).toEqual(['a', '1']);
  vi.stubEnv('TERM', 'dumb');
  expect(paintFor({ isTTY: true }).red('a')).toBe('a');
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('NO_COLOR', '1');
  expect(paintFor({ isTTY: true }).red('a')).toBe('a');
});
