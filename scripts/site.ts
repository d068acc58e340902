/** Builds the documentation site, as a command: `npm run site -- --help`. */
import { readOptions, usageError } from '../test/support/instrument-options.ts';
import { buildSite, OUTPUT } from './site/build.ts';
import { checkSite } from './site/check.ts';
import { missedFaults } from './site/control.ts';
import { serveFolder } from './site/serve.ts';

const HELP = `Builds the documentation site from docs/ into site/dist, as static files.

npm run site -- [options]

  --base PATH  the path of the site on its host, default /
  --check      checks the built site: links, distance, requests, JavaScript, accessibility, best practices
  --serve      serves the built site on 127.0.0.1 until Ctrl-C

Exit code: 0 built, and checked if asked, 1 a fault, 2 wrong usage.`;

const options = readOptions(HELP, { base: '/', check: false, serve: false });
if (!/^\/(?:[\w.-]+\/)*$/.test(options.base))
  usageError(`--base must begin and end with a slash, not ${options.base}.`);

const { pages, sections } = await buildSite(options.base);
console.log(`${pages.length} pages are in ${OUTPUT}.`);
if (options.check) {
  const missed = await missedFaults();
  for (const fault of missed) console.error(`The check has missed a planted fault: ${fault}`);
  const audited = [
    'index',
    'contents',
    'start/quickstart',
    'partners/webhooks',
    'reference/api',
    'reference/location-file',
    ...sections.map(({ folder }) => `${folder}/index`),
  ].map((page) => `${page}.html`);
  const faults = await checkSite(OUTPUT, options.base, audited, 'failover');
  for (const fault of faults) console.error(fault);
  console.log(
    `${pages.length} pages visited, ${audited.length} of them audited by Lighthouse: ${faults.length} faults.`,
  );
  if (missed.length + faults.length > 0) process.exitCode = 1;
}
if (options.serve) console.log(`Serving ${(await serveFolder(OUTPUT, options.base, 4173)).url}`);
