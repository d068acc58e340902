/** The shell examples of the documentation, run page by page in one shell against a real server. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileCache } from '../../../test/support/compile-cache.ts';
import { type Block, blocksIn, ROOT } from '../test/blocks.ts';
import { type Bord, makeBord } from '../test/run-bord.ts';
import { serveBord, type Serving } from '../test/serve-bord.ts';

const QUICKSTART = 'docs/partners/quickstart.md';
const RESTAURANT = 'docs/start/your-restaurant.md';
const MARK = '--- block ';

let bord: Bord;
let server: Serving;
let prelude = '';

const pageOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8');
const shellOf = (document: string): readonly Block[] =>
  blocksIn(document, pageOf(document)).filter(({ language }) => language === 'sh');

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Writes each block that follows a line "Save this as `NAME`" into that file. */
function saveFiles(document: string): void {
  for (const [, name, content] of pageOf(document).matchAll(
    /Save this as `([^`]+)`[^\n]*\n\n```\w+\n([^]*?)^```$/gm,
  ))
    writeFileSync(join(bord.folder, name!), content!);
}

/** The output that a page shows directly after a block. */
function shownAfter(document: string, block: Block): string | null {
  const [, shown] = new RegExp(`^\`\`\`sh\n${escaped(block.text)}\`\`\`\n\n\`\`\`(?:text|json)\n([^]*?)^\`\`\`$`, 'm').exec(pageOf(document)) ?? []; // prettier-ignore
  return shown ?? null;
}

/** A shown output as a pattern: `…` matches any text. */
const asPattern = (shown: string): RegExp =>
  new RegExp(`^${shown.trim().split('…').map((part) => escaped(part)).join('[^]*?')}$`); // prettier-ignore

/** Runs blocks in one shell, and returns the output of each. */
function run(blocks: readonly Block[]): readonly string[] {
  const main = join(ROOT, 'packages/cli/src/main.ts');
  const bordFunction = `bord() { '${process.execPath}' --conditions=@bord/source '${main}' "$@"; }; npx() { "$@"; }`;
  const script = [bordFunction, 'set -euo pipefail', prelude, ...blocks.map(({ position, text }) => `echo '${MARK}${position}'\n${text}\necho`)]; // prettier-ignore
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script.join('\n')], {
    cwd: bord.folder,
    env: { PATH: process.env['PATH'], ...compileCache() },
    encoding: 'utf8',
  });
  expect({ status, stderr, stdout: status === 0 ? '' : stdout.slice(-2000) }).toEqual({
    status: 0,
    stderr: '',
    stdout: '',
  });
  return stdout.split(/^--- block .*$/m).slice(1);
}

/** The first block whose output differs from the one that the page shows after it. */
function difference(document: string, outputs: readonly string[]): object | null {
  for (const [i, block] of shellOf(document).entries()) {
    const shown = shownAfter(document, block);
    if (shown !== null && !asPattern(shown).test(outputs[i]!.trim()))
      return { position: block.position, shown, printed: outputs[i] };
  }
  return null;
}

// One server per folder, since pages of different folders book the same times.
describe.each(['start', 'partners', 'restaurant'])('docs/%s', (folder) => {
  beforeAll(async () => {
    bord = makeBord();
    server = await serveBord(bord, 'serve --port 0');
    const { key } = await bord.json('sandbox', 'key', '--email', 'you@example.com', '--system', 'Pages');
    saveFiles(RESTAURANT);
    await bord.json('locations', 'apply', 'bistro.yaml');
    prelude = `export BORD=${server.at.baseUrl} KEY=${String(key)} LOCATION=00000000-0000-4000-8000-00000000d311`;
    const [day, slot] = [/^DAY=.*$/m, /^SLOT=[^]*?-f 4\)$/m].map(
      (pattern) => pattern.exec(pageOf(QUICKSTART))![0],
    );
    prelude += `\n${day}\n${slot}`;
  }, 120_000);
  afterAll(() => {
    server.kill('SIGTERM');
    bord.remove();
  });

  const pages = globSync(`docs/${folder}/*.md`, { cwd: ROOT }).toSorted();
  test.each(pages.filter((document) => shellOf(document).length > 0))(
    'the shell examples of %s run in their order and print what the page shows',
    (document) => {
      saveFiles(document);
      expect(difference(document, run(shellOf(document)))).toBeNull();
    },
    300_000,
  );

  test.runIf(folder === 'start')(
    'control: an example that fails, and an output that differs, are found',
    () => {
      const page = (text: string): readonly Block[] => blocksIn('control.md', text);
      expect(() => run(page('```sh\nbord bookings show bk_none\n```\n'))).toThrow('status');
      expect(asPattern('{"ok":true,…}').test('{"ok":false,"x":1}')).toBe(false);
      expect(asPattern('{"ok":true,…}').test('{"ok":true,"x":1}')).toBe(true);
    },
  );
});
