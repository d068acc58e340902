import { type BordCommand, type CommonOptions, print } from '../command.ts';
import { readConfig } from '../config/config.ts';
import type { Finding } from '../storages/finding.ts';
import { findingsOn } from '../doctor/findings.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { paint } from '../output/terminal.ts';

export function define(command: BordCommand): void {
  command.examples(['doctor', 'doctor --json']).action(async (options: CommonOptions) => {
    const findings = await findingsOn(readConfig({ env: process.env, folder: process.cwd() }));
    const ok = findings.every(({ status }) => status !== 'bad');
    await print({ json: { ok, findings }, text: () => reportOf(findings) }, options);
    process.exitCode = ok ? 0 : 1;
  });
}

const MARKS = { good: paint.green('ok'), weak: paint.yellow('weak'), bad: paint.red('bad') } as const;

function reportOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, status, found }) => [MARKS[status], what, plain(found)]);
  const advice = findings.flatMap(({ what, advice: text }) =>
    text === null ? [] : [`  ${what}: ${plain(text)}`],
  );
  return [
    tableText(['', 'what', 'found'], rows),
    ...(advice.length === 0 ? [] : ['', 'Next steps:', ...advice]),
  ].join('\n');
}
