/**
 * Makes the console's script of its sources in `packages/adapter-http/src/console/script/browser`: one module, as browsers get it.
 *
 *     node scripts/console-script.ts             writes it
 *     node scripts/console-script.ts --check     fails when it is not current
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from './packages.ts';

const folder = resolve(root, 'packages/adapter-http/src/console/script');
const file = resolve(folder, 'console-script.ts');

const { outputFiles } = await build({
  entryPoints: [resolve(folder, 'browser/main.ts')],
  bundle: true,
  minify: true,
  // Names of this script only: data of the server and of the browser has other ones, except the reserved.
  mangleProps: /^(?:(?:is|on)[A-Z].*|refresh|redrawn|forget|whenClosed|showRejection|element)$/,
  reserveProps: /^is(?:Connected|Composing|Primary)$/,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  write: false,
});
const text = `/** The console's script, as browsers get it. Made of the sources in \`browser\` by \`node scripts/console-script.ts\`. */
export const CONSOLE_SCRIPT = String.raw\`
${outputFiles[0]!.text.trim().replaceAll(/`|\$\{/g, (sign) => `\${${JSON.stringify(sign)}}`)}
\`;
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  console.log(`Wrote ${relative(root, file)}`);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${relative(root, file)} is not current: run node scripts/console-script.ts`);
  process.exitCode = 1;
}
