import { build } from 'esbuild';

const BYTES_MAX = 3000;

/** Bundles what a receiver of webhooks needs, and throws when that is more than a little, or reckons with time zones (§6.4). */
export async function bundleReceiver(folder: string): Promise<void> {
  const contents = `import { verifyWebhook } from '@bord/engine/webhooks'; globalThis.verify = verifyWebhook;`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const bytes = outputFiles[0]!.contents.byteLength;
  if (bytes >= BYTES_MAX) throw new Error(`${bytes} bytes, ${BYTES_MAX} is too much`);
  const zones = Object.keys(metafile.inputs).filter((path) => path.includes('temporal'));
  if (zones.length > 0 || outputFiles[0]!.text.includes('Temporal'))
    throw new Error(`time zones: ${zones.join(', ')}`);
}
