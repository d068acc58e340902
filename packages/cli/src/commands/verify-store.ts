import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BordCommand, type CommonOptions, print } from '../command.ts';
import type { CaseVerdict, ContractReport, KnownCase } from '../contract/verify-storage.ts';
import { each, wholeNumber } from '../config/option-values.ts';
import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';
import { printNotice, printText } from '../output/printer.ts';
import { progressLine } from '../output/progress.ts';
import { paintError } from '../output/terminal.ts';
import { stopOnSignals } from '../stop-on-signals.ts';

/** Where a storage is an import away, a case takes some milliseconds. */
const TIMEOUT_DEFAULT_SECONDS = 60;

interface VerifyStoreOptions extends CommonOptions {
  readonly only?: readonly string[];
  readonly timeout: number;
}

export function define(command: BordCommand): void {
  command
    .examples([
      'verify-store ./my-storage.js',
      'verify-store ./my-storage.ts --only bookings --only outbox/3',
      'verify-store ./my-storage.js --json',
    ])
    .description(
      'Checks a custom storage with the contract of all storages, which excludes double bookings and data loss. Works without ' +
        'tests, a configuration and a database of Bord.\n\n' +
        'FILE is a module that exports a function, as its default or as openEmpty. For each case the function gets an empty folder ' +
        'and a clock, and returns an empty storage:\n\n' +
        'export const openEmpty = ({ folder, clock }) => myStorage({ path: `${folder}/my.db`, clock });\n\n' +
        'If several processes can share the storage, it returns { openings: [one, another, …] }, all of the same database. Add ' +
        'pass(ms) if the database has its own clock, and close() to clean up. The module runs in a separate process: a case that ' +
        'hangs or ends it has failed, and the next case runs.',
    )
    .argument('<file>', 'the module, JavaScript or TypeScript')
    .option(
      '--only <name>',
      'a group or a case, such as bookings or bookings/8; may be repeated',
      each(String),
    )
    .option('--timeout <s>', 'seconds that a case may take', wholeNumber(1, 3600), TIMEOUT_DEFAULT_SECONDS)
    .action(async (file: string, options: VerifyStoreOptions) => run(command, file, options));
}

async function run(command: BordCommand, file: string, options: VerifyStoreOptions): Promise<void> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Failure(`there is no file ${plain(file)}: check the path`);
  const { UnusableModule } = await import('../contract/case-process.ts');
  const { verifyStorage } = await import('../contract/verify-storage.ts');
  const { caseText, summaryText } = await import('../contract/contract-text.ts');
  const stop = new AbortController();
  const forget = stopOnSignals(stop);
  const progress = progressLine();
  let before: CaseVerdict | undefined;
  let count = 0;
  try {
    const report = await verifyStorage(path, {
      timeoutMs: options.timeout * 1000,
      signal: stop.signal,
      isWanted: wantedBy(options.only),
      onStart(known, wanted) {
        mustKnow(command, known, options.only);
        count = wanted;
      },
      onCase: ({ title }, position) => progress.say(title, position / count),
      onVerdict(verdict) {
        progress.end();
        if (!options.json) printText(caseText(verdict, before));
        before = verdict;
      },
      onPrinted(line) {
        progress.end();
        printNotice(paintError.dim(`  | ${plain(line)}`));
      },
    });
    await print({ json: report, text: () => summaryText(report) }, options);
    process.exitCode = exitCode(report);
  } catch (error) {
    // The module was still loading: there are no results.
    if (stop.signal.aborted) process.exitCode = 130;
    else if (error instanceof UnusableModule) throw new Failure(plain(error.message));
    else throw error;
  } finally {
    progress.end();
    forget();
  }
}

function wantedBy(only: readonly string[] | undefined): (one: KnownCase) => boolean {
  return ({ id, group }) =>
    only === undefined || only.some((name) => name === id || name === group || id.startsWith(`${name}/`));
}

function mustKnow(command: BordCommand, known: readonly KnownCase[], only: readonly string[] = []): void {
  const unknown = only.find((name) => !known.some(wantedBy([name])));
  if (unknown !== undefined) command.error(`error: no case and no group is called ${plain(unknown)}`);
}

function exitCode({ failed, interrupted }: ContractReport): number {
  if (interrupted) return 130;
  return failed > 0 ? 1 : 0;
}
