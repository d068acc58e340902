import type { Command } from 'commander';
import { type CommonOptions, configuration, print, withExamples } from '../command.ts';
import type { Config } from '../config/config.ts';
import type { Finding } from '../doctor/finding.ts';
import { findingsOn, nodeFinding } from '../doctor/findings.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { paint } from '../output/terminal.ts';

export function define(command: Command): void {
  withExamples(command, ['doctor', 'doctor --json']).action(async (options: CommonOptions) => {
    const findings = await examine();
    const ok = findings.every(({ status }) => status !== 'bad');
    await print({ json: { ok, findings }, text: () => reportOf(findings) }, options);
    process.exitCode = ok ? 0 : 1;
  });
}

async function examine(): Promise<readonly Finding[]> {
  const what = 'configuration';
  let config: Config;
  try {
    config = configuration();
  } catch (error) {
    const advice = 'correct it in the environment or in .env';
    return [{ what, status: 'bad', found: (error as Error).message, advice }, nodeFinding()];
  }
  return [{ what, status: 'good', found: 'is read', advice: null }, ...(await findingsOn(config))];
}

const MARKS = { good: paint.green('ok'), weak: paint.yellow('weak'), bad: paint.red('bad') } as const;

function reportOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, status, found }) => [MARKS[status], what, plain(found)]);
  const advice = findings.flatMap(({ what, advice: text }) => (text === null ? [] : [`  ${what}: ${text}`]));
  return [
    tableText(['', 'what', 'found'], rows),
    ...(advice.length === 0 ? [] : ['', 'What to do:', ...advice]),
  ].join('\n');
}
