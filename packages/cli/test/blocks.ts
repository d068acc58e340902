/** The blocks of code in the pages that people read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

export const ROOT = join(import.meta.dirname, '../../..');

export interface Block {
  /** `README.md:34` */
  readonly position: string;
  /** From the project's folder. */
  readonly document: string;
  /** The word after the fence; empty if there is none. */
  readonly language: string;
  readonly text: string;
  /** The output that the page shows directly after a shell block; null if it shows none. */
  readonly output: string | null;
  /** The block is the output of the shell block before it. */
  readonly isOutput: boolean;
  /** The name in "Save this as `NAME`" before the block; null if there is none. */
  readonly file: string | null;
}

const parser = unified().use(remarkParse);

/** Every fenced block of a document, also in lists. */
export function blocksIn(document: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  visit(parser.parse(markdown), 'code', (node, index, parent) => {
    const [before, after] = [-1, 1].map((step): Nodes | undefined => parent!.children[index! + step]);
    blocks.push({
      position: `${document}:${node.position!.start.line}`,
      document,
      language: node.lang ?? '',
      text: `${node.value}\n`,
      output: isShell(node) && isShown(after) ? after.value : null,
      isOutput: isShown(node) && isShell(before),
      file: before
        ? fileNamedIn(markdown.slice(before.position!.start.offset, before.position!.end.offset))
        : null,
    });
  });
  return blocks;
}

const isShell = (node: Nodes | undefined): boolean => node?.type === 'code' && node.lang === 'sh';
const isShown = (node: Nodes | undefined): node is Extract<Nodes, { type: 'code' }> =>
  node?.type === 'code' && ['text', 'json'].includes(node.lang!);
const fileNamedIn = (text: string): string | null => /^Save this as `([^`]+)`/.exec(text)?.[1] ?? null;

const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md', 'deploy/*.md'];

/** The blocks of all pages. */
export function allBlocks(): Block[] {
  return globSync(PAGES, { cwd: ROOT })
    .toSorted()
    .flatMap((document) => blocksIn(document, readFileSync(join(ROOT, document), 'utf8')));
}

export const isReference = ({ document }: Block): boolean => document.startsWith('docs/reference/');

/**
 * The treatment of a block in tests:
 *
 * - `run`: executed. Shell blocks `sh` by `pages.test.ts`, samples of the API reference by `samples.test.ts`, examples of the helps (`bash`) by
 *   `examples.test.ts`.
 * - `compared`: the output of a command, compared with the real output.
 * - `compiled`: TypeScript that the compiler accepts. Declarations of the reference are only parsed: they are copies of compiled sources.
 * - `parsed`: settings and data, by a parser of their format.
 * - `shown`: not checked.
 */
export type Treatment = 'run' | 'compared' | 'compiled' | 'parsed' | 'shown';

const LANGUAGES: Readonly<Record<Exclude<Treatment, 'compared' | 'shown'>, readonly string[]>> = {
  run: ['sh', 'js', 'python'],
  compiled: ['ts'],
  parsed: ['crontab', 'csv', 'dotenv', 'haproxy', 'ini', 'json', 'nginx', 'typescript', 'yaml'],
};

/** Commands whose examples need a network, a server, messages that were sent, a session, or files of a system. */
const NOT_RUN =
  /^bord (?:serve|deliver|conformance|verify-store|backup|restore|webhooks (?:listen|test|replay)|mails open|staff sessions end|locations remove)\b/;

/** An example of a help that `examples.test.ts` runs. */
export const isRunExample = ({ language, text }: Block): boolean =>
  language === 'bash' && !NOT_RUN.test(text);

export function treatmentOf(block: Block): Treatment {
  if (block.isOutput) return 'compared';
  if (isRunExample(block)) return 'run';
  const found = (['run', 'compiled', 'parsed'] as const).find((one) =>
    LANGUAGES[one].includes(block.language),
  );
  return found ?? 'shown';
}

/** The arguments of each `bord …` or `npm …` in a shell block, at any position of a line. */
export function commandsIn(shell: string, program: 'bord' | 'npm'): string[][] {
  const words = shell
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => [...wordsOf(line.replace(/(?:^| )#.*$/, '')), '\n']);
  const commands: string[][] = [];
  for (const [i, word] of words.entries()) {
    const isName = ['--name', '-t', '-g', '-n', '-u', 'exec'].includes(words[i - 1]!); // of a user, a group, a namespace, a container
    if (word.replace(/^<?\(/, '') !== program || isName) continue;
    const rest = words.slice(i + 1);
    const end = rest.findIndex((other) => /^(?:\n|&&|\|\|?|;|\d?>>?|bord)$/.test(other));
    commands.push(rest.slice(0, end).map((argument) => argument.replace(/\)$/, '')));
  }
  return commands.filter((args) => args.length > 0);
}

/** The words of a line, without their quotes. */
function wordsOf(line: string): string[] {
  const words = line.matchAll(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'$]|\$)+/g);
  return [...words].map(([word]) => word.replaceAll(/["']/g, ''));
}
