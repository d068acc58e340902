/** The command line in the process of the test, which sees each byte that is printed. */
import { vi } from 'vitest';
import { run } from '../src/run.ts';
import type { Run } from './run-bord.ts';

/** Runs one command line in this process, in a folder, with nobody at the terminal. */
export async function runHere(
  inFolder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const before = { folder: process.cwd(), env: process.env };
  process.chdir(inFolder);
  process.env = { PATH: before.env['PATH'] ?? '', ...env };
  try {
    return await printing(async () => (await run('0.0.0', args)) ?? Number(process.exitCode ?? 0));
  } finally {
    process.exitCode = undefined;
    process.env = before.env;
    process.chdir(before.folder);
  }
}

/** What is printed meanwhile. */
export async function printing(work: () => Promise<number>): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const taking = (printed: string[]) => (text: string | Uint8Array) => printed.push(String(text)) > 0;
  const taken = [
    vi.spyOn(process.stdout, 'write').mockImplementation(taking(out)),
    vi.spyOn(process.stderr, 'write').mockImplementation(taking(err)),
  ];
  try {
    const code = await work();
    return { code, out: out.join(''), err: err.join('') };
  } finally {
    for (const spy of taken) spy.mockRestore();
  }
}
