/** The instructions of a Dockerfile, by stage. */
import { matchesGlob } from 'node:path';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** One stage; its first instruction is FROM. */
export type Stage = readonly Instruction[];

/** Reads a Dockerfile. Throws when a line is not an instruction. */
export function readStages(dockerfile: string): readonly Stage[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    if (name === undefined || text === undefined)
      throw new Error(`The Dockerfile has a line without an instruction: ${line}`);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

/** The patterns of a `.dockerignore` file, and the files that they exclude. */
export function ignoredBy(dockerignore: string): (path: string) => boolean {
  const patterns = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (patterns.some((pattern) => pattern.startsWith('!')))
    throw new Error('A pattern with ! in .dockerignore is not supported. Remove it.');
  return (path) => patterns.some((pattern) => matchesGlob(path, pattern));
}
