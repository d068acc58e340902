/** A walk to be read: each call below the one that made it. */
import { dirname } from 'node:path';
import type { Step } from './figures.ts';

/**
 * One line a call, `file:line function`, indented by depth. Calls that repeat the line before them, with all below it, are one line with their number. `←`
 * marks a call into a folder in which the walk was before and which it had left.
 */
export function listingOf(steps: readonly Step[]): string {
  const left = new Set<string>();
  let now = '';
  const be = (folder: string): boolean => {
    if (folder === now) return false;
    left.add(now);
    now = folder;
    return left.has(folder);
  };
  const walk = (of: readonly Step[], depth: number): readonly string[] => {
    const written: { text: string; times: number }[] = [];
    for (const { at, calls } of of) {
      const folder = dirname(at.file);
      const mark = be(folder) ? ' ←' : '';
      const head = `${'  '.repeat(depth)}${at.file.replace('packages/', '').replace('/src/', '/')}:${at.line} ${at.name}`;
      const text = [`${head}${mark}`, ...walk(calls, depth + 1)].join('\n');
      const last = written.at(-1);
      if (last?.text === text) last.times += 1;
      else written.push({ text, times: 1 });
    }
    return written.map(({ text, times }) => (times === 1 ? text : text.replace(/$/m, ` × ${times}`)));
  };
  return walk(steps, 0).join('\n');
}
