/** The built packages in one file, as a bundler of an integrator makes it: their SQL is in it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { freshDatabase } from '../support/postgres.ts';

const PROGRAM = `
  import { createPartnerApi } from '@bord/adapter-http';
  import { migrate, pgStorage } from '@bord/adapter-pg';
  import { sqliteStorage } from '@bord/adapter-sqlite';
  import { createEngine } from '@bord/engine';

  async function show(url) {
    console.log(await migrate({ url }));
    for (const storage of [pgStorage({ url }), sqliteStorage({ path: ':memory:', migrate: true })]) {
      const engine = createEngine({ storage });
      const api = createPartnerApi({ engine });
      const { status } = await api.fetch(new Request('http://localhost/readyz'));
      console.log(status, await engine.operator.locations.list());
      await storage.close();
    }
  }
  void show(process.argv[2]);
`;

test.each(['esm', 'cjs'] as const)(
  'a bundle of format %s migrates both databases and answers',
  async (format) => {
    execFileSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'pipe' });
    const folder = mkdtempSync(join(tmpdir(), 'bord-bundle-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const outfile = join(folder, format === 'esm' ? 'app.mjs' : 'app.cjs');
    const require = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
    await build({
      stdin: { contents: PROGRAM, resolveDir: root },
      outfile,
      bundle: true,
      platform: 'node',
      format,
      external: ['better-sqlite3', 'pg-native'],
      banner: format === 'esm' ? { js: require } : {},
      logLevel: 'silent',
    });
    const database = await freshDatabase();
    onTestFinished(database.drop);
    const out = execFileSync(process.execPath, [outfile, database.url], { encoding: 'utf8' });
    expect(out.trim().split('\n')).toEqual(["[ '0001-baseline' ]", '200 []', '200 []']);
  },
);
