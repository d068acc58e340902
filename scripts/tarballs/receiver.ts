import { build } from 'esbuild';

const BYTES_MAX = 3000;

/** Bundles what a receiver of webhooks needs, and throws when that is more than a little, or reckons with time zones (§6.4). */
export async function bundleReceiver(folder: string): Promise<void> {
  const contents = `import { verifyWebhook } from '@bord/engine/webhooks'; globalThis.verify = verifyWebhook;`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const bytes = outputFiles[0]!.contents.byteLength;
  if (bytes >= BYTES_MAX) throw new Error(`${bytes} bytes, ${BYTES_MAX} is too much`);
  if (outputFiles[0]!.text.includes('DateTimeFormat')) throw new Error('it reckons with time zones');
}
