/** The command line of an instrument of `npm run proof`. A wrong option ends the process with exit code 2 before anything is started. */

/** The options that `read` returns. Prints the help text and ends the process for `--help`. */
export function readOptions<T extends { readonly help: boolean }>(help: string, read: () => T): T {
  let options: T;
  try {
    options = read();
  } catch (error) {
    return usageError((error as Error).message);
  }
  if (options.help) {
    console.log(help);
    process.exit(0);
  }
  return options;
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
