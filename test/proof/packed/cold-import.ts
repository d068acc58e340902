/** The time to import the HTTP adapter in a new process, next to that of express. The start of Node itself is not counted. */
import { execFileSync } from 'node:child_process';

const [OURS, THEIRS] = ['@bord/adapter-http', 'express'];
const RATIO_MAX = 1.5;
const ROUNDS = 21;

/** Imports both by turns, and returns the medians. Throws when the adapter takes more than 1.5 times as long as express. */
export function coldImport(folder: string): string {
  const times: Record<string, number[]> = { [OURS]: [], [THEIRS]: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, all] of Object.entries(times)) all.push(importMs(folder, name));
  const [ours, theirs] = [times[OURS]!, times[THEIRS]!].map(
    (all) => all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!,
  );
  const ratio = ours! / theirs!;
  const found = `${ours!.toFixed(0)} ms and ${theirs!.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`;
  if (ratio > RATIO_MAX) throw new Error(found);
  return found;
}

function importMs(folder: string, name: string): number {
  const program = `const begunMs = performance.now(); await import('${name}'); console.log(performance.now() - begunMs);`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    }),
  );
}
