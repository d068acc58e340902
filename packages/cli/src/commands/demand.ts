import { addDays, type DemandReport, type Engine } from '@bord/engine';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { localDate } from '../config/option-values.ts';
import { demandText, type RefCount } from '../output/demand-text.ts';

const EXAMPLE = '"Bistro Nord"';

/** Bookings of the booking page by the `ref` of the link that their guests followed, the most frequent first (D52). */
async function refsIn(engine: Engine, { location, from, to }: DemandReport): Promise<readonly RefCount[]> {
  const counts = new Map<string, number>();
  const dates = { from, before: addDays(to, 1), statuses: ['confirmed', 'completed', 'no_show'] as const };
  for await (const page of engine.operator.at(location.id).bookings.pages(dates))
    for (const { visitor } of page)
      if (visitor?.ref) counts.set(visitor.ref, (counts.get(visitor.ref) ?? 0) + 1);
  const refs = Array.from(counts, ([ref, bookings]) => ({ ref, bookings }));
  return refs.toSorted((a, b) => b.bookings - a.bookings);
}

export function define(command: BordCommand): void {
  command
    .examples([
      `demand ${EXAMPLE}`,
      `demand ${EXAMPLE} --from 2026-12-01 --to 2026-12-31`,
      `demand ${EXAMPLE} --json`,
    ])
    .description(
      'Shows the unmet demand of a location by weekday and hour, with the reasons: rejected requests of partners,\n' +
        'and separately rejections on the phone and at the door. Each refused request counts, also a repeated one, and each party\n' +
        'that joined the waitlist without getting a table immediately. With a booking page: also the bookings by the ref of their link.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--from <date>', 'the first date that was asked for (default: 28 days ago)', localDate)
    .option('--to <date>', 'the last one (default: 28 days ahead)', localDate)
    .answersAt(async ({ engine }, { from, to }: Partial<Record<'from' | 'to', string>>, { id }) => {
      const dates = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      const report = await engine.operator.at(id).demand.read(dates);
      const { location, demand } = report;
      const refs = location.bookingPage && (await refsIn(engine, report));
      return {
        json: {
          locationId: location.id,
          from: report.from,
          to: report.to,
          ...demand,
          ...(refs && { refs }),
        },
        text: () => demandText(report, refs ?? []),
      };
    });
}
