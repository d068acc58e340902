/** All outputs of two versions, compared: `npm run proof -- outputs --help`. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../../../scripts/packages.ts';
import { readOptions, usageError } from '../../support/instrument-options.ts';
import { type Difference, differences, withCheckout } from './compare.ts';
import { record } from './record.ts';

const HELP = `Records what users see, and compares two versions: the help and the output of each command, pages, mails, the OpenAPI document, and
all answers that the conformance kit receives. Ids, tokens, times of now, ports and versions are replaced.

npm run proof -- outputs --record DIR        record this version
npm run proof -- outputs --compare DIR DIR   list the differences of two records
npm run proof -- outputs --against COMMIT    record the commit and this version, and compare them

  --keep DIR   with --against: keep both records in DIR
  --brief      names of files only

Exit code: 0 no difference, 1 a difference, 2 wrong usage.`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { compare, against, brief, positionals, ...folders } = readOptions(
    HELP,
    { record: undefined, compare: undefined, against: undefined, keep: undefined, brief: false },
    true,
  );
  if (positionals.length !== (compare === undefined ? 0 : 1))
    usageError('--compare takes two folders, and nothing else is without an option.');
  if (folders.record !== undefined) return recorded(root, resolve(folders.record));
  if (compare !== undefined) {
    const compared = [compare, positionals[0]!].map((folder) => resolve(folder));
    for (const folder of compared)
      if (!existsSync(folder)) usageError(`--compare: there is no folder ${folder}.`);
    return report(differences(compared[0]!, compared[1]!), brief);
  }
  if (against === undefined) usageError('One of --record, --compare and --against is needed.');
  if (!/^[\w./~^-]+$/.test(against)) usageError(`--against must be a commit, not ${against}.`);
  const folder =
    folders.keep === undefined ? mkdtempSync(join(tmpdir(), 'bord-records-')) : resolve(folders.keep);
  try {
    const [before, now] = [join(folder, 'before'), join(folder, 'now')];
    await withCheckout(against, (tree) => recorded(tree, before));
    await recorded(root, now);
    return report(differences(before, now), brief);
  } finally {
    if (folders.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function recorded(tree: string, folder: string): Promise<number> {
  if (existsSync(folder)) usageError(`The folder ${folder} exists: name a new one.`);
  const begunMs = Date.now();
  const count = await record(tree, folder);
  console.log(
    `${count} outputs of ${tree === root ? 'this version' : 'the commit'} recorded in ${Math.round((Date.now() - begunMs) / 1000)} s`,
  );
  return 0;
}

function report(found: readonly Difference[], isBrief: boolean): number {
  for (const { name, kind, lines } of found) {
    console.log(`${name}: ${kind}`);
    if (!isBrief) for (const line of lines) console.log(`  ${line}`);
  }
  console.log(found.length === 0 ? 'No differences.' : `${found.length} files differ.`);
  return found.length === 0 ? 0 : 1;
}
