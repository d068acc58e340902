/** The additions within v1 (D30) do not change the rules and requests for a server of the specification. */
import { CONFORMANCE_SECTIONS } from '@bord/cli';
import { expect, test } from 'vitest';
import { BASE, DEMO_ID } from '../support/world.ts';
import { check, type Fault, openTarget } from './target.ts';

/** Rules of the specification and of its open points: without options they need no more. */
const specified = CONFORMANCE_SECTIONS.flatMap(({ rules }) => rules).filter(
  ({ needs }) => ![needs ?? []].flat().includes('added'),
);

test('D30 without --added the rules and the requests are those of the specification', async () => {
  const target = await openTarget();
  const names = new Map(Object.entries(target.keys).map(([name, key]) => [`Bearer ${key}`, name]));
  const requests: string[] = [];
  const recording: Fault = (serve) => async (request) => {
    const { method, url, headers } = request;
    const sent = headers.get('authorization');
    const by = sent === null ? (headers.has('x-partner-key') ? 'x-partner-key' : 'nobody') : names.get(sent);
    const body = await request.clone().text();
    requests.push(`${method} ${url.split(BASE)[1]} ${by ?? 'stranger'} ${body}`.trimEnd());
    return serve(request);
  };
  const report = await check(target, recording, { added: false, rateLimit: null });
  expect(report.rules.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')).toEqual([]);
  const rules = specified.map(({ id, title, level, needs }) =>
    [id, level ?? '', needs ?? '', title].join(' | '),
  );
  await expect([...rules, '', ...anonymous(requests)].join('\n')).toMatchFileSnapshot('specified.txt');
});

/** Ids and references are new in each run: each by its first appearance. */
function anonymous(all: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  return all.map((text) =>
    text
      .replaceAll(DEMO_ID, 'LOCATION')
      .replaceAll(/conformance-[\da-f]{8}/g, 'conformance-RUN')
      .replaceAll(/bk_\w{22}/g, (id) => {
        if (!known.has(id)) known.set(id, `bk_${known.size + 1}`);
        return known.get(id)!;
      }),
  );
}
