/** The licence notices of a build for bundled packages, and their check in `npm run check`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import {
  inputsOf,
  noticeFaults,
  NOTICES_FILE,
  noticesText,
  packagesOf,
  SBOM_FILE,
  sbomOf,
} from '../../scripts/third-party.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** A build of a program that bundles two packages and names a third one, of which it uses no code. */
async function built(): Promise<{ readonly dist: string; readonly ids: readonly string[] }> {
  const dist = mkdtempSync(join(tmpdir(), 'bord-notices-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const program = `import ipaddr from 'ipaddr.js'; import leven from 'leven'; import { z } from 'zod'; console.log(ipaddr, leven);`;
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: join(ROOT, 'packages/cli') },
    outfile: join(dist, 'main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    metafile: true,
  });
  const bundled = packagesOf(inputsOf(metafile));
  const manifest = { name: '@bord/cli', version: '0.1.0', license: 'MIT' };
  writeFileSync(join(dist, NOTICES_FILE), noticesText('@bord/cli', bundled));
  writeFileSync(join(dist, SBOM_FILE), JSON.stringify(sbomOf(manifest, bundled)));
  return { dist, ids: bundled.map(({ name, version }) => `${name}@${version}`) };
}

/** Takes the first text for the second in a file of a build. */
function edit(dist: string, file: string, found: string | RegExp, wanted: string): void {
  const text = readFileSync(join(dist, file), 'utf8');
  const edited = text.replace(found, wanted);
  expect(edited).not.toBe(text);
  writeFileSync(join(dist, file), edited);
}

test('a build names exactly the packages that it bundles, with their licences', async () => {
  const { dist, ids } = await built();
  expect(ids).toEqual([expect.stringMatching(/^ipaddr\.js@2/), expect.stringMatching(/^leven@4/)]);
  const notices = readFileSync(join(dist, NOTICES_FILE), 'utf8');
  expect(notices).toContain('Copyright (C) 2011-2017 whitequark');
  expect(noticeFaults(dist)).toEqual([]);
});

test('control: a package that is not named, and one that is named and not there, are noticed in either file', async () => {
  const faultsAfter = async (file: string, found: string | RegExp, wanted: string): Promise<string[]> => {
    const { dist } = await built();
    edit(dist, file, found, wanted);
    return noticeFaults(dist);
  };
  expect(await faultsAfter(SBOM_FILE, /pkg:npm\/leven@[\d.]+","name/, 'pkg:npm/zod@1.0.0","name')).toEqual([
    expect.stringMatching(/^sbom\.cdx\.json lacks pkg:npm\/leven@4/),
    'sbom.cdx.json lists pkg:npm/zod@1.0.0, which is not in it',
  ]);
  expect(await faultsAfter(NOTICES_FILE, /\nleven@[\d.]+ /, '\nzod@1.0.0 ')).toEqual([
    expect.stringMatching(/^THIRD-PARTY-NOTICES\.txt lacks leven@4/),
    'THIRD-PARTY-NOTICES.txt has zod@1.0.0, which is not in it',
  ]);
  expect(await faultsAfter(NOTICES_FILE, 'whitequark', 'somebody')).toEqual([
    expect.stringMatching(/^THIRD-PARTY-NOTICES\.txt lacks ipaddr\.js@2.*, or its licence$/),
  ]);
});

test('a build without both files is noticed, when it contains something of others', async () => {
  const { dist } = await built();
  rmSync(join(dist, NOTICES_FILE));
  rmSync(join(dist, SBOM_FILE));
  expect(noticeFaults(dist)).toHaveLength(4);
});

test('a package without a licence is not bundled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const nobodys = join(folder, 'node_modules/nobodys');
  mkdirSync(nobodys, { recursive: true });
  writeFileSync(join(nobodys, 'package.json'), JSON.stringify({ name: 'nobodys', version: '1.0.0' }));
  expect(() => packagesOf([join(nobodys, 'index.js')])).toThrow(
    'nobodys would be bundled, and has no licence',
  );
});
