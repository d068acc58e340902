import { createInterface } from 'node:readline';
import { Failure } from './failure.ts';
import { plainLine } from './plain.ts';

export interface ConfirmOptions {
  readonly yes?: boolean;
}

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks for a confirmation, unless `--yes` is given. Throws on a no, and without a terminal. */
export async function confirm(
  question: string,
  { yes = false }: ConfirmOptions,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (yes) return;
  if (!input.isTTY)
    throw new Failure(`${question} This needs a confirmation in a terminal: repeat it with --yes.`);
  const lines = createInterface({ input, output });
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => resolve('')); // Ctrl-C, Ctrl-D
    lines.question(`${plainLine(question)} [y/N] `, resolve);
  });
  lines.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed. To confirm, answer y.');
}
