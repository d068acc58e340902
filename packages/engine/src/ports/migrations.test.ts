import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { assertCurrent, assertNotNewer, batchOf, readMigrations, schemaStateOf } from './migrations.ts';

function aFolder(...files: string[]): URL {
  const folder = mkdtempSync(join(tmpdir(), 'bord-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['schema.sql', ...files.map((name) => `migrations/${name}`)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `-- ${file}`);
  }
  return pathToFileURL(`${folder}/`);
}

test('migrations are the baseline and then the numbered files in their order, without other files', () => {
  const folder = aFolder(
    '0003-more-of-it.sql',
    '0002-more.sql',
    'README.md',
    '0004-Later.sql',
    '4-later.sql',
  );
  writeFileSync(new URL('functions.sql', folder), '-- functions.sql');
  expect(readMigrations(folder)).toEqual([
    { version: 1, name: '0001-baseline', sql: '-- schema.sql\n-- functions.sql' },
    { version: 2, name: '0002-more', sql: '-- migrations/0002-more.sql' },
    { version: 3, name: '0003-more-of-it', sql: '-- migrations/0003-more-of-it.sql' },
  ]);
  expect(readMigrations(aFolder())).toEqual([{ version: 1, name: '0001-baseline', sql: '-- schema.sql' }]);
});

test('a migration whose number is missing, exists twice, or is that of the baseline is rejected', () => {
  expect(() => readMigrations(aFolder('0003-later.sql'))).toThrow(
    '0003-later.sql: the next migration must be number 0002',
  );
  expect(() => readMigrations(aFolder('0002-more.sql', '0002-other.sql'))).toThrow('0002-other.sql');
  expect(() => readMigrations(aFolder('0001-begin.sql'))).toThrow('0001-begin.sql');
});

test('a schema is old, current or newer, and the message names its database', () => {
  const migrations = readMigrations(aFolder('0002-more.sql'));
  const recorded = [...migrations, { version: 3, name: '0003-later' }];
  const [none, old, current, newer] = [0, 1, 2, 3].map((count) =>
    schemaStateOf(migrations, recorded.slice(0, count)),
  );
  expect(none).toEqual({ version: 0, wanted: 2, pending: ['0001-baseline', '0002-more'] });
  expect(old!.pending).toEqual(['0002-more']);
  expect(() => assertCurrent(old!, 'bord.db')).toThrow(
    'bord.db has schema version 1, and this version of Bord needs 2: run bord migrate',
  );
  expect(assertNotNewer(old!, 'bord.db')).toBe(old);
  expect(() => assertCurrent(current!, 'bord.db')).not.toThrow();
  expect(() => assertCurrent(newer!, 'bord.db')).not.toThrow();
  expect(() => assertNotNewer(newer!, 'bord.db')).toThrow('bord.db has schema version 3');
});

test('in batches, a migration must be one statement with LIMIT and RETURNING', () => {
  const read = (text: string) => batchOf({ version: 2, name: '0002-some', sql: text });
  const statement = 'UPDATE a SET b = 1 WHERE id IN (SELECT id FROM a WHERE b IS NULL LIMIT 9) RETURNING id;';
  expect(read(`-- in batches\n-- Why.\n${statement}\n`)).toBe(statement);
  expect(read(`${statement}\n`)).toBeNull();
  for (const wrong of [
    '',
    `${statement} ${statement}`,
    statement.replace(' LIMIT 9', ''),
    statement.replace(' RETURNING id', ''),
  ])
    expect(() => read(`-- in batches\n${wrong}\n`)).toThrow(/^0002-some: in batches/);
});
