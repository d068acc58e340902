/**
 * The whole engine on a virtual clock: several processes on one storage with bad connections, which are killed and restarted; partners, guests, staff
 * and an operator who repeat unanswered requests; receivers and a mail server with varying faults. Rushes of callers alternate with hours of
 * retries, reminders and nightly maintenance. At the end faults stop, and every queue must empty.
 *
 * A second record of the required state is kept (`records.ts`): each change is compared with it immediately, each delivery when it arrives, and
 * everything at the end.
 */
import type { Storage } from '@bord/engine';
import type { Clock } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { Course } from './course.ts';
import { withInFlight } from './in-flight.ts';
import { withoutStopwatch } from './stopwatch.ts';
import type { Trouble } from './troubles.ts';
import type { Turns } from './turns.ts';
import { World } from './world.ts';

/** Wraps a sound storage before its first use: a control breaks it. */
export type Sabotage = (sound: Storage, turns: Turns) => Storage;

/** Opens an empty storage that goes by a clock. */
export type Open = (clock: Clock) => Storage | Promise<Storage>;

/** Brings the schema to the next version while servers run. */
export type Upgrade = () => Promise<void>;

/** The parameters of a history. */
export interface Script {
  readonly seed: number;
  /** How often something is wanted of the restaurant, in all. Default 400. */
  readonly wishes?: number | undefined;
  /** How many days it lasts, about. Default 2. */
  readonly days?: number | undefined;
  readonly sabotage?: Sabotage | undefined;
  /** Default: in memory. */
  readonly open?: Open | undefined;
  /** Runs midway. Default: none. */
  readonly upgrade?: Upgrade | undefined;
  /** Troubles that are left out. */
  readonly without?: ReadonlySet<Trouble> | undefined;
  /** Only these wishes come, by their numbers from 0 on. */
  readonly only?: ReadonlySet<number> | undefined;
  /** It ends when so many wishes have come. */
  readonly untilWish?: number | undefined;
  /** All is written down as a story. */
  readonly isWritten?: boolean | undefined;
}

export interface History {
  /** Calls of the engine, retries included, rounds of the workers, and attempts to deliver. */
  readonly operations: number;
  /** SHA-256 over all that was done and answered, in order. */
  readonly hash: string;
  /** How often what happened. */
  readonly counts: Readonly<Record<string, number>>;
  /** The number of operations by kind, of rejections, and of checks. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
  readonly checks: Readonly<Record<string, number>>;
}

/** A history in which something was so that never may be. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** In which operation it was noticed. */
  readonly operation: number;
  /** How many wishes had come. */
  readonly wishes: number;
  /** The story if it was requested, and its results. */
  readonly story: readonly string[];

  constructor(cause: unknown, { world, course }: { readonly world: World; readonly course: Course }) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.operation = course.operations;
    this.wishes = course.wishesBegun;
    this.story = world.story ? [...world.story.lines(), `And so: ${world.story.named(this.message)}`] : [];
  }
}

/** Some days in the life of a restaurant. Rejects with a {@link Violation}; the seed brings it back. */
export async function simulate({ seed, wishes = 400, days = 2, ...script }: Script): Promise<History> {
  const { sabotage = (sound) => sound, open = memoryStorage, without, isWritten, ...wanted } = script;
  const world = new World({ seed, startMs: fixtures.FRIDAY_MS, without, isWritten });
  const storage = withInFlight(await open({ nowMs: world.nowMs }), world.inFlight);
  const course = new Course(world, sabotage(storage, world.turns));
  try {
    await withoutStopwatch(() => goThrough(world, course, { wishes, days, ...wanted }));
  } catch (error) {
    throw new Violation(error, { world, course });
  }
  const { operations, counts, kinds, refusals } = course;
  return { operations, counts, kinds, refusals, hash: world.hash(), checks: world.checks.counts };
}

async function goThrough(world: World, course: Course, wanted: Parameters<Course['go']>[0]): Promise<void> {
  await course.open();
  const finished = course.go(wanted);
  let isOver = false;
  let isBroken = false;
  finished.then(
    () => (isOver = true),
    () => (isBroken = true), // the race below rejects
  );
  const { untilWish = Infinity } = wanted;
  const isEnough = (): boolean => course.wishesBegun > untilWish;
  // After a violation the workers of the servers would continue endlessly.
  const giving = world.turns.giveAll(
    () => world.assertInnocent(),
    () => isBroken || isEnough(),
  );
  await Promise.race([finished, giving]);
  if (isEnough()) return;
  if (!isOver) await Promise.race([finished, world.turns.nobodyComes()]);
  world.assertInnocent();
}
