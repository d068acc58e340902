/**
 * Our own server passes every rule of the kit, on one storage in each run. Its answers conform to the OpenAPI document. `wrong-servers`
 * shows that the kit notices a server that breaks a rule: no other test repeats the rules over the wire.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkedFetch, createTrafficCheck } from '../support/openapi-traffic.ts';
import { storageSample } from '../support/storages.ts';
import { checkNamedEvents } from './named-sender.ts';
import { check, openTarget, type Serve, type Target } from './target.ts';

for (const { name, open } of storageSample) {
  test(`§2.1 §2.2 §2.3 §2.4 §4.1 §4.2 §4.2.2 §4.2.3 §4.3 §4.3.4 §4.3.6 §4.4 §4.5 §4.6 §5.1 §7 §8 §9 D31 D32 D33 D34 D35 D36 with all that can be given, every rule passes [${name}]`, async () => {
    const target = await openTarget({}, async (clock) => {
      const opened = await open(clock);
      onTestFinished(() => opened.close());
      return opened;
    });
    onTestFinished(() => target.engine.detach());
    const fetch = checkedFetch(
      createTrafficCheck(),
      name === 'memory' ? target.serve : await overSocket(target),
    );
    const report = await check(target, () => (request) => fetchOf(request, fetch));
    expect(report.rules.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')).toEqual([]);
    const untold = report.rules.filter(
      ({ outcome, reason }) => outcome === 'skipped' && !/--receive/.test(reason!),
    );
    // Its key is none of the sandbox.
    expect(untold.map(({ id }) => id)).toEqual(['D11/named']);
    expect(report).toMatchObject({ leftBehind: [], lost: 0, interrupted: false });
  });
}

/** The target behind a separate server. */
async function overSocket({ listener }: Target): Promise<Serve> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, request);
  };
}

async function fetchOf(request: Request, ask: ReturnType<typeof checkedFetch>): Promise<Response> {
  const { url, method, headers } = request;
  const body = await request.text();
  return ask(url, { method, headers, ...(body !== '' && { body }) });
}

test('§6.2 §6.4 D30 D37 a sender that follows the specification and the additions passes every rule on events', async () => {
  const report = await checkNamedEvents();
  expect(report.rules.filter(({ id, outcome }) => outcome !== 'passed' && id !== 'D11/named')).toEqual([]);
});
