import { plain } from '../output/plain.ts';
import { tableText } from '../output/layout.ts';
import { paint } from '../output/terminal.ts';
import type { CaseVerdict, ContractReport } from './verify-storage.ts';

const MARKS = { passed: paint.green('✓'), failed: paint.red('✗'), skipped: paint.dim('–') } as const;

/** A heading where another group begins, and the case below it. */
export function caseText(verdict: CaseVerdict, before: CaseVerdict | undefined): string {
  const { id, group, title, outcome, failed } = verdict;
  const heading = group === before?.group ? [] : [`\n${paint.bold(group)}`];
  if (!failed) {
    const words = outcome === 'skipped' ? paint.dim(`${title}  (skipped)`) : title;
    return [...heading, `  ${MARKS[outcome]} ${words}`].join('\n');
  }
  const { because, differences, where } = failed;
  const facts: [string, string][] = [
    ...(because === null ? [] : [['because', because] as [string, string]]),
    ...differences.flatMap(({ at, expected, got }): [string, string][] => [
      ...(at === '' ? [] : [['at', at] as [string, string]]),
      ['expected', expected],
      ['got', got],
    ]),
    ...(where === null ? [] : [['found in', where] as [string, string]]),
  ];
  return [
    ...heading,
    `  ${MARKS.failed} ${paint.bold(title)}  ${paint.dim(id)}`,
    ...facts.map(([name, text]) => `      ${paint.dim(name.padEnd(8))}  ${plain(text)}`),
  ].join('\n');
}

/** The last lines: a table of results, and remarks on the run. */
export function summaryText(report: ContractReport): string {
  const { passed, failed, skipped, ms, openings, interrupted, cases } = report;
  const groups = Object.entries(Object.groupBy(cases, ({ group }) => group));
  const count = (of: readonly CaseVerdict[], wanted: CaseVerdict['outcome']): string => {
    const found = of.filter(({ outcome }) => outcome === wanted).length;
    return found === 0 ? '' : String(found);
  };
  const rows = groups.map(([group, of = []]) => [
    group,
    count(of, 'passed'),
    count(of, 'failed'),
    count(of, 'skipped'),
  ]);
  const counts = [
    paint.green(`${passed} passed`),
    (failed > 0 ? paint.red : paint.dim)(`${failed} failed`),
    paint.dim(`${skipped} skipped`),
  ].join(', ');
  return [
    '',
    tableText(['', 'passed', 'failed', 'skipped'], rows),
    '',
    `${interrupted ? 'Stopped: ' : ''}${counts} in ${(ms / 1000).toFixed(1)} s`,
    ...(openings === 1
      ? [paint.yellow('Each case opened the storage once: sharing by several processes was not checked.')]
      : openings > 1
        ? [`It was opened ${openings} times in each case, as by so many processes.`]
        : []),
  ].join('\n');
}
