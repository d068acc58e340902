import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, limits, REASONS } from '@bord/engine';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readPage } from '../../scripts/prose/markdown.ts';
import { entryFiles } from '../../scripts/public-surface.ts';
import { nameOf, optionAnchor, optionsOf, wholeProgram } from '../../scripts/reference/commands.ts';
import { failureAnchor, FAILURE_CODES } from '../../scripts/reference/errors.ts';
import { fileFields, whole } from '../../scripts/reference/file-fields.ts';
import {
  fieldAnchor,
  locationFields,
  menuFields,
  unusedMeanings,
} from '../../scripts/reference/location-file.ts';
import { anchorName } from '../../scripts/reference/markdown.ts';
import { REQUEST_FIELDS } from '../../scripts/reference/log-fields.ts';
import { allMetrics } from '../../scripts/reference/metrics.ts';
import { allPages } from '../../scripts/reference/pages.ts';
import { operations } from '../../scripts/reference/schema.ts';
import { withRuleLinks } from '../../scripts/reference/rules.ts';
import { SECTIONS, withSection } from '../../scripts/reference/sections.ts';
import { settings } from '../../scripts/reference/settings.ts';

const FOLDER = new URL('../../docs/reference', import.meta.url).pathname;

test('the reference is current: node scripts/reference.ts writes it', async () => {
  const pages = await allPages();
  const written = new Map(
    readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const),
  );
  expect([...written.keys()].toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [name, text] of pages) expect(written.get(name), name).toBe(text);
});

/** The headings of a page, as a reader of Markdown sees them. */
const headingsOf = (name: string): readonly string[] =>
  [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/^#{1,3}(?: (.*))?$/gm)].map(([, text = '']) => text);

test('no heading of the reference is empty or occurs twice, and each comment that heads an entry is one', () => {
  for (const name of readdirSync(FOLDER)) {
    const headings = headingsOf(name);
    expect([name, headings.filter((text, i) => text.trim() === '' || headings.indexOf(text) !== i)]).toEqual([
      name,
      [],
    ]);
  }
  const entry = readFileSync(new URL('../../packages/engine/src/index.ts', import.meta.url), 'utf8');
  const comments = [...entry.matchAll(/^\/\/ (.+)$/gm)].map(([, text]) => text!);
  expect(comments.length).toBeGreaterThan(5);
  expect(headingsOf('engine.md').filter((text) => comments.includes(text))).toEqual(comments);
});

test.each(entryFiles('sources').map(({ module }) => module))(
  'every runtime export of %s has a section in the reference',
  async (module) => {
    const names = Object.keys((await import(module)) as object);
    const headings = new Set(headingsOf(`${module.replace('@bord/', '').replaceAll('/', '-')}.md`));
    expect(names.filter((name) => !headings.has(name))).toEqual([]);
  },
);

const parsed = new Map<string, ReturnType<typeof readPage>>();

/** A page of the reference, parsed once. Its anchors are its headings and those of rows. */
function pageOf(name: string): ReturnType<typeof readPage> {
  const page = parsed.get(name) ?? readPage(name, readFileSync(join(FOLDER, name), 'utf8'));
  parsed.set(name, page);
  return page;
}

const without = (name: string, wanted: readonly string[]): readonly string[] => {
  const { anchors } = pageOf(name);
  return wanted.filter((one) => !anchors.has(one));
};

test('no heading of the reference ends in the middle of a word or of code', () => {
  for (const name of readdirSync(FOLDER))
    expect(headingsOf(name).filter((text) => /[-,:;(]$|^[^`]*`[^`]*$/.test(text))).toEqual([]);
});

test('each setting has an anchor and a meaning of at most 25 words', () => {
  expect(
    without(
      'settings.md',
      settings.map(({ name }) => anchorName(name)),
    ),
  ).toEqual([]);
  expect(without('settings.md', ['bord_nonsense'])).toEqual(['bord_nonsense']);
  const lengths = settings.map(({ meaning }) => meaning.split(' ').length);
  expect(Math.min(...lengths)).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(25);
});

test('each command and each option of the command line has an anchor', async () => {
  const all = [await wholeProgram()];
  for (const command of all) all.push(...command.commands.filter((one) => one.name() !== 'help'));
  const commands = all.slice(1);
  expect(commands.length).toBeGreaterThan(80);
  expect(
    without(
      'commands.md',
      commands.map((one) => anchorName(nameOf(one))),
    ),
  ).toEqual([]);
  const leaves = commands.filter((one) => one.commands.length === 0);
  const options = leaves.flatMap((one) => optionsOf(one).map((option) => optionAnchor(one, option)));
  expect(without('commands.md', options)).toEqual([]);
});

test('each API operation and each event has an anchor', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.length).toBeGreaterThan(10);
  expect(without('api.md', names.map(anchorName))).toEqual([]);
  expect(without('events.md', EVENT_TYPES.map(anchorName))).toEqual([]);
});

test('each metric and each limit has an anchor, and each table a heading', () => {
  const metrics = allMetrics().map(({ name }) => name);
  expect(metrics.length).toBeGreaterThan(20);
  expect(without('metrics.md', metrics)).toEqual([]);
  expect(without('limits.md', Object.keys(limits).map(anchorName))).toEqual([]);
  const schemas = ['sqlite', 'pg'].map((kind) =>
    readFileSync(new URL(`../../packages/adapter-${kind}/schema.sql`, import.meta.url), 'utf8'),
  );
  const tables = schemas.flatMap((text) =>
    [...text.matchAll(/^CREATE TABLE (?:bord\.)?(\w+)/gm)].map(([, name]) => name!),
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(without('tables.md', tables)).toEqual([]);
});

test('each error code and each reason of a rejection has an anchor', () => {
  expect(FAILURE_CODES.length).toBeGreaterThan(30);
  const anchors = FAILURE_CODES.map((name) => anchorName(failureAnchor(name)));
  expect(without('errors.md', anchors)).toEqual([]);
  expect(REASONS.length).toBeGreaterThan(6);
  expect(
    without(
      'api.md',
      REASONS.map((name) => anchorName(`reason-${name}`)),
    ),
  ).toEqual([]);
});

test('each field of the location file and the menu file has an anchor and a meaning that is its own', () => {
  expect(locationFields.length).toBeGreaterThan(60);
  expect(
    without('location-file.md', [
      ...locationFields.map((field) => fieldAnchor('location', field)),
      ...menuFields.map((field) => fieldAnchor('menu', field)),
    ]),
  ).toEqual([]);
  expect(unusedMeanings()).toEqual([]);
  const planted = fileFields(z.object({ table: z.array(z.object({ chairs: whole(1, 9) })) }));
  expect(planted.map(({ path, type }) => `${path}: ${type}`)).toEqual([
    'table: a list of fields',
    'table[].chairs: a whole number from 1 to 9',
  ]);
  const anchors = planted.map((field) => fieldAnchor('location', field));
  expect(without('location-file.md', anchors)).toEqual(anchors);
});

test('an anchor that the reference lacks is found, of each kind', () => {
  const pages = [
    'settings',
    'commands',
    'api',
    'errors',
    'events',
    'limits',
    'metrics',
    'log-fields',
    'tables',
  ];
  for (const name of pages) expect(without(`${name}.md`, ['invented']), name).toEqual(['invented']);
});

test('each log field of a request has an anchor', () => {
  expect(without('log-fields.md', Object.keys(REQUEST_FIELDS).map(anchorName))).toEqual([]);
});

test.each(Object.entries(SECTIONS))('the section %s is current and names each operation', (name, [file]) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(withSection(text, name)).toBe(text);
  expect(operations.filter(({ operationId }) => !text.includes(`\`${operationId}\``))).toEqual([]);
  expect(() => withSection('# A page', name)).toThrow('lacks');
});

test('links of the reference lead to headings and rows that exist', () => {
  const names = readdirSync(FOLDER);
  const targets = new Set(
    names.flatMap((name) => [name, ...[...pageOf(name).anchors].map((one) => `${name}#${one}`)]),
  );
  const links = names.flatMap((name) =>
    pageOf(name)
      .links.map(({ url }) => (url.startsWith('#') ? name + url : url))
      .filter((url) => /^[\w-]+\.md/.test(url)),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !targets.has(link))).toEqual([]);
});

test('rule numbers in prose are linked, those in code, headings and links stay, and an unknown one is an error', () => {
  const unlinked = '# D9\n\n`D9` [§4](a.md)\n\n```ts\n// §4\n```\n';
  expect(withRuleLinks(unlinked)).toBe(unlinked);
  expect(withRuleLinks('D9, §4.3.5')).toBe(
    '[D9](../contract/decisions.md#d9-re-seating), [§4.3.5](../contract/partner-api.md#43-create-a-booking)',
  );
  expect(() => withRuleLinks('D999')).toThrow('D999');
});
