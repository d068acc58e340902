/** The search for other packages' types in public ones, which `npm run check` makes over the builds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { foreignTypes } from '../../scripts/foreign-types.ts';

async function declarations(files: Readonly<Record<string, string>>): Promise<(name: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return (name) => join(folder, name);
}

test('types of others are found wherever declarations take them from', async () => {
  const at = await declarations({
    'index.d.ts': `import type { Server } from 'node:http';\nexport type { Booking } from '@bord/engine';\nexport * from './inner.ts';\nexport declare const pool: import('pg').Pool;\n`,
    'inner.d.ts': `/// <reference types="ws" />\nimport {\n  type Event,\n} from 'h3';\nexport { a } from './twice.js';\nexport declare const b: Event;\n`,
    'twice.d.ts': `import 'zod';\nimport './index.ts';\nexport declare const a: number;\n`,
    'apart.d.ts': `import type { X } from 'undici';\n`,
  });
  expect([...foreignTypes([at('index.d.ts')])]).toEqual([
    ['h3', at('inner.d.ts')],
    ['pg', at('index.d.ts')],
    ['ws', at('inner.d.ts')],
    ['zod', at('twice.d.ts')],
  ]);
});

test('a package that only a comment names is not reported', async () => {
  const at = await declarations({
    'index.d.ts': `/** As \`import { H3 } from 'h3'\` does. */\nexport declare const a: string;\n`,
  });
  expect([...foreignTypes([at('index.d.ts')])]).toEqual([]);
});

test('an incomplete build is reported', async () => {
  const at = await declarations({ 'index.d.ts': `export * from './gone.ts';\n` });
  expect(() => foreignTypes([at('index.d.ts')])).toThrow('npm run build');
});
