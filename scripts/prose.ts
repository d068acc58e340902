/** Checks that the texts of the project are plain technical English, as a command: `npm run check -- prose --help`. */
import { readOptions } from '../test/support/instrument-options.ts';
import { root } from './packages.ts';
import { allowed, CHECK_NAMES } from './prose/checks.ts';
import { knownPackages, measure } from './prose/measure.ts';
import { overLimit } from './prose/measured.ts';
import { failures, findingText, table, topWords } from './prose/report.ts';

const HELP = `Checks that the texts of the project are plain technical English.

npm run check -- prose [options]

  --table      lists all files beyond the limits, the worst last
  --file PATH  lists all findings in a file or folder; can be repeated
  --json       prints all figures and findings as JSON

It reads documentation, help, messages, API descriptions, English pages, comments and test titles. The limits are in
scripts/prose/checks.ts, the words in scripts/prose/words.ts.

Exit code: 0 all texts are within the limits, 1 a text is not, 2 wrong usage.`;

const options = readOptions(HELP, { file: [], table: false, json: false });

const { files, groups, commits } = measure(root, knownPackages(root));
const all = [...files, ...groups];
const wanted = options.file;
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((one) => name.startsWith(one));
const failed = failures(all.filter(({ name }) => isWanted(name)));
const commitTexts = commits.findings.map(findingText);

if (options.json) {
  const plain = all
    .filter(({ name }) => isWanted(name))
    .map((one) => ({
      name: one.name,
      ...one.size,
      limits: Object.fromEntries(
        CHECK_NAMES.map((check) => [check, allowed(check, one.size, one.isOneFile)]),
      ),
      over: overLimit(one),
      findings: one.isOneFile ? one.findings : undefined,
    }));
  console.log(JSON.stringify({ passed: failed.length === 0, files: plain, commits }, null, 2));
} else if (wanted.length > 0) {
  const shown = files.filter(({ name }) => isWanted(name));
  if (shown.length === 0) {
    console.error(
      `No text is in ${wanted.join(', ')}. Name a file or a folder as in: node scripts/prose.ts --table`,
    );
    process.exitCode = 2;
  }
  for (const finding of shown.flatMap(({ findings }) => findings)) console.log(findingText(finding));
  if (shown.length > 0) console.log(table(shown, shown.length === 1 ? shown : []));
} else {
  if (options.table) console.log(`${table(files, groups)}\n\nMost frequent words: ${topWords(groups)}`);
  for (const line of failed) console.error(line);
  if (commitTexts.length > 0) {
    const head = `${commitTexts.length} faults of commit subjects`;
    console.error(commits.canFail ? `${head}:` : `${head} (reported only: there is no origin/main):`);
    for (const line of commitTexts.slice(0, 5)) console.error(line);
  }
}
if (failed.length > 0 || (commits.canFail && commitTexts.length > 0)) process.exitCode ||= 1;
