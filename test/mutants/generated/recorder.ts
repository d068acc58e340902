/**
 * Notes which functions a test file runs. A setup file of vitest in the copy that is recorded, and loaded by each process of Node that
 * tests start (`NODE_OPTIONS`). `record.ts` has put `bordRan` into the sources.
 */
import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

declare global {
  var bordRan: Uint8Array | undefined;
}

const SIZE = 200_000;
const folder = process.env['BORD_RECORD']!;
const ran = (globalThis.bordRan ??= new Uint8Array(SIZE));
const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { filepath?: string } };

if (worker) {
  const { afterAll, expect } = await import('vitest');
  const startedMs = performance.now();
  ran.fill(0);
  // Oxlint reads a setup file as a test file; there is a suite around it when it runs.
  const file = expect.getState().testPath ?? worker.filepath ?? '';
  process.env['BORD_RECORD_FILE'] = file;
  afterAll(() => note({ file, ms: Math.round(performance.now() - startedMs) }));
} else {
  // Also in a worker before its first test file; its file changes later.
  const save = (): void => {
    const file = process.env['BORD_RECORD_FILE'];
    if (file === undefined || !ran.includes(1)) return;
    note({ file });
    ran.fill(0);
  };
  // Many processes are killed, so it is saved during the run.
  setInterval(save, 100).unref();
  process.on('exit', save);
}

function note(of: { readonly file: string; readonly ms?: number }): void {
  const functions: number[] = [];
  for (let id = ran.indexOf(1); id >= 0; id = ran.indexOf(1, id + 1)) functions.push(id);
  appendFileSync(`${folder}/${process.pid}.jsonl`, `${JSON.stringify({ ...of, functions })}\n`);
}
