/** Runs the command line of `@modelcontextprotocol/conformance`, the protocol's own test suite. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** The revisions with frozen lists of required scenarios. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Scenarios that need no fixtures: they run against Bord's tools. */
export const ON_BORD: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
};

const SESSIONS = 'the client answers in another request of a session, and the server has no sessions';

/** Why a scenario does not apply to a server like Bord's. */
const LEFT_OUT: readonly (readonly [scenario: RegExp, why: string])[] = [
  [/^(tools-call-sampling|tools-call-elicitation|elicitation-.*)$/, SESSIONS],
  [/^tasks-/, 'an extension of the protocol that the server does not declare'],
  [/^http-custom-header-/, 'no tool takes an argument from a header'],
];

export const whyLeftOut = (scenario: string): string | undefined =>
  LEFT_OUT.find(([names]) => names.test(scenario))?.[1];

/** The result of a scenario: how many of its checks passed. The suite skips scenarios without checks. */
export interface Result {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
}

/** Runs all scenarios of a revision. */
export async function runAll(url: string, revision: Revision): Promise<readonly Result[]> {
  const output = await conformance(url, '--requirements', revision);
  const rows = output.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm);
  return Array.from(rows, ([, scenario, passed, failed]) => ({
    scenario: scenario!,
    passed: Number(passed),
    failed: Number(failed),
  }));
}

/** Runs one scenario. */
export async function runOne(url: string, revision: Revision, scenario: string): Promise<Result> {
  const output = await conformance(url, '--scenario', scenario, '--spec-version', revision);
  const [, passed, , failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(output) ?? [];
  if (passed === undefined) throw new Error(output);
  return { scenario, passed: Number(passed), failed: Number(failed) };
}

function conformance(url: string, ...options: readonly string[]): Promise<string> {
  const args = [PROGRAM, 'server', '--url', url, ...options];
  return new Promise((done) =>
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (_, out, err) => done(out + err)),
  );
}
