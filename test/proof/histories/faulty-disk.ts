/** A disk that fails on command: below one folder, for processes that have the library of `faulty-disk.c` preloaded. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, openSync, readSync, realpathSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('faulty-disk.c', import.meta.url));

export interface FaultyDisk {
  /** For processes that write there. */
  readonly env: Readonly<Record<string, string>>;
  /** So many flushes and writes fail from now on, and where `isFull` no file grows. */
  fail(given: { readonly flushes?: number; readonly writes?: number; readonly isFull?: boolean }): void;
  /** How many flushes and writes have failed. */
  happened(): number;
  close(): void;
}

/** Why no disk can be made to fail here; null where one can. */
export function whyNoFaultyDisk(): string | null {
  if (process.platform !== 'linux')
    return 'only on Linux can a library be put between a program and its disk (LD_PRELOAD)';
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no C compiler (cc) to make the library that fails';
  }
}

/**
 * @param tools a folder for the library, which all may read that are to use it
 * @param folder where the disk is to fail; need not exist yet
 */
export function openFaultyDisk(tools: string, folder: string): FaultyDisk {
  const [library, control] = [join(tools, 'faulty-disk.so'), join(tools, 'faulty-disk.control')];
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl']);
  const file = openSync(control, 'w+');
  writeSync(file, new Int32Array(4), 0, 16, 0);
  for (const path of [library, control]) chmodSync(path, 0o777);
  return {
    env: {
      LD_PRELOAD: library,
      FAULTY_DISK_CONTROL: control,
      FAULTY_DISK_FOLDER: existsSync(folder) ? realpathSync(folder) : folder,
    },
    fail: ({ flushes = 0, writes = 0, isFull = false }) =>
      void writeSync(file, Int32Array.of(flushes, writes, Number(isFull)), 0, 12, 0),
    happened() {
      const numbers = new Int32Array(4);
      readSync(file, numbers, 0, 16, 0);
      return numbers[3]!;
    },
    close: () => closeSync(file),
  };
}
