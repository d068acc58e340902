/** The command line of `npm run simulate`. */
import { parseArgs } from 'node:util';
import { SABOTEURS } from '../saboteurs.ts';
import { STORAGES, type StorageName } from './storages.ts';

const HELP = `Lets some restaurants live through days of rushes, failures and attacks, and looks at every step whether all was right.

    npm run simulate -- [--seed S] [--operations N] [--days D] [--storage KIND]

The whole engine runs on a clock of its own: servers that crash, calls that get lost, receivers that fail, guests who press twice. What
happens is decided by the seed alone: the same seed is the same history, to the byte; on PostgreSQL nearly the same, since what servers
tell each other comes when it comes. A rule that does not hold ends the run with exit code 1, and is told as the smallest story that
could be found.

  --seed S            a seed, or several as pieces of a long run: 1..20; one history of a seed: 7:31   (default: by chance)
  --operations N      calls of the engine, rounds of workers and deliveries, for each seed             (default: 100000)
  --days D            how many days a history lasts, 1 to 14                                           (default: 2)
  --storage KIND      memory, sqlite or postgres; PostgreSQL is started for it                         (default: memory)
  --sabotage NAME     with a planted fault: it has to be found, and the exit code is 1
  --saboteurs         lists the planted faults
  --shrink SECONDS    how long a smaller story is looked for; 0: not at all                            (default: 60)
  --json              the result as JSON; progress goes to the standard error output
  --help              this

Examples
  npm run simulate -- --seed 1 --operations 1000000
  npm run simulate -- --seed 1..10 --operations 500000 --storage sqlite
  npm run simulate -- --seed 7 --sabotage "holds that bookings ignore"
`;

export interface Options {
  readonly seeds: readonly number[];
  /** Only this history of the seed. */
  readonly history: number | null;
  readonly operations: number;
  readonly days: number;
  readonly storage: StorageName;
  readonly sabotage: string | null;
  readonly shrinkSeconds: number;
  readonly isJson: boolean;
}

/** The options; or the text to print instead, and whether it is an error. */
export type Reading = { readonly options: Options } | { readonly text: string; readonly isWrong: boolean };

export function readOptions(args: readonly string[]): Reading {
  try {
    return optionsOf(args);
  } catch (error) {
    return { text: `${(error as Error).message}\n\n${HELP}`, isWrong: true };
  }
}

const DAYS_MAX = 14;

function optionsOf(args: readonly string[]): Reading {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
      operations: { type: 'string', default: '100000' },
      days: { type: 'string', default: '2' },
      storage: { type: 'string', default: 'memory' },
      sabotage: { type: 'string' },
      saboteurs: { type: 'boolean', default: false },
      shrink: { type: 'string', default: '60' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { text: HELP, isWrong: false };
  if (values.saboteurs) return { text: `${Object.keys(SABOTEURS).join('\n')}\n`, isWrong: false };
  const { seeds, history } = seedsOf(values.seed);
  const storage = STORAGES.find((name) => name === values.storage);
  if (!storage) throw new Error(`--storage is one of ${STORAGES.join(', ')}`);
  if (values.sabotage !== undefined && !Object.hasOwn(SABOTEURS, values.sabotage))
    throw new Error(`there is no fault "${values.sabotage}": --saboteurs lists them`);
  return {
    options: {
      seeds,
      history,
      operations: numberOf('operations', values.operations, 1, Number.MAX_SAFE_INTEGER),
      days: numberOf('days', values.days, 1, DAYS_MAX),
      storage,
      sabotage: values.sabotage ?? null,
      shrinkSeconds: numberOf('shrink', values.shrink, 0, Number.MAX_SAFE_INTEGER),
      isJson: values.json,
    },
  };
}

function seedsOf(text: string): Pick<Options, 'seeds' | 'history'> {
  const [, first, last, history] = /^(\d+)(?:\.\.(\d+)|:(\d+))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last ?? first)];
  if (first === undefined || !(from <= to && to < 2 ** 32))
    throw new Error('--seed is a number up to 4294967295, several as 1..20, or a history of one as 7:31');
  const seeds = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return { seeds, history: history === undefined ? null : Number(history) };
}

function numberOf(name: string, text: string, min: number, max: number): number {
  const number = Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(number) || number < min || number > max)
    throw new Error(
      `--${name} is a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ' on'}`,
    );
  return number;
}
