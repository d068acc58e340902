/** Runs histories of consecutive seeds, and prints their results. */
import { type Script, simulate, Violation } from '../simulate.ts';
import { SABOTEURS } from '../saboteurs.ts';
import { TROUBLES } from '../troubles.ts';
import { seedOf } from '../world.ts';
import type { Options } from './options.ts';
import { shrink, type Small, violationOf } from './shrink.ts';
import { type Ground, groundOf } from './storages.ts';
import { inDigits, tableOf, Totals } from './totals.ts';

/** Where a history went wrong. */
interface Failure {
  readonly seed: number;
  readonly history: number;
  readonly script: Script;
  readonly violation: Violation;
}

const WISHES_A_DAY = 200;

/** @returns the exit code */
export async function run(options: Options): Promise<number> {
  const ground = await groundOf(options.storage);
  const tell = (line: string): void => console[options.isJson ? 'error' : 'log'](line);
  const totals = new Totals();
  try {
    const failure = await livePieces({ options, ground, totals, tell });
    if (!failure) {
      tellAll(options, totals);
      return 0;
    }
    const small = await smallest(failure, { options, ground, tell });
    tellFailure({ failure, small, totals, options });
    return 1;
  } finally {
    await ground.close();
  }
}

interface Setting {
  readonly options: Options;
  readonly ground: Ground;
  readonly tell: (line: string) => void;
}

/** Each seed is a separate piece: a continued run begins with the next one. */
async function livePieces(setting: Setting & { readonly totals: Totals }): Promise<Failure | null> {
  const { options, totals, tell } = setting;
  let shownMs = performance.now();
  for (const seed of options.seeds) {
    const piece = new Totals();
    for (let history = options.history ?? 0; piece.operations < options.operations; history++) {
      const failure = await liveOne(setting, seed, history, [piece, totals]);
      if (failure) return failure;
      if (options.history !== null) break;
      if (performance.now() - shownMs < 1000) continue;
      shownMs = performance.now();
      tell(
        `seed ${seed}, history ${history}: ${inDigits(totals.operations)} operations, ${inDigits(totals.perSecond())} a second, every rule held`,
      );
    }
    tell(`seed ${seed}: ${inDigits(piece.operations)} operations, trace hash ${piece.hash()}`);
  }
  return null;
}

async function liveOne(
  { options, ground }: Setting,
  seed: number,
  history: number,
  into: readonly Totals[],
): Promise<Failure | null> {
  const script: Script = {
    seed: seedOf(seed, `history ${history}`),
    days: options.days,
    wishes: WISHES_A_DAY * options.days,
    sabotage: options.sabotage === null ? undefined : SABOTEURS[options.sabotage]!.sabotage,
  };
  try {
    const lived = await ground.on((empty) => simulate({ ...script, ...empty }));
    for (const totals of into) totals.add(lived);
    return null;
  } catch (violation) {
    if (!(violation instanceof Violation)) throw violation;
    return { seed, history, script, violation };
  }
}

/** The reduced story. */
async function smallest(
  { seed, history, script, violation }: Failure,
  { options, ground, tell }: Setting,
): Promise<Small> {
  tell(`\nseed ${seed}, history ${history}: ${violation.message}`);
  tell(
    `in operation ${inDigits(violation.operation)} of the history, after ${violation.wishes} wishes; a smaller story is looked for, for at most ${options.shrinkSeconds} s`,
  );
  const untilMs = performance.now() + options.shrinkSeconds * 1000;
  let shownMs = performance.now();
  const attempt = (part: Script): Promise<Violation | null> =>
    ground.on((empty) => violationOf({ ...part, ...empty }));
  const small = await shrink(script, violation, {
    attempt,
    isInTime: () => performance.now() < untilMs,
    progress(runs, { wishes, without }) {
      if (performance.now() - shownMs < 1000) return;
      shownMs = performance.now();
      tell(
        `${runs} tries: ${wishes.size} wishes, ${Object.keys(TROUBLES).length - without.size} kinds of trouble`,
      );
    },
  });
  const { wishes, without } = small;
  const written = await attempt({ ...script, only: wishes, without, isWritten: true });
  return { ...small, violation: written ?? small.violation };
}

interface Ended {
  readonly failure: Failure;
  readonly small: Small;
  readonly totals: Totals;
  readonly options: Options;
}

function tellFailure({ failure, small, totals, options }: Ended): void {
  const { seed, history, violation } = failure;
  const { wishes, without, violation: last } = small;
  const again = `npm run simulate -- --seed ${seed}:${history}${againWith(options)}`;
  if (options.isJson) {
    const { message, operation } = violation;
    const { message: rule, story } = last;
    const smaller = { wishes: wishes.size, without: [...without], rule, story };
    console.log(
      JSON.stringify({ failure: { seed, history, operation, message, again, smaller }, ...jsonOf(totals) }),
    );
    return;
  }
  const left = Object.entries(TROUBLES).filter(([trouble]) => !without.has(trouble as keyof typeof TROUBLES));
  const troubles =
    left.length === 0 ? 'nothing else goes wrong in it' : left.map(([, words]) => words).join('; ');
  const lines = [
    '',
    `The smallest story that was found has ${wishes.size} of ${violation.wishes} wishes; ${troubles}.`,
    '',
    ...last.story,
    '',
    `seed ${seed}, history ${history}, operation ${violation.operation}; again with`,
    `  ${again}`,
  ];
  console.log(lines.join('\n'));
}

function againWith({ days, storage, sabotage }: Options): string {
  const parts = [
    days === 2 ? '' : ` --days ${days}`,
    storage === 'memory' ? '' : ` --storage ${storage}`,
    sabotage === null ? '' : ` --sabotage "${sabotage}"`,
  ];
  return parts.join('');
}

const jsonOf = (totals: Totals): object => {
  const { operations, histories, kinds, counts, refusals, checks } = totals;
  return {
    operations,
    histories,
    perSecond: totals.perSecond(),
    hash: totals.hash(),
    kinds,
    counts,
    refusals,
    checks,
  };
};

function tellAll(options: Options, totals: Totals): void {
  if (options.isJson) return console.log(JSON.stringify({ failure: null, ...jsonOf(totals) }));
  const { operations, histories } = totals;
  console.log(
    [
      '',
      tableOf(totals),
      '',
      `${inDigits(operations)} operations in ${inDigits(histories)} histories on ${options.storage}, ${inDigits(totals.perSecond())} a second: every rule held.`,
      `trace hash ${totals.hash()}`,
    ].join('\n'),
  );
}
