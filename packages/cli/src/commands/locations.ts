import type { Location } from '@bord/engine';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { tableText } from '../output/layout.ts';
import { locationText } from '../output/location-text.ts';
import { plain } from '../output/plain.ts';
import { defineApply } from './apply-location.ts';
import { defineRemove } from './remove-location.ts';

const EXAMPLE = '"Bistro Nord"';

export function define(command: BordCommand): void {
  defineApply(command);

  command
    .subcommand('list', 'all locations', ['locations list', 'locations list --json'])
    .answers(async ({ engine }) => {
      const locations = await engine.operator.locations.list();
      return { json: locations.map(summaryJson), text: () => listText(locations) };
    });

  command
    .subcommand('show', 'one location', [`locations show ${EXAMPLE}`])
    .argument('<location>', LOCATION_NAMES)
    .answersAt(async (_, __, location) => {
      const { fileOf } = await import('../files/location-file/location-plan.ts');
      return {
        json: { ...fileOf(location), revision: location.revision },
        text: () => locationText(location),
      };
    });

  command
    .subcommand('export', 'write a location as the file that apply reads', [
      `locations export ${EXAMPLE} > restaurant.yaml`,
      `locations export ${EXAMPLE} --json > restaurant.json`,
    ])
    .argument('<location>', LOCATION_NAMES)
    .answersAt(async (_, __, location) => {
      const [{ fileOf }, { writeLocationFile }] = await Promise.all([
        import('../files/location-file/location-plan.ts'),
        import('../files/location-file/location-file.ts'),
      ]);
      return { json: fileOf(location), text: () => writeLocationFile(location) };
    });

  defineRemove(command);
}

function summaryJson({ id, alias, name, timeZone, language, floorPlan, revision }: Location) {
  const seats = floorPlan.tables.reduce((sum, { seatsMax }) => sum + seatsMax, 0);
  return { id, alias, name, timeZone, language, tables: floorPlan.tables.length, seats, revision };
}

function listText(locations: readonly Location[]): string {
  if (locations.length === 0) return 'There are no locations yet: bord locations apply makes one.';
  const rows = locations.map((location) => {
    const { id, alias, name, timeZone, tables, seats } = summaryJson(location);
    return [plain(name), alias ?? '', String(tables), String(seats), timeZone, id];
  });
  return tableText(['name', 'alias', 'tables', 'seats', 'time zone', 'id'], rows);
}
