/** Releases the packages, or tries a release without publishing anything: `npm run release -- --help`. */
import { readOptions, usageError } from '../test/support/instrument-options.ts';

const HELP = `Releases the packages, or tries a release without publishing anything.

npm run release -- STEP [options]

  --dry-run     determines the version, builds, checks, packs, and writes dist/release/notes.md; changes no tracked file
  --rehearse    publishes to a registry on this machine, and uses the packages from there as their users would
  --prepare     applies the changesets: writes the version into the manifests and the date into the changelog
  --publish     publishes to npm; only in the release workflow, which proves by its identity where the packages come from

  --case NAME   with --rehearse: runs only this case; can be repeated. An unknown name lists all
  --keep        with --rehearse: keeps the folder with all installations

CONTRIBUTING.md, "Release a version", shows the order of the steps. A rehearsal needs npm's registry at the first run, bash, tar and curl; it takes
about ten minutes.

Exit code: 0 all as it must be, 1 a check or a case failed, 2 wrong usage.`;

const options = readOptions(HELP, {
  'dry-run': false,
  rehearse: false,
  prepare: false,
  publish: false,
  case: [],
  keep: false,
});

const STEPS = {
  'dry-run': async () => (await import('./release/dry-run.ts')).dryRun(),
  rehearse: async () => {
    const { CASE_NAMES, rehearse } = await import('./release/rehearse.ts');
    const unknown = options.case.filter((name) => !CASE_NAMES.includes(name));
    if (unknown.length > 0)
      usageError(`Unknown case: ${unknown.join(', ')}; the cases are ${CASE_NAMES.join(', ')}.`);
    return rehearse(options.case, options.keep);
  },
  prepare: async () => (await import('./release/version.ts')).prepare(),
  publish: async () => (await import('./release/publish-to-npm.ts')).publishToNpm(),
} as const;

const steps = (Object.keys(STEPS) as (keyof typeof STEPS)[]).filter((name) => options[name]);
if (steps.length !== 1) usageError('Name one of --dry-run, --rehearse, --prepare and --publish.');
if (steps[0] !== 'rehearse' && (options.case.length > 0 || options.keep))
  usageError('--case and --keep belong to --rehearse.');

if (!(await STEPS[steps[0]!]())) process.exitCode = 1;
