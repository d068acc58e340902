/** A party stays longer, or not so long (D41). */
import { type Booking, type Extension, MINUTE_MS } from '@bord/engine';
import type { BordCommand } from '../../command.ts';
import { reading, VISIT_TIME, visitTime } from '../../config/option-values.ts';
import { visitTimeMs } from '../../config/visit-time.ts';
import { Failure } from '../../output/failure.ts';
import { blockText } from '../../output/block-text.ts';
import { clockText } from '../../output/times.ts';
import { blocksNamed, holdsNamed } from '../../config/table-choice.ts';
import { holdsInTheWay } from '../../output/hold-text.ts';
import { bookingText, tablesText } from '../../output/booking-line.ts';
import { EXAMPLE_ID } from './examples.ts';
import { visitAnswer } from './answer.ts';

interface ExtendOptions {
  readonly by?: number;
  readonly until?: string;
  readonly force?: boolean;
}

const minutes = reading('minutes or hours such as 15m, 1h or -15m', (text) => {
  const [, sign, count, unit] = /^(-?)(\d{1,4})([mh])$/.exec(text) ?? [];
  const length = Number(count) * (unit === 'h' ? 60 : 1);
  return length > 0 && length <= 1440 ? length * (sign ? -1 : 1) : undefined;
});

export function defineExtend(command: BordCommand): void {
  command
    .subcommand('extend <id>', 'the party stays longer, the next one is given another table', [
      `bookings extend ${EXAMPLE_ID} --by 15m`,
      'bookings extend T7 --until 22:30',
      'bookings extend Berg --by -30m',
      'bookings extend T7 --by 15m --force',
    ])
    .description(
      'The party stays longer, or less long. The next party at its table gets another one. If that is impossible, the booking stays unchanged and\n' +
        'the next party is named. A partner hears until when the visit lasts; the guest gets no mail.',
    )
    .option('--by <time>', 'so much longer than until now: 15m, 1h; -15m is shorter', minutes)
    .option('--until <time>', `until then: ${VISIT_TIME}`, visitTime)
    .option('--force', 'leave the next party without a table if it cannot get another')
    .checks(
      ({ by, until }: ExtendOptions) =>
        (by === undefined) === (until === undefined) && 'say how long: --by, or --until',
    )
    .answers(async (runtime, { by, until, force }: ExtendOptions, id) => {
      const { bookings, locations } = runtime.engine.operator;
      const before = await bookings.read(id);
      const location = await locations.read(before.locationId);
      const { timeZone } = location;
      const to: Extension =
        until === undefined
          ? { byMinutes: by!, force }
          : { untilMs: Math.ceil(visitTimeMs(until, location, Date.now()) / MINUTE_MS) * MINUTE_MS, force };
      const outcome = await bookings.extend(id, to);
      if (outcome.kind === 'refused') {
        const blocks = await blocksNamed(runtime.engine, location, outcome.blocks ?? []);
        if (blocks.length > 0)
          throw new Failure(
            blocks.map(
              (block) =>
                `not extended: ${blockText(block, location)}. To unblock it: bord tables unblock ${block.id}`,
            ),
          );
        const holds = await holdsNamed(runtime.engine, outcome.holds ?? []);
        if (holds.length > 0) throw new Failure(`not extended: ${holdsInTheWay(holds, location)}`);
        const inTheWay = await Promise.all((outcome.inTheWay ?? []).map((other) => bookings.read(other)));
        throw new Failure(
          refusalLines(
            before,
            inTheWay.map((other) => [other, bookingText(other, location)]),
          ),
        );
      }
      const { endMs } = outcome.booking;
      const state =
        outcome.kind === 'unchanged' ? 'stays until then already' : stayText(before.endMs, endMs, timeZone);
      return visitAnswer(runtime, outcome.booking, state);
    });
}

function stayText(beforeMs: number, endMs: number, timeZone: string): string {
  return `stays until ${clockText(endMs, timeZone)}, not ${clockText(beforeMs, timeZone)}`;
}

function refusalLines({ tables }: Booking, inTheWay: readonly (readonly [Booking, string])[]): string[] {
  const table = tablesText(tables);
  return [
    inTheWay.length > 0
      ? `not extended: ${table} is needed by ${inTheWay.map(([, who]) => who).join('; ')}`
      : `not extended: ${table} is blocked then`,
    ...inTheWay.map(
      ([{ id }]) =>
        `Another table for that party: bord bookings assign ${id} --table ID. Or --force: it waits for one.`,
    ),
  ];
}
