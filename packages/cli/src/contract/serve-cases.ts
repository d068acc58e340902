/** The process in which the cases are tried on a foreign storage. It may hang, print and exit: its parent starts another. */
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContractCase, OpenedStorage, OpenEmpty } from '@bord/engine/testing';
import type { Storage } from '@bord/engine/storage';
import { errorText, failedCase, type FailedCase } from './difference.ts';

export type Message =
  | { readonly kind: 'ready'; readonly names: readonly string[] }
  | { readonly kind: 'unusable'; readonly why: string }
  /** A case has its storage, so many times open. */
  | { readonly kind: 'opened'; readonly openings: number }
  | { readonly kind: 'tried'; readonly failed: FailedCase | null };

export interface CaseOrder {
  readonly name: string;
}

/** When the clock of each case begins. */
const BEGIN_MS = Date.UTC(2030, 0, 1);

/** Runs the cases it receives until its parent is gone. */
export async function serveCases(path: string, folder: string): Promise<void> {
  const tell = (message: Message): void => void process.send!(message);
  process.once('disconnect', () => process.exit());
  try {
    const contract = await contractOf(path);
    const openEmpty = await openEmptyOf(path);
    const cases = new Map(contract.map((one) => [one.name, one]));
    process.on('message', ({ name }: CaseOrder) => {
      const work = async (opened: Opened): Promise<void> => {
        tell({ kind: 'opened', openings: opened.openings.length });
        await cases.get(name)!.run(opened);
      };
      void tryOn(openEmpty, folder, work).then((failed) => tell({ kind: 'tried', failed }));
    });
    tell({ kind: 'ready', names: [...cases.keys()] });
  } catch (error) {
    tell({ kind: 'unusable', why: error instanceof Unusable ? error.message : errorText(error) });
    process.disconnect();
  }
}

/** Said as it is. */
class Unusable extends Error {}

/** The contract of the engine that the module itself uses, so that their errors are of the same classes; ours where it uses none. */
async function contractOf(path: string): Promise<readonly ContractCase[]> {
  try {
    const file = createRequire(path).resolve('@bord/engine/testing');
    const found = (await import(pathToFileURL(file).href)) as { storageContract: readonly ContractCase[] };
    return found.storageContract;
  } catch {
    return (await import('@bord/engine/testing')).storageContract;
  }
}

async function openEmptyOf(path: string): Promise<OpenEmpty> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new Unusable(
        `Node ${process.version} does not read ${path} as it is: build it, or name the .js file`,
      );
    throw new Unusable(`${path} cannot be loaded: ${errorText(error)}`);
  }
  const found = module['default'] ?? module['openEmpty'];
  if (typeof found === 'function') return found as OpenEmpty;
  const names = Object.keys(module);
  throw new Unusable(
    `${path} must export a function that opens an empty storage, as its default or as openEmpty; it exports ${names.length === 0 ? 'nothing' : names.join(', ')}`,
  );
}

/** A storage with the helpers that the cases need. */
interface Opened {
  readonly storage: Storage;
  readonly openings: readonly Storage[];
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

async function tryOn(
  openEmpty: OpenEmpty,
  folder: string,
  work: (opened: Opened) => Promise<void>,
): Promise<FailedCase | null> {
  let opened: Opened | undefined;
  let failed: FailedCase | null = null;
  try {
    opened = await open(openEmpty, await mkdtemp(join(folder, 'case-')));
    await work(opened);
  } catch (error) {
    failed = failedCase(error);
  }
  try {
    await opened?.close();
  } catch (error) {
    failed ??= { ...failedCase(error), because: 'the storage cannot be closed' };
  }
  return failed;
}

async function open(openEmpty: OpenEmpty, folder: string): Promise<Opened> {
  let nowMs = BEGIN_MS;
  const found: unknown = await openEmpty({ folder, clock: { nowMs: () => nowMs } });
  if (typeof found !== 'object' || found === null)
    throw new TypeError(`the module has opened no storage, but ${String(found)}`);
  const {
    openings,
    pass = async (ms) => void (nowMs += ms),
    close,
  }: OpenedStorage = 'openings' in found ? (found as OpenedStorage) : { openings: [found as Storage] };
  if (!Array.isArray(openings) || openings.length === 0)
    throw new TypeError('the module has opened no storage: openings is not a list, or is empty');
  return {
    storage: openings[0],
    openings,
    pass,
    async close() {
      for (const one of openings) await one.close();
      await close?.();
    },
  };
}
