/** Characters that no command may print. */
import { expect } from 'vitest';
import type { Run } from './run-bord.ts';

/** Everything but line feeds, tabs and visible characters; written independently of the printer's pattern. */
export const STEERING =
  /[^\P{Cc}\n\t]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\ud800-\udfff]/u;

/** Throws where a command has printed what steers a terminal, or a line that is not ours. */
export function assertSafe({ out, err }: Pick<Run, 'out' | 'err'>, line: string): void {
  for (const printed of [out, err]) {
    const found = STEERING.exec(printed);
    const about = found && printed.slice(Math.max(0, found.index - 60), found.index + 20);
    expect(about && JSON.stringify(about), line).toBeNull();
    expect(printed, line).not.toMatch(/^FAKE/m);
  }
}
