import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type Bord, makeBord, words } from '../../test/run-bord.ts';
import { NO_SCHEMA } from '../storages/storage-kind.ts';

let bord: Bord;
beforeEach(() => void (bord = makeBord()));
afterEach(() => bord.remove());

const keyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64');
const [OLD, NEW] = [keyOf(1), keyOf(2)];
const ADD = words('webhooks add --partner acme --url http://127.0.0.1:9/hook --json');

async function secretKeyFinding(env: Record<string, string>): Promise<{ status: string; advice: string }> {
  const { out } = await bord.run(['doctor', '--json'], { env });
  const { findings } = JSON.parse(out) as { findings: { what: string; status: string; advice: string }[] };
  return findings.find(({ what }) => what === 'secret key')!;
}

describe.each([
  ['SQLite', async () => ({ url: 'sqlite:./data/bord.db', drop: async () => undefined })],
  ['PostgreSQL', migratedDatabase],
])('%s', (_, open) => {
  test('D24 a key that the database was not used with is refused by every command, until it is accepted', async () => {
    const database = await open();
    const given = (key: string) => ({
      BORD_DATABASE: database.url,
      BORD_SECRET_KEY: key,
      BORD_WEBHOOK_ALLOW_PRIVATE: '1',
    });
    const refused = /^bord: BORD_SECRET_KEY has not the key of this database: [^\n]*bord accept-key[^\n]*$/;
    const run = (key: string, args: readonly string[]) => bord.run(args, { env: given(key) });
    await bord.run(['migrate'], { env: given(OLD) });
    expect(await secretKeyFinding(given(OLD))).toMatchObject({ status: 'good' });
    const { id } = JSON.parse((await run(OLD, ADD)).out) as { id: string };

    const commands = [['keys', 'list'], ['service', 'enable'], words('serve --port 0'), ['deliver']];
    for (const args of commands) expect(await bord.refusal(args, { env: given(NEW) })).toMatch(refused);
    expect(await secretKeyFinding(given(NEW))).toMatchObject({
      status: 'bad',
      advice: expect.stringContaining('accept-key'),
    });
    expect(await secretKeyFinding(given(OLD))).toMatchObject({ status: 'good', advice: null });

    // A key is changed by NEW,OLD; from then on the old one alone is the wrong one.
    expect((await run(`${NEW},${OLD}`, ['keys', 'list'])).code).toBe(0);
    expect(await bord.refusal(['keys', 'list'], { env: given(OLD) })).toMatch(refused);
    expect((await run(NEW, ['keys', 'list'])).code).toBe(0);
    expect(await secretKeyFinding(given(NEW))).toMatchObject({
      status: 'bad',
      advice: expect.stringContaining('NEW,OLD'),
    });
    expect(await secretKeyFinding(given(`${NEW},${OLD}`))).toMatchObject({ status: 'good' });

    const other = keyOf(3);
    expect(await bord.refusal(['accept-key'], { env: given(other) })).toMatch(
      /1 webhook endpoint needs a new secret[^\n]*--yes/,
    );
    expect(await bord.refusal(['keys', 'list'], { env: given(other) })).toMatch(refused);
    expect(JSON.parse((await run(other, ['accept-key', '--yes', '--json'])).out)).toEqual({
      accepted: true,
      unreadableEndpoints: [id],
    });
    expect((await run(other, ['keys', 'list'])).code).toBe(0);
    expect((await run(other, ['webhooks', 'rotate', id, '--overlap', '0'])).code).toBe(0);
    expect(await secretKeyFinding(given(other))).toMatchObject({ status: 'good' });
    expect(await bord.refusal(['keys', 'list'], { env: given(NEW) })).toMatch(refused);
    await database.drop();
  });
});

test('D24 a lost secret.key is not replaced while the database has values sealed with it', async () => {
  const [path, aside] = ['data/secret.key', 'aside'].map((name) => join(bord.folder, name)) as [
    string,
    string,
  ];
  await bord.json('keys', 'list');
  const key = readFileSync(path, 'utf8');
  renameSync(path, aside);
  const refused = /^bord: data\/secret\.key is missing: [^\n]*Put the right one back[^\n]*accept-key[^\n]*$/;
  for (const args of [['keys', 'list'], words('serve --port 0')])
    expect(await bord.refusal(args)).toMatch(refused);
  expect(existsSync(path)).toBe(false);
  expect(await secretKeyFinding({})).toMatchObject({ status: 'bad' });

  writeFileSync(path, `${NEW}\n`);
  expect(await bord.refusal(['keys', 'list'])).toMatch(
    /^bord: data\/secret\.key is not the key of this database/,
  );
  rmSync(path);
  renameSync(aside, path);
  await bord.json('keys', 'list');

  rmSync(path);
  expect(await bord.refusal(['accept-key'])).toMatch(/no webhook endpoint needs a new secret/);
  expect(await bord.json('accept-key', '--yes')).toEqual({ accepted: true, unreadableEndpoints: [] });
  expect(readFileSync(path, 'utf8')).not.toBe(key);
  await bord.json('keys', 'list');
  expect(await bord.json('accept-key')).toEqual({ accepted: false, unreadableEndpoints: [] });
});

test('a mistyped path is noticed: only a server and migrate make a folder, and a command that reads or a dry run makes no file', async () => {
  const env = { BORD_DATABASE: 'sqlite:./dat/bord.db' };
  const commands = [
    ['locations', 'list'],
    ['keys', 'list'],
    ['deliver'],
    ['accept-key', '--yes'],
    ['locations', 'apply', 'x.yaml', '--dry-run'],
  ];
  for (const args of commands)
    for (const path of ['./dat/bord.db', './mistyped.db'])
      expect(await bord.refusal(args, { env: { BORD_DATABASE: `sqlite:${path}` } })).toBe(
        `bord: the database ${path} cannot be used: ${NO_SCHEMA}. To examine it: bord doctor`,
      );
  expect(await bord.refusal(['sandbox', 'key', '--email', 'a@b.example', '--system', 'x'], { env })).toMatch(
    /^bord: the database \.\/dat\/bord\.db cannot be used: there is no folder \/[^\n]*dat\. [^\n]*bord migrate make it\. To examine it: bord doctor$/,
  );
  expect(existsSync(join(bord.folder, 'dat'))).toBe(false);
  expect(existsSync(join(bord.folder, 'mistyped.db'))).toBe(false);
  await bord.run(['doctor'], { env });
  expect(existsSync(join(bord.folder, 'dat'))).toBe(false);
  expect((await bord.run(['migrate'], { env })).code).toBe(0);
  expect((await bord.run(['keys', 'list'], { env })).code).toBe(0);
});
