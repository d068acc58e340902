/** A proxy to a server that can cut connections during statements. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /**
   * Inspects a client's bytes. `cut` closes the client's connection; `cut after` forwards them and closes it before any answer. `swallow` drops
   * them and keeps the connection. Null: forward.
   */
  onSend: ((bytes: Buffer) => 'cut' | 'cut after' | 'swallow' | null) | null;
  /**
   * Inspects the server's bytes. `hold` delays them and all later ones until the server ends the connection, and then forwards them together.
   * `drop` discards them. Null: forward.
   */
  onAnswer: ((bytes: Buffer) => 'hold' | 'drop' | null) | null;
  /** `refuse` ends all connections and rejects new ones; `swallow` accepts new ones and never answers. */
  set(state: 'open' | 'refuse' | 'swallow'): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and forwards all bytes to another port. */
export async function tcpProxy(to: number): Promise<TcpProxy> {
  const clients = new Set<Socket>();
  let state: 'open' | 'refuse' | 'swallow' = 'open';
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    if (state === 'refuse') client.destroy();
    else if (state === 'swallow') client.resume();
    else join(client);
  });

  function join(client: Socket): void {
    const behind = connect(to, '127.0.0.1');
    let held: Buffer[] | null = null;
    behind
      .on('error', () => client.destroy())
      .on('close', () => {
        if (held) client.end(Buffer.concat(held));
        else client.destroy();
      });
    behind.on('data', (bytes) => {
      const verdict = proxy.onAnswer?.(bytes) ?? null;
      if (verdict === 'drop') return;
      if (verdict === 'hold') held ??= [];
      if (held) held.push(bytes);
      else client.write(bytes);
    });
    client.on('close', () => behind.end());
    client.on('data', (bytes) => {
      const verdict = proxy.onSend?.(bytes) ?? null;
      if (verdict === null || verdict === 'cut after') behind.write(bytes);
      if (verdict === 'cut' || verdict === 'cut after') client.destroy();
    });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    onSend: null,
    onAnswer: null,
    set(next) {
      state = next;
      if (next === 'refuse') for (const client of clients) client.destroy();
    },
    async close() {
      for (const client of clients) client.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return proxy;
}
