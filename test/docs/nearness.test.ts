/** How near a change is (CONTRIBUTING, "Which files to touch"): what the table says, held against one of each kind that is there already. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

interface Change {
  /** The row of the table. */
  readonly row: string;
  /** How many files it may take. */
  readonly most: number;
  /** Where one that is there already stands, in the order of the table. */
  readonly files: readonly string[];
  /** Names it, and nothing else, in the sources of the packages and what builds them; with where that is looked for. */
  readonly named: RegExp;
  readonly among: readonly string[];
  /** Files that name it without being asked to by the next of its kind, and why. */
  readonly besides?: Readonly<Record<string, string>>;
}

const SOURCES = ['packages/*/src/*.ts'];

const CHANGES: readonly Change[] = [
  {
    row: 'a storage',
    most: 9,
    files: [
      'packages/cli/src/storages/sqlite.ts',
      'packages/cli/src/storages/storages.ts',
      'packages/cli/package.json',
      'packages/cli/tsconfig.build.json',
      'package.json',
      '.oxlintrc.json',
      'test/support/storages.ts',
      'README.md',
      'packages/cli/src/commands/serve.ts',
    ],
    named: /adapter-sqlite|\.\/sqlite\.ts/,
    among: [
      '*.json',
      ...SOURCES,
      ':!packages/adapter-sqlite',
      ':!package-lock.json',
      ':!examples',
      ':!bench',
    ],
  },
  {
    row: 'an endpoint',
    most: 5 + 4,
    files: [
      'packages/engine/src/app/partner/read-availability.ts',
      'packages/engine/src/app/partner/partner-actions.ts',
      'packages/adapter-http/src/api/endpoints/read-menu.ts',
      'packages/adapter-http/src/api/endpoints/endpoints.ts',
      'packages/engine/src/index.ts',
      'packages/cli/src/conformance/endpoints.ts',
      'packages/cli/src/conformance/rules/menu.ts',
      'test/spec/kit/wrong-servers/bookings.ts',
      'test/spec/4-4-read-cancel-menu.test.ts',
    ],
    named: /\breadMenu\b|\bMENU\b|§4\.6/,
    among: [...SOURCES, 'test/spec', 'test/support'],
    besides: {
      'test/spec/kit/specified.txt': 'every rule and request of the specification, which stay as they are',
      'packages/engine/src/app/operator/menus.ts': 'an operator reads menus, too',
      'packages/engine/src/app/operator/operator-actions.ts': 'an operator reads menus, too',
    },
  },
  {
    row: 'a rule',
    most: 14,
    files: [
      'packages/engine/src/core/booking/reason.ts',
      'packages/engine/src/core/location/location.ts',
      'packages/engine/src/core/location/define-plan.ts',
      'packages/engine/src/core/location/location-rules.ts',
      'packages/engine/src/core/location/slots.ts',
      'packages/adapter-http/src/api/messages.ts',
      'packages/cli/src/files/location-file/schema.ts',
      'packages/cli/src/files/location-file/location-plan.ts',
      'packages/cli/src/output/location-text.ts',
      'packages/cli/src/commands/apply-location.ts',
      'packages/cli/src/files/location-file/round-trip.test.ts',
      'test/spec/openapi/failures.test.ts',
      'packages/engine/src/core/location/slots.test.ts',
      'docs/location-file.md',
    ],
    named: /\btoo_far\b|\bhorizonDays\b/,
    among: [...SOURCES, 'docs/*.md', ':!docs/reference', 'test/spec'],
    besides: {
      'packages/adapter-http/src/api/endpoints/create-booking.ts':
        'its example of a 409 may say what could be had instead',
      ...Object.fromEntries(
        ['sv', 'en', 'no', 'da'].map((language) => [
          `packages/adapter-http/src/i18n/console/actions/${language}.ts`,
          'how the console says every reason to people of the restaurant: the compiler asks for it',
        ]),
      ),
      'packages/engine/src/core/location/changed-range.ts':
        'whatever of a plan it does not name concerns all dates as far as can be booked',
      'packages/adapter-http/src/pages/console/house/plan-page.ts':
        'the plan is shown to people of the restaurant',
    },
  },
  {
    row: 'a language',
    most: 3,
    files: [
      'packages/engine/src/core/location/location.ts',
      'packages/adapter-http/src/i18n/da.ts',
      'packages/adapter-http/src/i18n/words-in.ts',
    ],
    named: /'da'|\bda\.ts/,
    among: [...SOURCES, 'docs/*.md', ':!docs/reference', 'README.md'],
    besides: {
      'packages/adapter-http/src/i18n/console/actions.ts':
        'a part of the console has its words by language: the compiler asks for each',
      'packages/adapter-http/src/i18n/console/house.ts':
        'a part of the console has its words by language: the compiler asks for each',
      'packages/adapter-http/src/i18n/waitlist.ts':
        'what guests who wait are told has its words by language: the compiler asks for each',
      'packages/adapter-http/src/i18n/console/live.ts':
        'a part of the console has its words by language: the compiler asks for each',
    },
  },
];

/** The files that name something; tests, of which there may be any number, only where they are among the files of the change. */
function filesNaming({ named, among, files }: Change): readonly string[] {
  const paths = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...among],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return paths
    .split('\n')
    .filter((path) => path !== '' && existsSync(root + path))
    .filter((path) => !/\.test\.ts$|\/contract\//.test(path) || files.includes(path))
    .filter((path) => named.test(readFileSync(root + path, 'utf8')));
}

const table = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');

for (const change of CHANGES) {
  test(`${change.row} takes ${change.most} files at most, and no other file names the one that is there`, () => {
    expect(change.files.length).toBeLessThanOrEqual(change.most);
    expect(change.files.filter((path) => !existsSync(root + path))).toEqual([]);
    const known = new Set([...change.files, ...Object.keys(change.besides ?? {})]);
    const naming = filesNaming(change);
    expect(naming.filter((path) => !known.has(path))).toEqual([]);
    expect(naming.length).toBeGreaterThan(1); // the control: it is named at all
    expect(Object.keys(change.besides ?? {}).filter((path) => !naming.includes(path))).toEqual([]);
    expect(table).toContain(`| **${change.row}**`);
  });
}
