/** Builds the documentation site, as a command: `npm run site -- --help`. */
import { parseArgs } from 'node:util';
import { readOptions, usageError } from '../test/support/instrument-options.ts';
import { buildSite, OUTPUT } from './site/build.ts';
import { serveFolder } from './site/serve.ts';

const HELP = `Builds the documentation site from docs/ into site/dist, as static files.

npm run site -- [options]

  --base PATH  the path of the site on its host, default /
  --serve      serves the built site on 127.0.0.1 until Ctrl-C

Exit code: 0 built, 1 not built, 2 wrong usage.`;

const options = readOptions(
  HELP,
  () =>
    parseArgs({
      options: {
        base: { type: 'string', default: '/' },
        serve: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values,
);
if (!/^\/(?:[\w.-]+\/)*$/.test(options.base))
  usageError(`--base must begin and end with a slash, not ${options.base}.`);

const { pages } = await buildSite(options.base);
console.log(`${pages.length} pages are in ${OUTPUT}.`);
if (options.serve) console.log(`Serving ${(await serveFolder(OUTPUT, options.base, 4173)).url}`);
