/** A value in a JSON file that changes in steps. It implements what the ports call "atomic" and "durable". */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { BookingError } from '@bord/engine/storage';

/** A value that steps change, and that is on the disk when a step resolves. */
export interface JsonFile<State> {
  /** The last saved value; read-only. */
  readonly state: State;
  /**
   * Calls `change` with a copy of the state, and saves the copy. If it throws, the copy is discarded and the error is thrown.
   *
   * `change` and the write are synchronous, so no other code runs between read and save. This is the only lock of the storage. A storage on
   * a database has a transaction here.
   */
  step<R>(change: (draft: State) => R): Promise<R>;
  /** Writes the file as it is; rejects when it could not be written. */
  check(): Promise<void>;
  close(): void;
}

/**
 * Opens a file for one process; a second one is refused, since each would overwrite what the other has saved.
 *
 * @param empty what a file that does not exist yet would contain
 */
export function openJsonFile<State>(path: string, empty: State): JsonFile<State> {
  const lock = `${path}.lock`;
  mkdirSync(lock); // EEXIST: another process has it open, or died with it; then the folder is to be removed by hand
  let text = readOr(path, toJson(empty));
  let state = fromJson(text) as State;

  /** The file is whole at every instant: the new one is on the disk before it takes the place of the old. */
  function save(next: string): void {
    try {
      writeDurably(`${path}.new`, next);
      renameSync(`${path}.new`, path);
      syncFolder(dirname(path));
    } catch (error) {
      // Which of the two is there is not known: what is read now is what the next process would read.
      text = readOr(path, text);
      state = fromJson(text) as State;
      throw new BookingError('unavailable', `${path} cannot be written: ${String(error)}`);
    }
  }

  return {
    get state() {
      return state;
    },
    async step(change) {
      const draft = fromJson(text) as State;
      const result = change(draft);
      const next = toJson(draft);
      if (next !== text) save(next);
      [text, state] = [next, fromJson(next) as State];
      return result;
    },
    check: async () => save(text),
    close: () => rmdirSync(lock),
  };
}

/** Bytes, such as a passkey's public key, are base64url in JSON. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Uint8Array ? { base64url: Buffer.from(part).toString('base64url') } : part,
  );
}

function fromJson(text: string): unknown {
  return JSON.parse(text, (_, part: { readonly base64url?: string } | null) =>
    typeof part?.base64url === 'string' ? new Uint8Array(Buffer.from(part.base64url, 'base64url')) : part,
  ) as unknown;
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w');
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new name is on the disk only when its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
