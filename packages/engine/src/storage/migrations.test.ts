import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { assertCurrent, assertNotNewer, readMigrations, schemaStateOf } from './migrations.ts';

function aFolder(...files: string[]): URL {
  const folder = mkdtempSync(join(tmpdir(), 'bord-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) writeFileSync(join(folder, file), `-- ${file}`);
  return pathToFileURL(`${folder}/`);
}

test('migrations are read in the order of their numbers, and nothing else is', () => {
  const folder = aFolder(
    '0002-more-of-it.sql',
    '0001-begin.sql',
    'README.md',
    '0003-Later.sql',
    '3-later.sql',
  );
  expect(readMigrations(folder)).toEqual([
    { version: 1, name: '0001-begin', sql: '-- 0001-begin.sql' },
    { version: 2, name: '0002-more-of-it', sql: '-- 0002-more-of-it.sql' },
  ]);
});

test('a number that is missing, or there twice, is refused', () => {
  expect(() => readMigrations(aFolder('0001-begin.sql', '0003-later.sql'))).toThrow(
    '0003-later.sql stands where a migration 0002 is expected',
  );
  expect(() => readMigrations(aFolder('0001-begin.sql', '0001-other.sql'))).toThrow('0001-other.sql');
  expect(() => readMigrations(aFolder('0000-none.sql'))).toThrow('0000-none.sql');
});

test('a schema is old, as it should be, or newer, and says so by the name of its database', () => {
  const migrations = readMigrations(aFolder('0001-begin.sql', '0002-more.sql'));
  const [none, old, current, newer] = [0, 1, 2, 3].map((version) => schemaStateOf(migrations, version));
  expect(none).toEqual({ version: 0, wanted: 2, pending: ['0001-begin', '0002-more'] });
  expect(old!.pending).toEqual(['0002-more']);
  expect(() => assertCurrent(old!, 'bord.db')).toThrow(
    'bord.db has schema version 1, and this version of Bord needs 2: run bord migrate',
  );
  expect(assertNotNewer(old!, 'bord.db')).toBe(old);
  expect(() => assertCurrent(current!, 'bord.db')).not.toThrow();
  expect(() => assertCurrent(newer!, 'bord.db')).not.toThrow();
  expect(() => assertNotNewer(newer!, 'bord.db')).toThrow('bord.db has schema version 3');
});
