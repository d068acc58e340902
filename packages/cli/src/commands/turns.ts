import { addDays, DAY_MS, localDateAt } from '@bord/engine';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { durationMs } from '../config/option-values.ts';
import { turnsText, turnsYaml } from '../output/turns-text.ts';

export function define(command: BordCommand): void {
  command
    .examples(['turns "Bistro Nord"', 'turns "Bistro Nord" --since 365d', 'turns "Bistro Nord" --json'])
    .description(
      'How long parties really stay, from bookings seat to bookings leave, compared with the turn times of the plan: what half of them keep to, and\n' +
        'four of five. Where enough is known it shows the turn times that four of five would keep to, without changing the plan.',
    )
    .argument('<location>', LOCATION_NAMES)
    .option('--since <time>', 'how far back: 90d (default), 365d', durationMs)
    .answersAt(async ({ engine }, { since = 90 * DAY_MS }: { readonly since?: number }, { id, timeZone }) => {
      const from = addDays(localDateAt(timeZone, Date.now()), -Math.ceil(since / DAY_MS));
      const report = await engine.operator.at(id).turns.read({ from });
      const { to, bands, leftOut } = report;
      return {
        json: { locationId: id, from, to, bands, leftOut, proposal: turnsYaml(report) },
        text: () => turnsText(report),
      };
    });
}
