import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** A consumer's program as a bundle, with the names of its files. */
async function bundleOf(
  program: string,
): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@bord/source'],
    logLevel: 'silent',
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return { bytes: outputFiles[0]!.contents.byteLength, files };
}

const TIME_ZONES = /zone-clock|local-date/;

test('§6.4 a receiver bundles less than 3 kB, without time zones', async () => {
  const { bytes, files } = await bundleOf(
    `import { verifyWebhook } from '@bord/engine/webhooks'; globalThis.verify = verifyWebhook;`,
  );
  expect(bytes).toBeLessThan(3000);
  expect(files.filter((file) => TIME_ZONES.test(file))).toEqual([]);
});

test('control: a bundle with the engine in it is larger, and has time zones', async () => {
  const { bytes, files } = await bundleOf(
    `import { createEngine } from '@bord/engine'; globalThis.engine = createEngine;`,
  );
  expect(bytes).toBeGreaterThan(3000);
  expect(files.filter((file) => TIME_ZONES.test(file))).not.toEqual([]);
});
