import type { Command } from 'commander';
import { answering, withExamples } from '../command.ts';
import { LOCATION_NAMES, locationNamed } from '../config/location-named.ts';
import { localDate } from '../config/option-values.ts';
import { demandText } from '../output/demand-text.ts';

const EXAMPLE = '"Bistro Nord"';

interface DemandOptions {
  readonly from?: string;
  readonly to?: string;
}

export function define(command: Command): void {
  withExamples(command, [
    `demand ${EXAMPLE}`,
    `demand ${EXAMPLE} --from 2026-12-01 --to 2026-12-31`,
    `demand ${EXAMPLE} --json`,
  ])
    .description(
      'Shows the unmet demand of a location by weekday and hour, with the reasons: rejected requests of partners,\n' +
        'and separately rejections on the phone and at the door. Each refused request counts, also a repeated one, and each party\n' +
        'that joined the waitlist without getting a table immediately.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--from <date>', 'the first date that was asked for (default: 28 days ago)', localDate)
    .option('--to <date>', 'the last one (default: 28 days ahead)', localDate)
    .action(
      answering(async ({ engine }, { from, to }: DemandOptions, name) => {
        const { id } = await locationNamed(engine, name);
        const dates = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
        const report = await engine.operator.at(id).demand.read(dates);
        const { location, demand } = report;
        return {
          json: { locationId: location.id, from: report.from, to: report.to, ...demand },
          text: () => demandText(report),
        };
      }),
    );
}
