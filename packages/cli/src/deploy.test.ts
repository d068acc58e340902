/** The files with which Bord is put on a machine say what they should. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { YOUNG_GENERATION } from '../../../test/support/young-generation.ts';
import { loadConfig } from './config/config.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook_url: string };
}

test('each alert rule links a runbook that names the alert, and docs/operate/monitor.md lists both', () => {
  const { groups } = parse(read('alerts.yaml')) as {
    groups: readonly { readonly rules: readonly AlertRule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const rows = read('../docs/operate/monitor.md').matchAll(
    /^\| `(Bord\w+)` \| .*\((runbooks\/[\w-]+\.md)\) \|$/gm,
  );
  const listed = [...rows].map(([, alert, runbook]) => [alert, `docs/operate/${runbook}`]);
  expect(rules.map(({ alert, annotations }) => [alert, annotations.runbook_url])).toEqual(listed);
  for (const { alert, expr, annotations } of rules) {
    expect(read(`../${annotations.runbook_url}`)).toContain(`\`${alert}\``);
    expect(expr).toContain('bord_');
  }
});

/** `NAME=value NAME=value` */
function environment(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(' ').map((pair) => pair.split('=') as [string, string]);
  return Object.fromEntries(pairs);
}

test('the unit and the image start without the demo, and leave a balancer time to look away', () => {
  const unit = read('bord.service');
  const given = [/^Environment=(.*)$/m.exec(unit)?.[1], /^ENV (.*)$/m.exec(read('Dockerfile'))?.[1]];
  for (const variables of given) {
    const config = loadConfig({ env: environment(variables), folder: '/nowhere' });
    expect(config).toMatchObject({ demo: false, shutdownGraceSeconds: 5 });
    const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(stop).toBeGreaterThan(config.shutdownGraceSeconds + 10);
  }
  expect(unit).toMatch(/^Type=notify\nNotifyAccess=all$/m);
  expect(unit.indexOf('EnvironmentFile=')).toBeGreaterThan(unit.indexOf('\nEnvironment='));
});

test('the final stage of the image is Debian with the Node binary, the packages and a user without rights', () => {
  const [, build, final] = read('Dockerfile').split(/^(?=FROM )/m);
  expect(build).toContain('npm prune --omit=dev');
  expect(final).toMatch(/^FROM debian:bookworm-slim$/m);
  expect(final!.match(/^COPY .*$/gm)).toEqual([
    'COPY --from=build /usr/local/bin/node /usr/local/bin/node',
    'COPY --from=build /opt/bord/node_modules /opt/bord/node_modules',
    'COPY --from=build /opt/bord/packages /opt/bord/packages',
  ]);
  expect(final).toMatch(/^USER bord$/m);
  expect(final).toMatch(/^HEALTHCHECK [^\]]*\/readyz/m);
  expect(final!.replaceAll(/^#.*$/gm, '')).not.toMatch(/\b(?:npm|npx|apt-get|gcc|make)\b/);
});

test("npm start, the image and the unit limit V8's young generation as the measured server has it", () => {
  const starts = ['../package.json', 'Dockerfile', 'bord.service'].map(
    (name) => /^.*(?:"start": |ENTRYPOINT|ExecStart=).*$/m.exec(read(name))?.[0],
  );
  for (const start of starts) expect(start).toContain(YOUNG_GENERATION);
});
