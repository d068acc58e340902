/** The files and the modules of Node that the built server loads before its first answer. Each one makes every start longer. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { addDays, localDateAt } from '@bord/engine';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_ID } from '../support/world.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** For `--import`: on SIGUSR2 a process writes the list of its loaded modules. Background work begins after the answer on a busy machine, too. */
const HOOK = `
  const { setTimeout: after } = globalThis;
  globalThis.setTimeout = (act, ms, ...given) => after(act, ms === 200 ? 20_000 : ms, ...given);
  import { registerHooks } from 'node:module';
  import { renameSync, writeFileSync } from 'node:fs';
  const files = [];
  registerHooks({ load(url, context, next) { files.push(url); return next(url, context); } });
  process.on('SIGUSR2', () => {
    writeFileSync('loaded.draft', JSON.stringify({ files, own: process.moduleLoadList }));
    renameSync('loaded.draft', 'loaded.json');
  });
`;

interface Loaded {
  readonly files: readonly string[];
  /** As Node names them: `NativeModule http`. */
  readonly own: readonly string[];
}

async function listening(child: ChildProcess): Promise<{ readonly baseUrl: string; readonly url: string }> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return JSON.parse(line) as { baseUrl: string; url: string };
}

test('before its first answer the built server loads a handful of files, without Node’s fetch', async () => {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-stale'], {
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'bord-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const hook = join(folder, 'hook.mjs');
  writeFileSync(hook, HOOK);
  const bin = join(ROOT, 'packages/cli/bin/bord.js');
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', BORD_LOG: 'fatal' };
  const run = (...args: string[]): ChildProcess =>
    spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });

  // The first start creates the demo restaurant.
  const first = run(bin, 'serve');
  await listening(first);
  first.kill('SIGTERM');
  await once(first, 'exit');
  const made = spawnSync(
    process.execPath,
    [bin, 'keys', 'create', '--partner', 'acme', '--location', DEMO_ID, '--json'],
    { cwd: folder, env, encoding: 'utf8' },
  );
  const { key } = JSON.parse(made.stdout) as { key: string };

  const server = run(`--import=${pathToFileURL(hook).href}`, bin, 'serve');
  const loaded = async (): Promise<Loaded> => {
    const path = join(folder, 'loaded.json');
    rmSync(path, { force: true });
    server.kill('SIGUSR2');
    await expect.poll(() => existsSync(path)).toBe(true);
    return JSON.parse(readFileSync(path, 'utf8')) as Loaded;
  };
  try {
    const { baseUrl, url } = await listening(server);
    const date = addDays(localDateAt('UTC', Date.now()), 3);
    const headers = { authorization: `Bearer ${key}` };
    const day = await fetch(`${baseUrl}/locations/${DEMO_ID}/availability?date=${date}&partySize=2`, {
      headers,
    });
    expect(day.status).toBe(200);
    const before = await loaded();
    const dist = join(ROOT, 'packages/cli/dist');
    const ours = before.files
      .filter((file) => file.startsWith(pathToFileURL(dist).href))
      .map((file) => relative(dist, fileURLToPath(file)).replace(/-\w+\.js$/, '-….js'));
    expect(ours.toSorted()).toEqual([
      'common.js',
      'main.js',
      'serve-….js',
      'serve.js',
      'webhook-sender-….js',
    ]);
    expect(before.own.filter((name) => name.includes('undici'))).toEqual([]);

    // Control: what is loaded later is seen.
    expect((await fetch(`${url}/docs`)).status).toBe(200);
    const after = await loaded();
    expect(after.files.length).toBeGreaterThan(before.files.length);
    expect(after.own.filter((name) => name.includes('undici'))).not.toEqual([]);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
});
