/** The command line of `npm run simulate`. */
import { parseArgs } from 'node:util';
import { SABOTEURS } from '../saboteurs.ts';
import { STORAGES, type StorageName } from './storages.ts';

const HELP = `Simulates some restaurants through days of rushes, failures and attacks, and checks all rules after every step.

    npm run simulate -- [--seed S] [--operations N] [--days D] [--storage KIND]

The whole engine runs on a simulated clock: servers crash, calls get lost, receivers fail, guests send requests twice. The seed decides
all events: the same seed gives the same history, byte for byte. On PostgreSQL, notifications between servers arrive at varying times.
If a rule is broken, the run ends with exit code 1 and reports the smallest story that breaks the rule.

  --seed S            a seed, or several as pieces of a long run: 1..20; one history of a seed: 7:31   (default: at random)
  --operations N      calls of the engine, rounds of workers and deliveries, for each seed             (default: 100000)
  --days D            the days of a history, 1 to 14                                                   (default: 2)
  --storage KIND      memory, sqlite or postgres; PostgreSQL is started for it                         (default: memory)
  --sabotage NAME     plants a fault, which must be found: the exit code is 1
  --saboteurs         lists the planted faults
  --shrink SECONDS    the time to search for a smaller story; 0: no search                             (default: 60)
  --json              the result as JSON; progress goes to the standard error output
  --help              shows this help

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
