/** The times of a day from which a guest chooses. */
import { formatInstant, type GuestTimes, localDateAt } from '@bord/engine';
import { oneLine } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { clockOf, dayOf, type Reader } from './visit.ts';

interface Group {
  readonly title: Content;
  readonly starts: readonly number[];
}

/**
 * A list for each service period, and one for the times after midnight.
 * @param unlike what is shown instead of a button; null for the button
 */
export function timeLists(
  reader: Reader,
  found: Pick<GuestTimes, 'date' | 'periods' | 'times'>,
  unlike: (startMs: number) => Content = () => null,
): readonly Html[] {
  const groups = groupsOf(reader, found);
  return groups.map(
    ({ title, starts }) =>
      html`<h3>${groups.length === 1 ? reader.page.move.free : title}</h3>
        <ul class="times" role="list">
          ${starts.map((ms) => html`<li>${unlike(ms) ?? startButton(ms, 'time', clockOf(reader, ms))}</li>`)}
        </ul>`,
  );
}

/** The times after midnight have the name of their day. */
function groupsOf(
  reader: Reader,
  { date, periods, times }: Pick<GuestTimes, 'date' | 'periods' | 'times'>,
): readonly Group[] {
  const isNight = (ms: number): boolean => localDateAt(reader.view.location.timeZone, ms) > date;
  const night = times.filter(isNight);
  const byPeriod = Map.groupBy(
    times.filter((ms) => !isNight(ms)),
    (ms) => periods.findLast(({ opensMs }) => opensMs <= ms)!,
  );
  const groups: readonly Group[] = [...byPeriod].map(([{ name, opensMs, closesMs }, starts]) => {
    const hours = `${clockOf(reader, opensMs)}–${clockOf(reader, closesMs)}`;
    return { title: html`${oneLine(name)} <small>${hours}</small>`, starts };
  });
  if (night.length === 0) return groups;
  return [...groups, { title: reader.page.move.afterMidnight(dayOf(reader, night[0]!)), starts: night }];
}

export function startButton(startMs: number, kind: 'time' | 'wanted', label: string): Html {
  return html`<button class="${kind}" type="submit" name="start" value="${formatInstant(startMs)}">
    ${label}
  </button>`;
}
