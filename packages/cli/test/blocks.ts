/** The blocks of code in the pages that people read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

export interface Block {
  /** `README.md:34` */
  readonly position: string;
  /** From the project's folder. */
  readonly document: string;
  /** What stands behind the fence; empty for nothing. */
  readonly language: string;
  readonly text: string;
}

/** Every block between fences of a document. */
export function blocksIn(document: string, markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\S*)\n([^]*?)^```$/gm)].map(({ index, 1: language, 2: text }) => ({
    position: `${document}:${markdown.slice(0, index).split('\n').length}`,
    document,
    language: language!,
    text: text!,
  }));
}

/** Those of all pages but the reference, which is written by a script and held by a test of its own. */
export function allBlocks(): Block[] {
  const pages = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md', 'deploy/*.md'];
  const documents = globSync(pages, { cwd: ROOT, exclude: ['docs/reference/**'] }).toSorted();
  return documents.flatMap((document) => blocksIn(document, readFileSync(join(ROOT, document), 'utf8')));
}

/** The arguments of each `bord …` or `npm …` in a block of shell, wherever in a line it stands. */
export function commandsIn(shell: string, program: 'bord' | 'npm'): string[][] {
  const words = shell
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => [...wordsOf(line.replace(/(?:^| )#.*$/, '')), '\n']);
  const commands: string[][] = [];
  for (const [i, word] of words.entries()) {
    const isName = ['--name', '-t', '-g', '-u', 'exec'].includes(words[i - 1]!); // of a user, a group, a container
    if (word.replace(/^<?\(/, '') !== program || isName) continue;
    const rest = words.slice(i + 1);
    const end = rest.findIndex((other) => /^(?:\n|&&|\|\|?|;|>|bord)$/.test(other));
    commands.push(rest.slice(0, end).map((argument) => argument.replace(/\)$/, '')));
  }
  return commands.filter((args) => args.length > 0);
}

/** The words of a line, without their quotes. */
function wordsOf(line: string): string[] {
  const words = line.matchAll(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'$]|\$)+/g);
  return [...words].map(([word]) => word.replaceAll(/["']/g, ''));
}
