import { LANGUAGES, type Location } from '@bord/engine';
import type { Command } from 'commander';
import { type Answer, answering, subcommand } from '../command.ts';
import { locationId } from '../config/option-values.ts';
import { tableText } from '../output/layout.ts';
import { locationText } from '../output/location-text.ts';
import { plain } from '../output/plain.ts';
import { printNotice } from '../output/printer.ts';
import { paintError } from '../output/terminal.ts';

const EXAMPLE_ID = '00000000-0000-4000-8000-00000000d311';

export function define(command: Command): void {
  defineApply(command);

  subcommand(command, 'list', 'all locations', ['locations list', 'locations list --json']).action(
    answering(async ({ engine }) => {
      const locations = await engine.operator.locations.list();
      return { json: locations.map(summaryJson), text: () => listText(locations) };
    }),
  );

  subcommand(command, 'show', 'one location', [`locations show ${EXAMPLE_ID}`])
    .argument('<id>', 'the location', locationId)
    .action(
      answering(async ({ engine }, _, id) => {
        const [location, { fileOf }] = await Promise.all([
          engine.operator.locations.read(id),
          import('../files/location-file/location-plan.ts'),
        ]);
        return {
          json: { ...fileOf(location), revision: location.revision },
          text: () => locationText(location),
        };
      }),
    );

  subcommand(command, 'export', 'write a location as the file that apply reads', [
    `locations export ${EXAMPLE_ID} > restaurant.yaml`,
    `locations export ${EXAMPLE_ID} --json > restaurant.json`,
  ])
    .argument('<id>', 'the location', locationId)
    .action(
      answering(async ({ engine }, _, id) => {
        const [location, { fileOf }, { writeLocationFile }] = await Promise.all([
          engine.operator.locations.read(id),
          import('../files/location-file/location-plan.ts'),
          import('../files/location-file/location-file.ts'),
        ]);
        return { json: fileOf(location), text: () => writeLocationFile(location) };
      }),
    );
}

const FILE = `
A small file:
  name: Fyren
  timeZone: Europe/Stockholm
  tables:
    - {id: T1, seats: 2-4}
  servicePeriods:
    - {name: Dinner, days: [fri, sat], opens: "17:00", closes: "01:00"}

What else it may say, with defaults:
  id                         UUID; without one the name tells which location is meant
  language (en)              ${LANGUAGES.join(', ')}
  address, phone, email
  tables[]                   id, seats (4, 2-4), area, online (true; false: for the house itself)
  combinations[]             tables, seats: what may be joined, and for how many
  servicePeriods[]           name, days (daily) or dates, opens, closes, slotStep (15), lastSeating,
                             partySizes (1+), turnTimes, pacing
  turnTimes                  minutes, or [{upTo: 2, minutes: 90}, {minutes: 120}]
  pacing (none)              {coversPerStep, partiesPerStep}
  buffer (0), leadTime (0), freeze (60)      minutes
  horizonDays (365)
  movesMax, wastedSeatsMax                   no limit
  closures[]                 from, to, reason, id
All of it is explained in docs/location-file.md.`;

function defineApply(command: Command): void {
  subcommand(command, 'apply', 'create or update a location from a file, JSON or YAML', [
    'locations apply restaurant.yaml',
    `locations export ${EXAMPLE_ID} | sed s/22:00/23:00/ | bord locations apply -`,
  ])
    .description(
      'Creates or updates a location from a file, JSON or YAML. A file without an id updates the location of its name.\n' +
        'Nothing is changed when the file has a fault, or the plan would take tables from bookings that stand.',
    )
    .argument('<file>', 'what locations export writes; - is the standard input')
    .addHelpText('after', FILE)
    .action(
      answering(async ({ engine }, _, path): Promise<Answer> => {
        const [{ readLocationFile }, { openSourceFile }] = await Promise.all([
          import('../files/location-file/location-file.ts'),
          import('../files/source-file.ts'),
        ]);
        const file = readLocationFile(await openSourceFile(path));
        const { location, created, warnings } = await engine.operator.locations
          .apply(file.plan, file.id)
          .catch((error: unknown) => {
            throw file.failureOf(error) ?? error;
          });
        const { id, name } = location;
        for (const warning of warnings) printNotice(`${paintError.yellow('warning:')} ${warning}`);
        return {
          json: { id, name, created },
          text: () => `${created ? 'Created' : 'Updated'} ${plain(name)}, location ${id}.`,
        };
      }),
    );
}

function summaryJson({ id, name, timeZone, language, floorPlan, revision }: Location) {
  const seats = floorPlan.tables.reduce((sum, { seatsMax }) => sum + seatsMax, 0);
  return { id, name, timeZone, language, tables: floorPlan.tables.length, seats, revision };
}

function listText(locations: readonly Location[]): string {
  if (locations.length === 0) return 'There are no locations yet: bord locations apply makes one.';
  const rows = locations.map((location) => {
    const { id, name, timeZone, tables, seats } = summaryJson(location);
    return [id, plain(name), String(tables), String(seats), timeZone];
  });
  return tableText(['id', 'name', 'tables', 'seats', 'time zone'], rows);
}
