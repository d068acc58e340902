import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The path of a new database, in a folder for the duration of the test. */
export function aPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bord-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'bord.db');
}

/** Starts `booking-process.ts`; it ends with the test at the latest. */
export function start(...args: string[]): ChildProcess {
  const script = join(import.meta.dirname, 'booking-process.ts');
  const child = spawn(process.execPath, ['--conditions=@bord/source', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The standard output of a process after its end; throws when it failed. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((done) => void child.once('close', done));
  if (code !== 0 && child.signalCode === null) throw new Error(`the process ended with ${String(code)}`);
  return Buffer.concat(chunks).toString();
}
