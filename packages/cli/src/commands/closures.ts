import { type Closure, isLocalDate, type Location } from '@bord/engine';
import { type Command, Option } from 'commander';
import { answering, subcommand } from '../command.ts';
import { Failure } from '../failure.ts';
import { durationMs, locationId, reading } from '../config/option-values.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { paint } from '../output/terminal.ts';
import { wallStretch } from '../config/visit-time.ts';

const EXAMPLE_ID = '00000000-0000-4000-8000-00000000d311';

export function define(command: Command): void {
  defineAdd(command);

  subcommand(command, 'list', 'when a location is closed', [`closures list ${EXAMPLE_ID}`])
    .argument('<id>', 'the location', locationId)
    .action(
      answering(async ({ engine }, _, id) => {
        const location = await engine.operator.locations.read(id);
        const closures = location.closures.toSorted((a, b) => (a.from < b.from ? -1 : 1));
        return { json: closures.map(closureJson), text: () => listText(location, closures) };
      }),
    );

  subcommand(command, 'remove', 'open again', [
    `closures remove ${EXAMPLE_ID} closure-2026-12-24`,
    `closures remove ${EXAMPLE_ID} closure-2026-12-24 --yes`,
  ])
    .argument('<id>', 'the location', locationId)
    .argument('<closure>', 'as closures list names it')
    .option('--yes', 'do not ask')
    .action(
      answering(async ({ engine }, options: ConfirmOptions, id, closureId) => {
        const location = await engine.operator.locations.read(id);
        const known = location.closures.find((closure) => closure.id === closureId);
        if (!known) throw new Failure(`${plain(location.name)} has no closure ${plain(closureId)}`);
        await confirm(`Open ${plain(location.name)} again, which is closed ${whenText(known)}?`, options);
        const removed = await engine.operator.closures.remove({
          locationId: location.id,
          closureId: known.id,
        });
        return {
          json: closureJson(removed),
          text: () => `${plain(location.name)} is no longer closed ${whenText(removed)}.`,
        };
      }),
    );
}

interface AddOptions {
  readonly from?: string;
  readonly to?: string;
  readonly for?: number;
  readonly reason?: string;
}

function defineAdd(command: Command): void {
  subcommand(command, 'add', 'close a location for days or hours', [
    `closures add ${EXAMPLE_ID} --from 2026-12-24 --to 2026-12-26 --reason Christmas`,
    `closures add ${EXAMPLE_ID} --from 2026-12-31T15:00 --to 2026-12-31T18:00`,
    `closures add ${EXAMPLE_ID} --for 1h --reason "the kitchen is full"`,
  ])
    .description(
      'Closes a location for days (both ends count) or for hours, by the clock of the location. Partners get no\n' +
        'table then. Bookings that stand are not touched, and in closed hours you can still write one in.',
    )
    .argument('<id>', 'the location', locationId)
    .option('--from <when>', '2026-12-24, or 2026-12-24T18:00', closureEnd)
    .option('--to <when>', 'of the same form (default: the same date)', closureEnd)
    .addOption(
      new Option('--for <duration>', 'from now on, such as 1h')
        .argParser(durationMs)
        .conflicts(['from', 'to']),
    )
    .option('--reason <text>', 'for the house itself')
    .hook('preAction', (add) => {
      const { from, to, for: lengthMs } = add.opts<AddOptions>();
      if (from === undefined && lengthMs === undefined) add.error('error: say when: --from or --for');
      if (from !== undefined && !isLocalDate(from) && to === undefined)
        add.error(`error: say until when: --to 2026-12-24T23:00`);
    })
    .action(
      answering(async ({ engine }, options: AddOptions, id) => {
        const location = await engine.operator.locations.read(id);
        const { from = '', to = from, for: lengthMs, reason = null } = options;
        const when =
          lengthMs === undefined ? { from, to } : wallStretch(Date.now(), lengthMs, location.timeZone);
        const closure = await engine.operator.closures.add(location.id, { ...when, reason });
        return {
          json: closureJson(closure),
          text: () =>
            `${plain(location.name)} is closed ${whenText(closure)} (${location.timeZone}): closure ${plain(closure.id)}.\n` +
            'Bookings that stand are not touched; bord bookings list shows them.',
        };
      }),
    );
}

const closureEnd = reading('a date such as 2026-12-24, or a time such as 2026-12-24T18:00', (text) => {
  const [, date, hours, minutes] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d))?$/.exec(text) ?? [];
  if (date === undefined || !isLocalDate(date)) return undefined;
  if (hours === undefined) return date;
  return Number(hours) < 24 && Number(minutes) < 60 ? `${date}T${hours}:${minutes}` : undefined;
});

function closureJson({ id, from, to, reason }: Closure): object {
  return { id, from, to, reason };
}

/** `on 2026-12-24`, `from 2026-12-24 to 2026-12-26` */
function whenText({ from, to }: Closure): string {
  const [start, end] = [from, to].map((text) => text.replace('T', ' '));
  return start === end ? `on ${start}` : `from ${start} to ${end}`;
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
