import { type DaySheet, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { timelineOf, type TimelineView } from '@bord/engine/adapters';
import { Option } from 'commander';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { visitDate } from '../config/option-values.ts';
import { visitDateOf } from '../config/visit-time.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { eveningJson } from '../output/evening/evening-json.ts';
import { eveningText } from '../output/evening/evening-text.ts';
import { glyphsFor, isRightToLeft } from '../output/evening/glyphs.ts';
import { plain } from '../output/plain.ts';
import { isUnicode, paint, takesColours } from '../output/terminal.ts';

const EXAMPLE_ID = '00000000-0000-4000-8000-00000000d311';

interface EveningOptions {
  readonly date?: string;
  readonly now?: boolean;
  readonly html?: string;
}

export function define(command: BordCommand): void {
  command
    .examples([
      `evening ${EXAMPLE_ID}`,
      'evening "Bistro Nord" --date tomorrow',
      'evening "Bistro Nord" --now',
      'evening "Bistro Nord" --html tonight.html',
      'evening "Bistro Nord" --date 2026-12-01 --json',
    ])
    .description(
      'A day at a glance: tables down, time across, each party a bar with its size, a mark for notes, and its name.\n' +
        'Below it the covers that start in each step, and the notes. As wide as the terminal, or 80 columns.\n\n' +
        'Without a date it is the day that is running: after midnight, while you are open, still that of the day before.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--date <date>', '2026-12-01, today, tomorrow or yesterday (default: today)', visitDate)
    .addOption(new Option('--now', 'four hours from half an hour ago, larger').conflicts('date'))
    .option('--html <file>', 'write a page to this file instead: for a screen, a phone, and A4 on its side')
    .answersAt(async ({ engine }, { date, now = false, html }: EveningOptions, location) => {
      const wanted = date === undefined ? undefined : visitDateOf(date, location, Date.now());
      const sheet = await engine.operator.at(location.id).bookings.sheet({ date: wanted });
      if (html !== undefined) await writePage(html, sheet);
      const text = () => (html === undefined ? textOf(sheet, now) : `Wrote ${plain(html)}.`);
      return { json: eveningJson(sheet, timelineOf(sheet)), text };
    });
}

/** Readable for the owner of the file only: it has names and telephone numbers of guests. */
async function writePage(file: string, sheet: DaySheet): Promise<void> {
  const { eveningPage } = await import('@bord/adapter-http/evening');
  await writePrivateFile(file, eveningPage(sheet));
}

function textOf(sheet: DaySheet, now: boolean): string {
  const view: TimelineView = { fromMs: sheet.nowMs - 30 * MINUTE_MS, lengthMs: 4 * HOUR_MS };
  const names = [
    ...sheet.location.floorPlan.tables.map(({ id }) => id),
    ...sheet.bookings.map(({ guest }) => guest.name),
  ];
  return eveningText(sheet, timelineOf(sheet, now ? view : null), {
    columns: process.stdout.columns ?? 80,
    glyphs: glyphsFor({
      isUnicode: isUnicode(process.env),
      isPainted: takesColours(process.stdout),
      hasRightToLeft: names.some(isRightToLeft),
    }),
    paint,
  });
}
