/** All answers that the conformance kit receives from a server of the version. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DEMO_ID } from '../../support/world.ts';
import { answerText } from './browser.ts';
import type { Take } from './commands.ts';
import { normalised } from './normalise.ts';
import type { Program } from './program.ts';

/** @param kit runs the kit of these sources, whatever the version of the server is */
export async function recordWire(server: Program, kit: Program, take: Take): Promise<void> {
  const keyFor = async (...more: readonly string[]): Promise<string> =>
    (await server.json('keys', 'create', '--rate-limit', '100000', ...more))['key']!;
  const here = ['--location', DEMO_ID];
  await server.json('sandbox', 'key', '--email', 'dev@example.com', '--system', 'wire'); // adds the demo
  const keys = {
    key: await keyFor('--partner', 'acme', ...here),
    'second-key': await keyFor('--partner', 'other', ...here),
    'unlisted-key': await keyFor('--partner', 'acme'),
    'read-only-key': await keyFor('--partner', 'acme', ...here, '--scope', 'availability:read'),
  };
  const answers = new Map<string, Set<string>>();
  await server.serving(async (root) => {
    const proxy = await startProxy(root, answers);
    const { port } = proxy.address() as AddressInfo;
    const options = Object.entries(keys).flatMap(([name, value]) => [`--${name}`, value]);
    const target = `http://127.0.0.1:${port}/v1/partner-api`;
    const { code, out, err } = await kit.run([
      'conformance',
      target,
      ...here,
      '--sandbox',
      '--added',
      '--rounds',
      '1',
      ...options,
    ]);
    take('wire/report.txt', `exit code ${code}\n${out}--- stderr\n${err}`);
    proxy.closeAllConnections();
    await new Promise((done) => proxy.close(done));
  });
  for (const [name, known] of answers) take(`wire/${name}.txt`, [...known].toSorted().join('\n----\n'));
}

/** Passes requests on, and keeps each answer once, under the method, the path and the status. */
async function startProxy(root: string, answers: Map<string, Set<string>>) {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { method = '', url = '', headers } = request;
    const forwarded = ask(new URL(root), { path: url, method, headers });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    const shown = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const line = normalised(`${method} ${url.split('?', 1)[0]!}`);
    const name = `${line} ${answer.statusCode}`.replaceAll(/[^\w]+/g, '-').slice(0, 120);
    const isText =
      /json|text/.test(answer.headers['content-type'] ?? '') && !answer.headers['content-encoding'];
    const text = answerText(
      line,
      answer.statusCode!,
      shown,
      isText ? bytes.toString('utf8') : `${bytes.length > 0}`,
    );
    answers.set(name, (answers.get(name) ?? new Set()).add(normalised(text)));
    response.writeHead(answer.statusCode!, answer.headers).end(bytes);
  };
  const proxy = createServer((request, response) => void handle(request, response));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}
