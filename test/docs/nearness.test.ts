/** CONTRIBUTING, "Which files to touch": its table, compared with the sources. The compiler counts the files of all rows but that of a storage. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@bord/adapter-http/languages';
import { expect, test } from 'vitest';
import {
  actionFiles,
  endpointFiles,
  eventFiles,
  languageFiles,
  reasonFiles,
} from '../../scripts/needed-files.ts';

const root = new URL('../..', import.meta.url).pathname;

interface Change {
  /** The row of the table. */
  readonly row: string;
  /** How many files it may take. */
  readonly most: number;
  /** The files of an existing example, in the order of the table. */
  readonly files: readonly string[];
  /** The files that must be among them: those that name it, or that the compiler needs. */
  readonly needed: () => readonly string[];
}

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
    needed: () =>
      filesNaming(/adapter-sqlite|\.\/sqlite\.ts/, [
        '*.json',
        'packages/*/src/*.ts',
        ':!packages/adapter-sqlite',
        ':!package-lock.json',
        ':!scripts',
        ':!examples',
        ':!bench',
        ':!test/mutants',
      ]),
  },
  {
    row: 'an endpoint',
    most: 15,
    files: [
      'packages/engine/src/app/partner/search-availability.ts',
      'packages/engine/src/app/partner/partner-actions.ts',
      'packages/engine/src/app/inputs/others.ts',
      'packages/adapter-http/src/api/endpoints/search-availability.ts',
      'packages/adapter-http/src/api/endpoints/endpoints.ts',
      'packages/engine/src/index.ts',
      'packages/cli/src/conformance/added-endpoints.ts',
      'packages/cli/src/conformance/rules/search.ts',
      'packages/cli/src/conformance/rules/additions.ts',
      'packages/engine/src/app/booking-changes.test.ts',
      'test/conformance/right-servers.test.ts',
      'test/conformance/wrong-servers/availability.ts',
      'test/support/rules.ts',
      'docs/contract/decisions.md',
      'docs/partners/api-changes.md',
    ],
    needed: endpointFiles,
  },
  {
    row: 'a rule',
    most: 18 + LANGUAGES.length,
    files: [
      'packages/engine/src/core/location/reason.ts',
      'packages/engine/src/core/location/location.ts',
      'packages/engine/src/core/location/define-plan.ts',
      'packages/engine/src/core/location/location-rules.ts',
      'packages/engine/src/core/location/slots.ts',
      'packages/engine/src/app/inputs/plan.ts',
      'packages/adapter-http/src/http/messages.ts',
      ...LANGUAGES.map((language) => `packages/adapter-http/src/i18n/${language}.ts`),
      'packages/adapter-http/src/console/house/plan-page.ts',
      'packages/cli/src/files/location-file/schema.ts',
      'packages/cli/src/files/location-file/location-plan.ts',
      'packages/cli/src/output/location-text.ts',
      'packages/cli/src/commands/apply-location.ts',
      'packages/cli/src/files/location-file/round-trip.test.ts',
      'test/spec/openapi/failures.test.ts',
      'packages/engine/src/core/location/slots.test.ts',
      'scripts/reference/location-file.ts',
      'docs/restaurant/location-file.md',
      'docs/partners/errors.md',
    ],
    needed: reasonFiles,
  },
  {
    row: 'an event type',
    most: 11,
    files: [
      'packages/engine/src/core/outbox/event-type.ts',
      'packages/engine/src/core/outbox/test-event.ts',
      'packages/engine/src/core/booking/offer-event.ts',
      'packages/engine/src/core/outbox/webhook-events.ts',
      'packages/engine/src/webhooks.ts',
      'packages/adapter-http/src/openapi/webhooks.ts',
      'packages/adapter-http/src/openapi/event-shape.ts',
      'packages/cli/src/conformance/rules/named-events.ts',
      'test/conformance/wrong-servers/named-events.ts',
      'scripts/reference/events.ts',
      'docs/partners/webhooks.md',
    ],
    needed: eventFiles,
  },
  {
    row: 'a console action',
    most: 6 + LANGUAGES.length,
    files: [
      'packages/engine/src/core/booking/possible-actions.ts',
      'packages/engine/src/app/location/bookings.ts',
      'packages/adapter-http/src/console/bookings/card-actions.ts',
      'packages/adapter-http/src/console/bookings/simple-steps.ts',
      ...LANGUAGES.map((language) => `packages/adapter-http/src/i18n/${language}.ts`),
      'packages/engine/src/core/booking/possible-actions.test.ts',
      'test/browser/console-actions.test.ts',
    ],
    needed: actionFiles,
  },
];

/** The files that match the patterns of Git and name something, without tests. */
function filesNaming(name: RegExp, patterns: readonly string[]): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return paths.filter(
    (path) =>
      path !== '' &&
      !/\.test\.ts$|\/contract\//.test(path) &&
      existsSync(root + path) &&
      name.test(readFileSync(root + path, 'utf8')),
  );
}

const table = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');

for (const change of CHANGES) {
  test(`${change.row} takes ${change.most} files at most, among them all that are needed`, () => {
    expect(change.files.length).toBeLessThanOrEqual(change.most);
    expect(change.files.filter((path) => !existsSync(root + path))).toEqual([]);
    const needed = change.needed();
    expect(needed.filter((path) => !change.files.includes(path))).toEqual([]);
    expect(needed.length).toBeGreaterThan(1); // the control: something is needed
    expect(table).toContain(`| **${change.row}**`);
  });
}

test('a language takes the files that the compiler asks for, and the table lists them', () => {
  const { changed, added } = languageFiles();
  const row = table.split('\n').find((line) => line.startsWith('| **a language**'))!;
  const missing = [...changed, ...added.map((path) => path.replace('/da.ts', '/<xx>.ts'))].filter(
    (path) => !row.includes(`\`${path.replace('packages/', '')}\``),
  );
  expect(missing).toEqual([]);
  expect(row).toContain(`${changed.length + added.length} files`);
});
