import { vi } from 'vitest';
import type { Run } from './run-bord.ts';

/** Captures the output of the work. */
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
