/** A listener of `node:http` behind a socket of this machine. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

export async function listening(
  listener: (...exchange: Parameters<RequestListener>) => unknown,
): Promise<Listening> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
