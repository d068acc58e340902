import { expect, test } from 'vitest';
import { readFaults, whatIsWrong, withFault } from './run/fault.ts';
import { outcomeOf, soundRuns } from './run/trial.ts';
import { type Report, resultOf } from './run/runner.ts';

const faults = await readFaults();

test('every fault still applies once, parses, and names tests that exist', () => {
  expect(whatIsWrong(faults)).toEqual([]);
  expect(faults.length).toBeGreaterThan(0);
});

test('an outdated list is reported: missing or repeated code, missing tests, or invalid syntax', () => {
  const sound = faults[0]!;
  const wrong = (part: Partial<typeof sound>): string => whatIsWrong([{ ...sound, ...part }]).join();
  expect(wrong({})).toBe('');
  expect(wrong({ find: 'no such text anywhere' })).toContain('stands 0 times');
  expect(wrong({ find: '\n' })).toMatch(/stands \d{2,} times/);
  expect(wrong({ tests: ['packages/none.test.ts'] })).toContain('there is no packages/none.test.ts');
  expect(wrong({ tests: [] })).toContain('names no tests');
  expect(wrong({ titled: 'D2 no xylophone .* ever' })).toContain('no test is titled with xylophone');
  expect(wrong({ replace: '(' })).toContain('does not parse');
  expect(whatIsWrong([sound, sound])).toEqual([`${sound.name}: another fault has this name`]);
});

test('a fault is put in as it is written, whatever signs it holds', () => {
  expect(withFault({ ...faults[0]!, find: 'b', replace: '$&$1' }, 'abc')).toBe('a$&$1c');
});

const report = (status: string, ...statuses: string[]): Report => ({
  testResults: [
    {
      name: '/copy/a.test.ts',
      status,
      message: 'ReferenceError: x\n  at',
      assertionResults: statuses.map((each, i) => ({ fullName: `test ${i}`, status: each })),
    },
  ],
});

const verdict = (from: Report | null, ...errors: readonly string[]): string => {
  const { outcome, by } = outcomeOf(resultOf(from, errors, '/copy'), 1000);
  return `${outcome}: ${by}`;
};

test('only a failed test counts as caught', () => {
  expect(verdict(report('passed', 'passed', 'skipped'))).toBe('survived: ');
  expect(verdict(report('failed', 'passed', 'failed'))).toBe('caught: test 1');
  expect(verdict(report('failed', 'skipped'))).toBe('caught: around the tests: ReferenceError: x');
  expect(verdict(report('passed', 'passed'), 'Error: later\n  at')).toBe(
    'caught: beside the tests: Error: later',
  );
  expect(verdict(report('failed'))).toBe('unloadable: ReferenceError: x');
  const [file] = report('failed', 'passed').testResults;
  expect(verdict({ testResults: [{ ...file!, message: '' }] })).toMatch(/^unloadable: .* failed$/);
  expect(verdict(null, 'Error: no config')).toBe('unloadable: Error: no config');
  expect(outcomeOf({ kind: 'hung' }, 1000)).toEqual({ outcome: 'caught', by: 'no end within 1 s' });
});

test('the control runs every file and every title once', () => {
  const fault = { ...faults[0]!, tests: ['b', 'a'] };
  expect(soundRuns([fault, { ...fault, tests: ['b'] }, { ...fault, titled: 'x', tests: ['a'] }])).toEqual([
    { tests: ['a', 'b'], titled: fault.titled },
    { tests: ['a'], titled: 'x' },
  ]);
});
