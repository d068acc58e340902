import type { Closure, Location } from '@bord/engine';
import { Option } from 'commander';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { Failure } from '../output/failure.ts';
import { durationMs, reading } from '../config/option-values.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { affectedJson, closureText, standingText } from '../output/plan-review.ts';
import { paint } from '../output/terminal.ts';
import { isVisitDate, isVisitTime, wallBound, wallStretch } from '../config/visit-time.ts';

const EXAMPLE = '"Bistro Nord"';

export function define(command: BordCommand): void {
  defineAdd(command);

  command
    .subcommand('list', 'when a location is closed', [`closures list ${EXAMPLE}`])
    .argument('<location>', LOCATION_NAMES)
    .answersAt(async (_, __, location) => {
      const closures = location.closures.toSorted((a, b) => (a.from < b.from ? -1 : 1));
      return { json: closures.map(closureJson), text: () => listText(location, closures) };
    });

  command
    .subcommand('remove', 'open again', [
      `closures remove ${EXAMPLE} closure-2026-12-24`,
      `closures remove ${EXAMPLE} closure-2026-12-24 --yes`,
    ])
    .argument('<location>', LOCATION_NAMES)
    .argument('<closure>', 'as closures list names it')
    .option('--yes', 'do not ask')
    .answersAt(async ({ engine }, options: ConfirmOptions, location, closureId) => {
      const known = location.closures.find((closure) => closure.id === closureId);
      if (!known)
        throw new Failure(
          `${plain(location.name)} has no closure ${plain(closureId)}: bord closures list shows all of them`,
        );
      await confirm(`Open ${plain(location.name)} again, which is closed ${closureText(known)}?`, options);
      const removed = await engine.operator.at(location.id).closures.remove(known.id);
      return {
        json: closureJson(removed),
        text: () => `${plain(location.name)} is no longer closed ${closureText(removed)}.`,
      };
    });
}

interface AddOptions {
  readonly from?: string;
  readonly to?: string;
  readonly for?: number;
  readonly reason?: string;
}

function defineAdd(command: BordCommand): void {
  command
    .subcommand('add', 'close a location for days or hours', [
      `closures add ${EXAMPLE} --from 2026-12-24 --to 2026-12-26 --reason Christmas`,
      `closures add ${EXAMPLE} --from 2026-12-31T15:00 --to 2026-12-31T18:00`,
      `closures add ${EXAMPLE} --for 1h --reason "the kitchen is full"`,
    ])
    .description(
      'Closes a location for days (both ends count) or for hours, by the clock of the location. Partners get no\n' +
        'table then. Bookings, holds and offers in it stay valid, and are listed; in closed hours you can still write one in.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option(
      '--from <when>',
      '2026-12-24 or tomorrow, or a time: 2026-12-24T18:00, "tomorrow 18:00"',
      closureEnd,
    )
    .option('--to <when>', 'of the same form (default: the same date)', closureEnd)
    .addOption(
      new Option('--for <duration>', 'from now on, such as 1h')
        .argParser(durationMs)
        .conflicts(['from', 'to']),
    )
    .option('--reason <text>', 'for staff only')
    .checks(({ from, to, for: lengthMs }: AddOptions) => {
      if (from === undefined) return lengthMs === undefined && 'say when: --from or --for';
      return !isVisitDate(from) && to === undefined && 'say until when: --to 2026-12-24T23:00';
    })
    .answersAt(async ({ engine }, options: AddOptions, location) => {
      const { from = '', to = from, for: lengthMs, reason = null } = options;
      const nowMs = Date.now();
      const when =
        lengthMs === undefined
          ? { from: wallBound(from, location, nowMs), to: wallBound(to, location, nowMs) }
          : wallStretch(nowMs, lengthMs, location.timeZone);
      const closure = await engine.operator.at(location.id).closures.add({ ...when, reason });
      return {
        json: { ...closureJson(closure), ...affectedJson(closure) },
        text: () =>
          `${plain(location.name)} is closed ${closureText(closure)} (${location.timeZone}): closure ${plain(closure.id)}.\n` +
          (standingText(closure, location) || 'No booking is in it.'),
      };
    });
}

const closureEnd = reading('a date such as 2026-12-24, or a time such as 2026-12-24T18:00', (text) =>
  isVisitDate(text) || isVisitTime(text) ? text : undefined,
);

function closureJson({ id, from, to, reason }: Closure): object {
  return { id, from, to, reason };
}

function listText({ name, timeZone }: Location, closures: readonly Closure[]): string {
  if (closures.length === 0) return `${plain(name)} has no closures.`;
  const rows = closures.map(({ id, from, to, reason }) => [
    from.replace('T', ' '),
    to.replace('T', ' '),
    plain(reason ?? ''),
    plain(id),
  ]);
  return `${paint.bold(plain(name))}, ${timeZone}\n\n${tableText(['closed from', 'to', 'reason', 'id'], rows)}`;
}
