/** The blocks of code on all pages: how many are run, compared or parsed, and the parsers of formats that no other test reads. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { transform } from 'esbuild';
import { NginxParser } from 'nginx-conf';
import { expect, test } from 'vitest';
import { sql } from '../../../test/support/postgres.ts';
import {
  allBlocks,
  type Block,
  blocksIn,
  commandsIn,
  isReference,
  ROOT,
  type Treatment,
  treatmentOf,
} from '../test/blocks.ts';
import { readConfig } from './config/config.ts';

const BLOCKS = allBlocks();
const ofLanguage = (language: string): readonly Block[] => BLOCKS.filter((one) => one.language === language);

/** The share of blocks that a test runs, compares, compiles or parses. */
function checkedShare(blocks: readonly Block[]): number {
  return blocks.filter((block) => treatmentOf(block) !== 'shown').length / blocks.length;
}

const countOf = (blocks: readonly Block[], treatment: Treatment): number =>
  blocks.filter((block) => treatmentOf(block) === treatment).length;

test('at least 90 % of the blocks of code are run, compared, compiled or parsed; the others are marked as text', () => {
  const pages = BLOCKS.filter((block) => !isReference(block));
  expect(pages.length).toBeGreaterThan(150);
  for (const blocks of [BLOCKS, pages]) expect(checkedShare(blocks)).toBeGreaterThanOrEqual(0.9);
  expect(countOf(pages, 'run')).toBeGreaterThanOrEqual(95);
  expect(countOf(pages, 'compared')).toBeGreaterThan(10);
  expect(pages.filter(({ language }) => language === 'bash')).toEqual([]);
  const others = BLOCKS.filter((block) => treatmentOf(block) === 'shown' && block.language !== 'text');
  // Examples of helps that are not run.
  expect(others.filter((block) => !isReference(block) || block.language !== 'bash')).toEqual([]);
});

test('control: a block of text, and one without a language, are counted as only shown', () => {
  const page = blocksIn(
    'control.md',
    '```sh\ntrue\n```\n\n```text\nits output\n```\n\n- a list\n\n  ```\n  bare\n  ```\n\n```text\nalone\n```\n',
  );
  expect(page.map(treatmentOf)).toEqual(['run', 'compared', 'shown', 'shown']);
  expect(page.map(({ position }) => position)).toEqual([1, 5, 11, 15].map((line) => `control.md:${line}`));
  expect(page[0]!.output).toBe('its output');
  expect(checkedShare(page)).toBe(0.5);
});

test('every JSON block of the documentation parses, apart from its omissions', () => {
  for (const { position, text } of ofLanguage('json'))
    expect(() => JSON.parse(text.replaceAll(/, …(?=\s*[\]}])/g, '')) as unknown, position).not.toThrow();
});

test('every declaration of the reference is TypeScript', async () => {
  const declarations = ofLanguage('typescript');
  expect(declarations.length).toBeGreaterThan(250);
  await Promise.all(
    declarations.map(({ text }) => transform(text.replace(/^const /, 'declare const '), { loader: 'ts' })),
  );
  await expect(transform('interface A { b: ; }', { loader: 'ts', logLevel: 'silent' })).rejects.toThrow(
    'Unexpected',
  );
});

test('every block of settings is accepted by the server', () => {
  const remarksOf = (text: string): readonly unknown[] => {
    const env = parseEnv(text.replace('…', Buffer.alloc(32, 1).toString('base64')));
    return readConfig({ env, folder: '/nowhere' }).remarks;
  };
  expect(ofLanguage('dotenv').length).toBeGreaterThanOrEqual(3);
  for (const { position, text } of ofLanguage('dotenv'))
    expect([position, remarksOf(text)]).toEqual([position, []]);
  expect(remarksOf('BORD_MALL=smtp://mail.example.com')).toHaveLength(1);
});

test('every block of postgresql.conf has settings that PostgreSQL knows', async () => {
  const names = ofLanguage('ini')
    .filter(({ document }) => document === 'docs/operate/failover.md')
    .flatMap(({ text }) => Array.from(text.matchAll(/^(\w+) = \S/gm), ([, name]) => name!));
  const known = await sql<{ name: string }>(process.env['BORD_TEST_PG_URL']!, 'SELECT name FROM pg_settings');
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((one) => !known.some(({ name }) => name === one))).toEqual([]);
});

test('every block of nginx is accepted by a parser of its settings', () => {
  const faultIn = (text: string): string | undefined => {
    let message: string | undefined;
    new NginxParser().parse(text, (error) => (message = error?.message));
    return message;
  };
  expect(ofLanguage('nginx').length).toBeGreaterThan(0);
  for (const { position, text } of ofLanguage('nginx'))
    expect([position, faultIn(text)]).toEqual([position, undefined]);
  expect(faultIn('server { listen 80; ')).toContain('not terminated');
});

test('every line for cron has a time and a command', () => {
  const lines = ofLanguage('crontab').map(({ text }) => text);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^(?:[\d*/,-]+ ){5} *(?:\/usr\/local\/bin\/)?bord \w+ \S/);
});

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** The options in the help of each instrument of `npm run proof`, by its name. */
const OPTIONS = new Map(
  Array.from(
    read('scripts/proof.ts').matchAll(/name: '(\w+)',\s+summary: '[^']*',\s+script: '([^']+)'/g),
    ([, name, script]) => {
      const sources = globSync(join(dirname(script!), '{,command/}*.ts'), { cwd: ROOT })
        .map(read)
        .join('\n');
      const named = Array.from(sources.matchAll(/--([a-z-]+)/g), ([, option]) => option!);
      return [name!, new Set([...named, 'help'])] as const;
    },
  ),
);

/** Options of instruments that some text names and that do not exist. */
function unknownOptions(text: string): readonly string[] {
  return Array.from(text.matchAll(/npm run ([\w-]+)((?: [^`\n#]*)?)/g)).flatMap(([, script, given]) => {
    const line = `${SCRIPTS[script!] ?? ''} ${given!.replace(' -- ', ' ')}`;
    const name = /^node scripts\/proof\.ts (\w+)/.exec(line.replaceAll(/ +/g, ' '))?.[1];
    const options = Array.from(line.matchAll(/ --([a-z-]+)/g), ([, option]) => option!);
    return name ? options.filter((one) => !OPTIONS.get(name)?.has(one)).map((one) => `${name} --${one}`) : [];
  });
}

test('every option of an instrument in the documents exists', () => {
  expect(OPTIONS.size).toBeGreaterThan(10);
  const pages = [...new Set(BLOCKS.map(({ document }) => document))];
  expect(pages.flatMap((page) => unknownOptions(read(page)))).toEqual([]);
  expect(unknownOptions('npm run proof -- fuzz --sed 1\nnpm run theorem -- --day 3')).toEqual([
    'fuzz --sed',
    'theorem --day',
  ]);
});

test('control: commands of bash are found wherever they are in a line', () => {
  expect(commandsIn('docker exec bord bord doctor && bord migrate', 'bord')).toEqual([
    ['doctor'],
    ['migrate'],
  ]);
});
