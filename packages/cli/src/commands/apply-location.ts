/** `locations apply`: shows what files change and the parties that this affects, and only then changes it. */
import {
  type Affected,
  type AppliedLocation,
  BookingError,
  type Engine,
  type Location,
  type PlanReview,
} from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import type { Answer, BordCommand, CommonOptions } from '../command.ts';
import type { Runtime } from '../composition.ts';
import { isDemo } from '../demo.ts';
import { Failure } from '../output/failure.ts';
import type { ReadLocation } from '../files/location-file/location-file.ts';
import { bodyText, lossTexts, releasedText, sections } from '../output/apply-text.ts';
import { confirm } from '../output/confirm.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { plain } from '../output/plain.ts';
import { affectedJson, rejectingIn, type PlanChange } from '../output/plan-review.ts';
import { printNotice } from '../output/printer.ts';
import { progressLine } from '../output/progress.ts';
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
  bookingPage (none)         {} for the restaurant's own page; needs an alias
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

interface OneAnswer extends Answer {
  readonly text: () => string;
}

export function defineApply(command: BordCommand): void {
  command
    .subcommand('apply', 'create or update locations from files, JSON or YAML', [
      'locations apply restaurant.yaml --dry-run',
      'locations apply restaurant.yaml',
      'locations apply restaurant.yaml syd.yaml --new',
      `locations export ${EXAMPLE_ID} | sed s/22:00/23:00/ | bord locations apply -`,
    ])
    .description(
      'Creates or updates locations from files, JSON or YAML, and lists the changes and the bookings outside of them.\n' +
        'A file has one location or a list. Several are applied in one step, all or none, and are answered with a list.\n' +
        'A file without an id updates the location of its alias or name. The location stays unchanged when the file has a fault, or the plan\n' +
        'would take tables from bookings, or from live holds and offers unless --release-holds releases them in the same step.',
    )
    .argument(
      '<file...>',
      'files as locations export writes them, or lists of those; - is the standard input',
    )
    .option('--dry-run', 'show the changes and the affected bookings without applying them')
    .option('--release-holds', 'release the holds and offers whose tables the plan takes')
    .option('--new', 'create the location without asking if its alias or name is unknown')
    .addHelpText('after', FILE)
    .answers(
      (runtime, options: ApplyOptions, ...paths): Promise<Answer> => applyFiles(runtime, options, paths),
      ({ dryRun }: ApplyOptions) => ({ migrates: dryRun ? 'never' : 'if empty' }),
    );
}

async function applyFiles(
  { config, engine }: Runtime,
  options: ApplyOptions,
  paths: readonly string[],
): Promise<Answer> {
  const { readLocations } = await import('../files/location-file/read-locations.ts');
  const read = await during('reading', readLocations(paths, config.files));
  const files = read.locations.map(({ file }) => file);
  const { releaseHolds = false } = options;
  const plans = plansOf(engine, files, read.isList, releaseHolds);
  const reviews = await during('reviewing', plans.review().catch(plans.inFile));
  const changes = await Promise.all(reviews.map(changesOf));
  const unknown = files.filter(({ id }, i) => id === null && reviews[i]!.before === null);
  const others = unknown.length > 0 ? await othersOf(engine) : [];
  let answers: readonly OneAnswer[];
  if (options.dryRun)
    answers = files.map((file, i) => {
      const existing = unknown.includes(file) ? others : [];
      return rehearsed(file, reviews[i]!, changes[i]!, { existing, releaseHolds });
    });
  else {
    if (others.length > 0 && !options.new) await assertWanted(unknown, others, options);
    assertStrandNone(files, reviews, releaseHolds);
    for (const { keep } of read.locations) await keep();
    const applying = plans.apply(reviews.map(({ locationId }, i) => locationId ?? files[i]!.id));
    const applied = await during('applying', applying).catch(async (error: unknown) => {
      // A booking or a hold can have been made since the review.
      if (BookingError.is(error) && error.code === 'conflict')
        assertStrandNone(files, await plans.review(), releaseHolds);
      return plans.inFile(error);
    });
    answers = files.map((file, i) =>
      appliedAnswer(file, applied[i]!, reviews[i]!, changes[i]!, releaseHolds),
    );
  }
  if (!read.isList) return answers[0]!;
  const created = reviews.filter(({ before }) => before === null).length;
  const unchanged = changes.filter(({ length }) => length === 0).length;
  const [make, change] = options.dryRun ? ['to create', 'to update'] : ['created', 'updated'];
  const sum = `${files.length} locations: ${created} ${make}, ${files.length - created - unchanged} ${change}, ${unchanged} unchanged.`;
  return {
    json: answers.map(({ json }) => json),
    text: () => sections(...answers.map(({ text }) => text()), sum),
  };
}

function during<T>(what: string, work: Promise<T>): Promise<T> {
  const progress = progressLine();
  progress.say(what);
  return work.finally(progress.end);
}

/** Reviews and applies the plans of files: a list in one step. `inFile` throws an error with its place in the file. */
function plansOf(engine: Engine, files: readonly ReadLocation[], isList: boolean, releaseHolds: boolean) {
  const { locations } = engine.operator;
  const wanted = files.map(({ plan, id, closures }) => ({ plan, locationId: id, closures }));
  const [{ plan, locationId, closures }] = wanted as [(typeof wanted)[0]];
  return {
    review: async (): Promise<readonly PlanReview[]> =>
      isList
        ? locations.review(wanted, { releaseHolds })
        : [await locations.review(plan, locationId, { closures, releaseHolds })],
    apply: async (ids: readonly (string | null)[]): Promise<readonly AppliedLocation[]> =>
      isList
        ? locations.apply(
            wanted.map((one, i) => ({ ...one, locationId: ids[i]! })),
            { releaseHolds },
          )
        : [await locations.apply(plan, ids[0]!, { closures, releaseHolds })],
    inFile(error: unknown): never {
      if (!BookingError.is(error)) throw error;
      const [at, ...path] = isList ? error.path.filter((step) => step !== 'plan') : [0, ...error.path];
      const { code, message } = error;
      throw files[Number(at)]?.failureOf(new BookingError(code, message, path)) ?? error;
    },
  };
}

function appliedAnswer(
  file: ReadLocation,
  { location, created, bookings, holds, warnings }: AppliedLocation,
  review: PlanReview,
  changes: readonly PlanChange[],
  releaseHolds: boolean,
): OneAnswer {
  warn(warnings);
  const affected = { bookings, holds };
  const { id, name } = location;
  return {
    json: { id, name, created, changes, ...affectedJson(affected, releaseHolds) },
    text: () =>
      sections(
        `${created ? 'Created' : changes.length > 0 ? 'Updated' : 'Unchanged:'} ${plain(name)}, location ${id}.`,
        bodyText(file.plan, { ...review, ...affected }, changes),
        releasedText('Released:', affected, location),
      ),
  };
}

/** The effects of an apply without applying it. Exit code 1 if it would be rejected. */
function rehearsed(
  file: ReadLocation,
  review: PlanReview,
  changes: readonly PlanChange[],
  { existing, releaseHolds }: { readonly existing: readonly Location[]; readonly releaseHolds: boolean },
): OneAnswer {
  const { before, plan, warnings } = review;
  const stranded = rejectingIn(review, releaseHolds);
  if (stranded.bookings.length + stranded.holds.length > 0) process.exitCode = 1;
  warn(warnings);
  const id = review.locationId ?? file.id;
  return {
    json: { id, name: plan.name, created: before === null, changes, ...affectedJson(review, releaseHolds) },
    text: () => {
      const what = before === null ? 'Would create' : 'Would update';
      return sections(
        `${what} ${plain(plan.name)}${id === null ? '' : `, location ${id}`}. ${paint.bold('The location is unchanged.')}`,
        existing.length === 0 ? '' : 'No location has this alias or name: apply asks first, or takes --new.',
        bodyText(file.plan, review, changes),
        ...lossTexts(stranded, plan).map(
          ({ fault, table }) => `${paint.red(`Apply would refuse it: ${fault}`)}\n${table}`,
        ),
        releaseHolds ? releasedText('Would release:', review, plan) : '',
      );
    },
  };
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
  return (await engine.operator.locations.list()).filter((one) => !isDemo(one));
}

/** A name that no location has is another restaurant, or a typing error. */
async function assertWanted(
  unknown: readonly ReadLocation[],
  others: readonly Location[],
  options: ApplyOptions,
): Promise<void> {
  const names = others.map((location) => plain(location.name));
  const existing = names.length > 3 ? `${names.length} others` : names.join(', ');
  const named = unknown.slice(0, NAMED_MAX).map((file) => {
    const near = didYouMean(file.plan.name, names);
    const { name, id } =
      others.find((location) => near.includes(`did you mean ${plain(location.name)}?`)) ?? others[0]!;
    const rename = `to change ${plain(name)} instead, write its id into the file: id: ${id}`;
    return { file, name: plain(file.plan.name), near, rename };
  });
  const more = unknown.length > NAMED_MAX ? [`and ${unknown.length - NAMED_MAX} more`] : [];
  if (options.json || !process.stdin.isTTY) {
    const lines = named.flatMap(({ file, name, near, rename }) => {
      const fault = `location ${name} does not exist${near}: --new makes another next to ${existing}; ${rename}`;
      return file.failure('name', fault).lines;
    });
    throw new Failure([...lines, ...more], true);
  }
  const [first] = named;
  const question =
    unknown.length === 1
      ? `Location ${first!.name} does not exist${first!.near}. Make a new one next to ${existing}?`
      : `${unknown.length} locations do not exist: ${[...named.map(({ name }) => name), ...more].join(', ')}. Make new ones next to ${existing}?`;
  await confirm(question, {}).catch((error: unknown) => {
    const renames = named.map(({ rename }) => `${rename[0]!.toUpperCase()}${rename.slice(1)}.`);
    throw error instanceof Failure ? new Failure([...error.lines, ...renames]) : error;
  });
}

const NAMED_MAX = 10;

/** Throws where plans would take tables from bookings, or from holds that are not to be released (D46). */
function assertStrandNone(
  files: readonly ReadLocation[],
  reviews: readonly PlanReview[],
  releaseHolds: boolean,
): void {
  const stranded = reviews.map((review) => rejectingIn(review, releaseHolds));
  const lines = reviews.flatMap(({ plan }, i) =>
    lossTexts(stranded[i]!, plan).flatMap(({ fault, table }) => [
      ...files[i]!.failure('tables', `the location is unchanged: ${fault}`).lines,
      ...table.split('\n'),
    ]),
  );
  if (lines.length === 0) return;
  const all: Affected = {
    bookings: stranded.flatMap(({ bookings }) => bookings),
    holds: stranded.flatMap(({ holds }) => holds),
  };
  throw new Failure(lines, true, { error: 'refused', message: lines[0], ...affectedJson(all) });
}

function warn(warnings: readonly string[]): void {
  for (const warning of warnings) printNotice(`${paintError.yellow('warning:')} ${warning}`);
}
