/** The shell examples of the documentation, run page by page in one shell against a real server. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { allBlocks, type Block, blocksIn, isReference, ROOT } from '../test/blocks.ts';
import { type Bridge, openBridge, SHELL_FUNCTIONS } from '../test/bridge.ts';
import { type Bord, makeBord } from '../test/run-bord.ts';
import { serveBord, type Serving } from '../test/serve-bord.ts';

/** Pages whose examples are for the time of the machine, which the server has. They come first. */
const UNTIMED = [
  'docs/partners/*.md',
  'docs/operate/*.md',
  'docs/operate/runbooks/*.md',
  'docs/conformance.md',
  'docs/conformance-mcp.md',
  'README.md',
  'packages/cli/README.md',
  'examples/*/README.md',
];
/** Pages whose examples need a time: each has a Thursday, 17:30 UTC. All restaurants are open then and on the next day. */
const TIMED = ['docs/restaurant/location-file.md', 'docs/start/*.md', 'docs/restaurant/*.md'];
const FIRST_THURSDAY_MS = Date.UTC(2027, 0, 7, 17, 30);

const QUICKSTART = 'docs/partners/quickstart.md';
const RESTAURANT = 'docs/start/your-restaurant.md';
const MARK = '--- block ';
const EMPTY_DATABASE = 'postgres://bord@db.example.com/bord';

const BLOCKS = allBlocks().filter((block) => !isReference(block));
const hasJq = spawnSync('jq', ['--version']).status === 0;
const isRun = ({ language, text: script }: Block): boolean =>
  language === 'sh' && (hasJq || !/\bjq\b/.test(script));
const pagesOf = (globs: readonly string[]): readonly string[] =>
  [...new Set(globs.flatMap((glob) => globSync(glob).toSorted()))].filter((page) =>
    BLOCKS.some((one) => one.document === page && isRun(one)),
  );

let bord: Bord;
let server: Serving;
let bridge: Bridge;
let prelude = '';
/** Sets DAY and SLOT, with a request. A sandbox key has few a minute, so only pages that use them run it. */
let variables = '';
/** A database with the schema. */
let migrated: FreshDatabase;
/** Texts of the pages that stand for something of this run. */
let replacements: readonly (readonly [shown: string | RegExp, used: string])[] = [];

const ofPage = (page: string): readonly Block[] => BLOCKS.filter(({ document }) => document === page);

/** Writes each block that follows a line "Save this as `NAME`" into that file. */
function saveFiles(page: string): void {
  for (const { file, text: content } of ofPage(page))
    if (file) writeFileSync(join(bord.folder, file), content);
}

const escaped = (given: string): string => given.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A shown output as a pattern: `…` matches any text. */
const asPattern = (shown: string): RegExp =>
  new RegExp(`^${shown.trim().split('…').map((part) => escaped(part)).join('[^]*?')}$`); // prettier-ignore

/** Runs blocks in one shell, and returns the output of each. Pages that create the database get an empty one. */
async function run(blocks: readonly Block[], emptyDatabase = ''): Promise<readonly string[]> {
  writeFileSync(join(bord.folder, 'server.log'), server.out.join('\n'));
  const isSlotUsed = blocks.some(({ text: own }) => /\$(?:DAY|SLOT)\b/.test(own));
  const script = [SHELL_FUNCTIONS, 'set -euo pipefail', prelude, isSlotUsed ? variables : '', ...blocks.map(({ position, text: own }) => `echo '${MARK}${position}'\n${own}\necho`)]; // prettier-ignore
  const child = spawn(
    'bash',
    [
      '--norc',
      '-c',
      [...replacements, [EMPTY_DATABASE, emptyDatabase] as const].reduce(
        (all, [shown, used]) => all.replaceAll(shown, used),
        script.join('\n'),
      ),
    ],
    {
      cwd: bord.folder,
      env: { PATH: process.env['PATH'], BRIDGE: bridge.path, NODE: process.execPath, ROOT },
    },
  );
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]); // prettier-ignore
  expect({ status: status as number, stderr, stdout: status === 0 ? '' : stdout.slice(-2000) }).toEqual({
    status: 0,
    stderr: '',
    stdout: '',
  });
  return stdout.split(/^--- block .*$/m).slice(1);
}

/** The first block whose output differs from the one that the page shows after it. */
function difference(blocks: readonly Block[], outputs: readonly string[]): object | null {
  for (const [i, { output, position }] of blocks.entries())
    if (output !== null && !asPattern(output).test(outputs[i]!.trim()))
      return { position, shown: output, printed: outputs[i] };
  return null;
}

beforeAll(async () => {
  bord = makeBord();
  [server, bridge] = await Promise.all([serveBord(bord, 'serve --port 0'), openBridge(bord)]);
  const { key } = await bord.json('sandbox', 'key', '--email', 'pages@example.com', '--system', 'Pages');
  migrated = await migratedDatabase();
  replacements = [
    ['http://127.0.0.1:3000', server.at.url],
    ['bord_test_…', String(key)],
    [/postgres:\/\/bord:secret@[^/]+\/bord(?=\?)/g, migrated.url],
  ];
  const other = await bord.json('sandbox', 'key', '--email', 'conformance@example.com', '--system', 'Pages');
  writeFileSync(join(bord.folder, 'key.txt'), String(other['key']));
  symlinkSync(join(ROOT, 'examples'), join(bord.folder, 'examples'));
  saveFiles(RESTAURANT);
  await bord.json('locations', 'apply', 'bistro.yaml');
  const quickstart = ofPage(QUICKSTART).map((block) => block.text).join(''); // prettier-ignore
  variables = [/^DAY=.*$/m, /^SLOT=[^]*?-f 4\)$/m].map((pattern) => pattern.exec(quickstart)![0]).join('\n');
  prelude = [
    `export BORD=${server.at.baseUrl} KEY=${String(key)} LOCATION=00000000-0000-4000-8000-00000000d311`,
    `BORD_DATABASE=${migrated.url} # not exported: commands use the server's
    journalctl() { cat server.log; }`,
  ].join('\n');
}, 120_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await bridge.close();
  await migrated.drop();
  bord.remove();
});

const CASES = [
  ...pagesOf(UNTIMED).map((page) => ({ page, nowMs: null })),
  ...pagesOf(TIMED).map((page, week) => ({ page, nowMs: FIRST_THURSDAY_MS + week * 604_800_000 })),
];

test('every page with shell examples is run here', () => {
  expect(CASES.map(({ page }) => page).toSorted()).toEqual(
    [...new Set(BLOCKS.filter(isRun).map(({ document }) => document))].toSorted(),
  );
});

test.each(CASES)(
  'the shell examples of $page run in their order and print what the page shows',
  async ({ page, nowMs }) => {
    bridge.nowMs = nowMs;
    saveFiles(page);
    const blocks = ofPage(page).filter(isRun);
    const isCreating = blocks.some(({ text: script }) => script.includes(EMPTY_DATABASE));
    const empty = isCreating ? await freshDatabase() : null;
    onTestFinished(() => empty?.drop());
    expect(difference(blocks, await run(blocks, empty?.url))).toBeNull();
  },
  300_000,
);

test('control: an example that fails, and an output that differs, are found', async () => {
  const page = (markdown: string): readonly Block[] => blocksIn('control.md', markdown);
  await expect(run(page('```sh\nbord bookings show bk_none\n```\n'))).rejects.toThrow('status');
  const shown = page('```sh\necho \'{"ok":true}\'\n```\n\n```text\n{"ok":…e}\n```\n').slice(0, 1);
  expect(difference(shown, await run(shown))).toBeNull();
  const other = page('```sh\necho \'{"ok":false}\'\n```\n\n```text\n{"ok":t…e}\n```\n').slice(0, 1);
  expect(difference(other, await run(other))).toMatchObject({ position: 'control.md:1' });
});
