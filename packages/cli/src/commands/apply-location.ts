/** `locations apply`: shows what a file changes and the parties that this affects, and only then changes it. */
import {
  type Affected,
  BookingError,
  type Engine,
  type Hold,
  type Location,
  localDateAt,
  type PlanReview,
} from '@bord/engine';
import { isMadeOneByOne } from '@bord/engine/adapters';
import { LANGUAGES } from '@bord/adapter-http/languages';
import type { Command } from 'commander';
import { type Answer, answering, type CommonOptions, subcommand } from '../command.ts';
import { DEMO_LOCATION_ID } from '../demo.ts';
import { Failure } from '../output/failure.ts';
import type { ReadLocation } from '../files/location-file/location-file.ts';
import { confirm } from '../output/confirm.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { holdsText, releaseText } from '../output/hold-text.ts';
import { plain } from '../output/plain.ts';
import {
  affectedJson,
  affectedTable,
  changesText,
  closureText,
  rejectingIn,
  standingText,
  type PlanChange,
} from '../output/plan-review.ts';
import { printNotice } from '../output/printer.ts';
import { paint, paintError } from '../output/terminal.ts';

const EXAMPLE_ID = '00000000-0000-4000-8000-00000000d311';

const FILE = `
A small file:
  name: Fyren
  timeZone: Europe/Stockholm
  tables:
    - {id: T1, seats: 2-4}
  servicePeriods:
    - {name: Dinner, days: [fri, sat], opens: "17:00", closes: "01:00"}

What else it may say, with defaults:
  id                         UUID; without one the alias, or the name, tells which location is meant
  alias                      a short name for commands: fyren
  language (en)              ${LANGUAGES.join(', ')}
  address, phone, email
  brand                      colour ("#7a1f2b"), logo (an https URL, or a file), for guests
  areas[]                    id, name: what the parts of the house are called
  tables[]                   id, seats (4, 2-4), area, online (true; false: for staff only), when
  combinations[]             tables, seats, when: what may be joined, for how many, and when
  when (always)              periods, days, from and to (2027-05-01; every year: 05-01), except; or a list
  servicePeriods[]           name, days (daily) or dates, opens, closes, slotStep (15), lastSeating,
                             partySizes (1+), turnTimes, pacing
  turnTimes                  minutes, or [{upTo: 2, minutes: 90}, {minutes: 120}]
  leadTime (0)               minutes, or a list as of turnTimes
  pacing (none)              {coversPerStep, partiesPerStep}
  buffer (0), freeze (60)    minutes
  horizonDays (365)
  movesMax, wastedSeatsMax   no limit
  closures[]                 from, to, reason, id; those made by command stay, unless it is {only: [...]}
The reference lists all fields.`;

interface ApplyOptions extends CommonOptions {
  readonly releaseHolds?: boolean;
  readonly dryRun?: boolean;
  readonly new?: boolean;
}

export function defineApply(command: Command): void {
  subcommand(command, 'apply', 'create or update a location from a file, JSON or YAML', [
    'locations apply restaurant.yaml --dry-run',
    'locations apply restaurant.yaml',
    'locations apply second-restaurant.yaml --new',
    `locations export ${EXAMPLE_ID} | sed s/22:00/23:00/ | bord locations apply -`,
  ])
    .description(
      'Creates or updates a location from a file, JSON or YAML, and lists the changes and the bookings outside of it.\n' +
        'A file without an id updates the location of its alias or name. The location stays unchanged when the file has a fault, or the plan\n' +
        'would take tables from bookings, or from live holds and offers unless --release-holds releases them in the same step.',
    )
    .argument('<file>', 'a file as locations export writes it; - is the standard input')
    .option('--dry-run', 'show the changes and the affected bookings without applying them')
    .option('--release-holds', 'release the holds and offers whose tables the plan takes')
    .option('--new', 'create the location without asking if its alias or name is unknown')
    .addHelpText('after', FILE)
    .action(
      answering(async ({ config, engine }, options: ApplyOptions, path): Promise<Answer> => {
        const [{ readLocationFile }, { withLogo }, { openSourceFile }] = await Promise.all([
          import('../files/location-file/location-file.ts'),
          import('../files/location-file/stored-logo.ts'),
          import('../files/source-file.ts'),
        ]);
        const read = readLocationFile(await openSourceFile(path));
        const { file, keep } = await withLogo(read, path, config.files);
        const inFile = (error: unknown): never => {
          throw file.failureOf(error) ?? error;
        };
        const { releaseHolds = false } = options;
        const policy = { closures: file.closures, releaseHolds };
        const look = (): Promise<PlanReview> => engine.operator.locations.review(file.plan, file.id, policy);
        const review = await look().catch(inFile);
        const changes = await changesOf(review);
        const beside = review.before === null && file.id === null ? await othersOf(engine) : [];
        if (options.dryRun) return rehearsed(file, review, changes, { beside, releaseHolds });
        if (beside.length > 0 && !options.new) await assertWanted(file, beside, options);
        assertStrandsNone(file, review, releaseHolds);
        await keep();
        const id = review.locationId ?? file.id;
        const { location, created, bookings, holds, warnings } = await engine.operator.locations
          .apply(file.plan, id, policy)
          .catch(async (error: unknown) => {
            // Somebody may have booked, or held a table, since the review.
            if (BookingError.is(error) && error.code === 'conflict')
              assertStrandsNone(file, await look(), releaseHolds);
            return inFile(error);
          });
        warn(warnings);
        const affected = { bookings, holds };
        return {
          json: {
            id: location.id,
            name: location.name,
            created,
            changes,
            ...affectedJson(affected, releaseHolds),
          },
          text: () => {
            const done = `${created ? 'Created' : changes.length > 0 ? 'Updated' : 'Unchanged:'} ${plain(location.name)}, location ${location.id}.`;
            return sections(
              done,
              bodyText(file, { ...review, ...affected }, changes),
              releasedText('Released:', affected, location),
            );
          },
        };
      }),
    );
}

/** What apply would do. Exit code 1 where it would refuse. */
function rehearsed(
  file: ReadLocation,
  review: PlanReview,
  changes: readonly PlanChange[],
  { beside, releaseHolds }: { readonly beside: readonly Location[]; readonly releaseHolds: boolean },
): Answer {
  const { before, plan, warnings } = review;
  const stranded = rejectingIn(review, releaseHolds);
  if (isAny(stranded)) process.exitCode = 1;
  warn(warnings);
  const id = review.locationId ?? file.id;
  return {
    json: { id, name: plan.name, created: before === null, changes, ...affectedJson(review, releaseHolds) },
    text: () => {
      const what = before === null ? 'Would create' : 'Would update';
      return sections(
        `${what} ${plain(plan.name)}${id === null ? '' : `, location ${id}`}. ${paint.bold('The location is unchanged.')}`,
        beside.length === 0 ? '' : 'No location has this alias or name: apply asks first, or takes --new.',
        bodyText(file, review, changes),
        ...lossTexts(stranded, plan).map(
          ({ fault, table }) => `${paint.red(`Apply would refuse it: ${fault}`)}\n${table}`,
        ),
        releaseHolds ? releasedText('Would release:', review, plan) : '',
      );
    },
  };
}

function bodyText(file: ReadLocation, review: PlanReview, changes: readonly PlanChange[]): string {
  const { before, plan } = review;
  if (before === null) return '';
  return sections(
    changes.length === 0 ? 'It is as the file says already.' : changesText(changes),
    standingText(review, plan),
    unlistedText(file, review),
  );
}

/** Closures that the file does not know and that stay, so that nobody wonders why the house is closed. */
function unlistedText({ plan: listed }: ReadLocation, { plan }: PlanReview): string {
  const today = localDateAt(plan.timeZone, Date.now());
  const unlisted = plan.closures.filter(
    (closure) =>
      isMadeOneByOne(closure) &&
      closure.to.slice(0, 10) >= today &&
      !listed.closures.some(({ id }) => id === closure.id),
  );
  if (unlisted.length === 0) return '';
  const lines = unlisted.map(
    (closure) =>
      `  ${closureText(closure)}${closure.reason === null ? '' : ` (${plain(closure.reason)})`}, ${closure.id}`,
  );
  return `Closures made by command stay; bord closures remove opens again:\n${lines.join('\n')}`;
}

async function changesOf({ before, plan }: PlanReview): Promise<readonly PlanChange[]> {
  const [{ fileOf }, { planChanges }] = await Promise.all([
    import('../files/location-file/location-plan.ts'),
    import('../files/location-file/plan-changes.ts'),
  ]);
  const after: Location = { ...plan, id: before?.id ?? '', revision: 0 };
  return planChanges(before ? fileOf(before) : { id: '' }, fileOf(after));
}

async function othersOf(engine: Engine): Promise<readonly Location[]> {
  return (await engine.operator.locations.list()).filter(({ id }) => id !== DEMO_LOCATION_ID);
}

/** A name that nobody has is a second restaurant, or a slip of the pen. */
async function assertWanted(
  file: ReadLocation,
  others: readonly Location[],
  options: ApplyOptions,
): Promise<void> {
  const name = plain(file.plan.name);
  const names = others.map((location) => plain(location.name));
  const near = didYouMean(file.plan.name, names);
  const likely =
    others.find((location) => near.includes(`did you mean ${plain(location.name)}?`)) ?? others[0]!;
  const beside = names.length > 3 ? `${names.length} others` : names.join(', ');
  const rename = `to change ${plain(likely.name)} instead, write its id into the file: id: ${likely.id}`;
  if (options.json || !process.stdin.isTTY)
    throw file.failure(
      'name',
      `location ${name} does not exist${near}: --new makes another next to ${beside}; ${rename}`,
    );
  await confirm(`Location ${name} does not exist${near}. Make a new one next to ${beside}?`, {}).catch(
    (error: unknown) => {
      throw error instanceof Failure
        ? new Failure([...error.lines, `${rename[0]!.toUpperCase()}${rename.slice(1)}.`])
        : error;
    },
  );
}

/** Throws where the plan would take tables from bookings, or from holds that are not to be released (D46). */
function assertStrandsNone(file: ReadLocation, review: PlanReview, releaseHolds: boolean): void {
  const stranded = rejectingIn(review, releaseHolds);
  if (!isAny(stranded)) return;
  const lines = lossTexts(stranded, review.plan).flatMap(({ fault, table }) => [
    ...file.failure('tables', `the location is unchanged: ${fault}`).lines,
    ...table.split('\n'),
  ]);
  throw new Failure(lines, true, { error: 'refused', message: lines[0], ...affectedJson(stranded) });
}

function lossTexts(
  { bookings, holds }: Affected,
  { timeZone }: Pick<Location, 'timeZone'>,
): readonly { readonly fault: string; readonly table: string }[] {
  const named = holds.map(({ hold }) => hold);
  return [
    ...(bookings.length > 0
      ? [{ fault: lossText(bookings.length), table: affectedTable(bookings, timeZone) }]
      : []),
    ...(named.length > 0 ? [{ fault: holdLossText(named), table: holdsText(named, { timeZone }) }] : []),
  ];
}

function isAny({ bookings, holds }: Affected): boolean {
  return bookings.length + holds.length > 0;
}

function lossText(count: number): string {
  const who = count === 1 ? '1 booking would lose its table' : `${count} bookings would lose their tables`;
  return `${who}. Give each another (bord bookings assign), move or cancel it, and apply again:`;
}

function holdLossText(holds: readonly Hold[]): string {
  const { length } = holds;
  const what = length === 1 ? '1 hold would lose its table' : `${length} holds would lose their tables`;
  const release = length > 3 ? 'bord holds release ID' : holds.map(releaseText).join(', ');
  return `${what}. Apply with --release-holds, release each (${release}), or wait until they expire:`;
}

function releasedText(title: string, affected: Affected, location: Pick<Location, 'timeZone'>): string {
  const released = rejectingIn(affected).holds.map(({ hold }) => hold);
  return released.length === 0 ? '' : `${title}\n${holdsText(released, location)}`;
}

function warn(warnings: readonly string[]): void {
  for (const warning of warnings) printNotice(`${paintError.yellow('warning:')} ${warning}`);
}

function sections(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
