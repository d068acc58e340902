import { plain } from '../output/plain.ts';
import { paint } from '../output/terminal.ts';
import type { Outcome, Report, RunListeners, Verdict } from './try-rules.ts';

const MARKS: Readonly<Record<Outcome, string>> = {
  passed: paint.green('✓'),
  failed: paint.red('✗'),
  warning: paint.yellow('!'),
  skipped: paint.dim('–'),
};

export interface ReportWriter extends Required<Pick<RunListeners, 'onVerdict'>> {
  end(report: Report): string;
}

/** Consecutive rules that are skipped for the same reason share one line. */
export function reportWriter(write: (text: string) => void): ReportWriter {
  let head = '';
  let skipped: readonly Verdict[] = [];

  function flush(): void {
    const [first] = skipped;
    if (first) write(`${skippedText(first, skipped.length)}\n`);
    skipped = [];
  }

  return {
    onVerdict(verdict, { title }) {
      const goesOn = title === head && verdict.outcome === 'skipped' && verdict.reason === skipped[0]?.reason;
      if (!goesOn) flush();
      if (title !== head) write(`\n${paint.bold(title)}\n`);
      head = title;
      if (verdict.outcome === 'skipped') skipped = [...skipped, verdict];
      else write(`${verdictText(verdict)}\n`);
    },
    end(report) {
      flush();
      return `\n${summaryText(report)}`;
    },
  };
}

function skippedText({ title, reason = '' }: Verdict, count: number): string {
  const what = count === 1 ? title : `${count} rules`;
  return `  ${MARKS.skipped} ${paint.dim(`${what}  (${plain(reason)})`)}`;
}

function verdictText({ id, title, outcome, expected, got, request }: Verdict): string {
  if (outcome === 'passed') return `  ${MARKS.passed} ${title}`;
  const facts = Object.entries({ expected, got, request }).filter(([, text]) => text !== undefined);
  return [
    `  ${MARKS[outcome]} ${paint.bold(title)}  ${paint.dim(id)}`,
    ...facts.map(([name, text]) => `      ${paint.dim(name.padEnd(8))}  ${plain(text!)}`),
  ].join('\n');
}

function summaryText(report: Report): string {
  const { passed, failed, warnings, skipped, requests, ms, interrupted } = report;
  const counts = [
    paint.green(`${passed} passed`),
    (failed > 0 ? paint.red : paint.dim)(`${failed} failed`),
    (warnings > 0 ? paint.yellow : paint.dim)(`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`),
    paint.dim(`${skipped} skipped`),
  ];
  const took = `in ${(ms / 1000).toFixed(1)} s (${requests} requests)`;
  return `${interrupted ? 'Stopped: ' : ''}${counts.join(', ')} ${took}\n${bookingsText(report)}`;
}

function bookingsText({ bookings, holds, waiting, leftBehind, lost }: Report): string {
  const made = `It made ${madeText({ bookings, holds, waiting })}`;
  const back =
    holds + waiting > 0 ? 'took back all of it' : bookings === 1 ? 'cancelled it' : 'cancelled all of them';
  const lines = [
    ...(leftBehind.length === 0
      ? [bookings + holds + waiting === 0 ? 'It made no booking.' : `${made}, and ${back}.`]
      : [
          paint.red(
            `${made}, and could not ${holds + waiting > 0 ? 'take back' : 'cancel'} ${leftBehind.length}:`,
          ),
        ]),
    ...leftBehind.map(({ id, why }) => `  ${plain(id)}  ${plain(why)}`),
    ...(lost === 0
      ? []
      : [paint.red(`${lost} requests to book were answered with no booking that can be cancelled:`)]),
    ...(lost === 0 ? [] : ['look for bookings of "Bord conformance" at the target.']),
  ];
  return lines.join('\n');
}

/** `8 bookings, 2 holds and 3 waiting parties`; only bookings if the others are 0. */
function madeText({ bookings, holds, waiting }: Pick<Report, 'bookings' | 'holds' | 'waiting'>): string {
  const some = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`);
  const booked = some(bookings, 'one booking', 'bookings');
  if (holds + waiting === 0) return booked;
  return `${booked}, ${some(holds, 'one hold', 'holds')} and ${some(waiting, 'one entry', 'entries')} of the waitlist`;
}
