/** The command line of an instrument of `npm run proof`. A wrong option ends the process with exit code 2 before anything is started. */
import { parseArgs } from 'node:util';

/** By name: a flag, or a text with its default. A list is of texts, and the option can be repeated. */
type Defaults = Readonly<Record<string, false | string | readonly string[] | undefined>>;

type Options<D extends Defaults> = {
  readonly [N in keyof D]: D[N] extends false
    ? boolean
    : D[N] extends readonly string[]
      ? readonly string[]
      : string | (D[N] & undefined);
};

/** The options of the command line. Prints the help text and ends the process for `--help`. */
export function readOptions<const D extends Defaults>(
  help: string,
  defaults: D,
  allowPositionals = false,
): Options<D> & { readonly positionals: readonly string[] } {
  const options = Object.entries({ help: false, ...defaults }).map(([name, value]) => [
    name,
    {
      type: value === false ? 'boolean' : 'string',
      multiple: Array.isArray(value),
      ...(value !== undefined && { default: value }),
    },
  ]);
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ options: Object.fromEntries(options), allowPositionals });
  } catch (error) {
    return usageError((error as Error).message);
  }
  if (read.values['help']) {
    console.log(help);
    process.exit(0);
  }
  return { ...(read.values as Options<D>), positionals: read.positionals };
}

/** The default of `--seed`. */
export function randomSeed(): string {
  return String(Math.floor(Math.random() * 2 ** 31));
}

/** Reports what is wrong with the options, and ends the process. */
export function usageError(message: string): never {
  console.error(`${message.split('\n', 1)[0]!.replace(/\.?$/, '.')} Use --help to list the options.`);
  process.exit(2);
}

/** The value of an option that takes a whole number of at least `min`. */
export function wholeNumber(name: string, text: string, min = 1): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < min)
    usageError(`--${name} must be a whole number of at least ${min}, not ${text}.`);
  return number;
}

/** The value of an option that takes one of these names. */
export function oneOf<T extends string>(name: string, known: readonly T[], text: string): T {
  const found = known.find((one) => one === text);
  return found ?? usageError(`--${name} must be one of ${known.join(', ')}, not ${text}.`);
}
