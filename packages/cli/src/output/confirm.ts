import { createInterface } from 'node:readline';
import { Failure } from '../failure.ts';

/** What a command that asks first is given. */
export interface ConfirmOptions {
  /** Do not ask. */
  readonly yes?: boolean;
}

/** Asks, unless told not to. Throws when the answer is no, and when there is nobody to ask. */
export async function confirm(question: string, { yes = false }: ConfirmOptions): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Failure(`${question} Nobody can be asked here: repeat it with --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => resolve('')); // Ctrl-C, Ctrl-D
    lines.question(`${question} [y/N] `, resolve);
  });
  lines.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed.');
}
