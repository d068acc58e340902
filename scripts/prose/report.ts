/** Prints a table of the files, and findings with their lines. */
import { countOf, type Measured, overLimit } from './measured.ts';
import { allowed, type Check, CHECK_NAMES, CHECKS, type Finding } from './checks.ts';

/** `docs/holds.md:12 words: told → notified` and the sentence below it. */
export function findingText({ check, file, line, words, context, better }: Finding): string {
  const position = line > 0 ? `${file}:${line}` : file;
  return `${position} ${CHECKS[check].title}: ${words}${better === undefined ? '' : ` → ${better}`}\n    ${context}`;
}

/** The files that are beyond a limit, the worst last but for the groups: `12/1` is twelve where one is allowed. */
export function table(files: readonly Measured[], groups: readonly Measured[]): string {
  const beyond = files.filter((one) => overLimit(one).length > 0);
  const excess = (one: Measured): number =>
    overLimit(one).reduce((all, check) => all + countOf(one, check) - allowed(check, one.size, true), 0);
  const shown = [...beyond.toSorted((a, b) => excess(a) - excess(b)), ...groups];
  const checks = CHECK_NAMES.filter((check) => check !== 'commits');
  const rows = [
    ['file', 'words', ...checks.map((check) => CHECKS[check].title)],
    ...shown.map((one) => [one.name, String(one.size.words), ...checks.map((check) => cell(one, check))]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((value, column) => (column === 0 ? value.padEnd(widths[0]!) : value.padStart(widths[column]!)))
      .join('  ');
  return rows.map(line).join('\n');
}

function cell(one: Measured, check: Check): string {
  const count = countOf(one, check);
  const most = allowed(check, one.size, one.isOneFile);
  if (count === 0) return '·';
  return count > most ? `${count}/${most}` : String(count);
}

/** The words that are found most often, for those who fix them. */
export function topWords(groups: readonly Measured[]): string {
  const found = groups.flatMap(({ findings }) => findings).filter(({ check }) => check === 'words');
  const counts = [...Map.groupBy(found, ({ words }) => words.toLowerCase())].map(
    ([words, all]) => [words, all.length] as const,
  );
  const most = counts.toSorted(([, a], [, b]) => b - a).slice(0, 20);
  return most.map(([words, count]) => `${words} ${count}`).join(', ');
}

/** The reasons of a failure: each file with its findings above a limit. */
export function failures(all: readonly Measured[]): readonly string[] {
  return all.flatMap((one) =>
    overLimit(one).map((check) => {
      const most = allowed(check, one.size, one.isOneFile);
      const head = `${one.name}: ${countOf(one, check)} of ${CHECKS[check].title}, at most ${most} (${CHECKS[check].what})`;
      const shown = one.isOneFile ? one.findings.filter((finding) => finding.check === check) : [];
      const rest = shown.length > 12 ? [`    … ${shown.length - 12} more: --file ${one.name}`] : [];
      return [
        head,
        ...shown.slice(0, 12).map((finding) => `  ${findingText(finding).replace('\n', '\n  ')}`),
        ...rest,
      ].join('\n');
    }),
  );
}
