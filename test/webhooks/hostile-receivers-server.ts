import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { CERTIFICATE, RECEIVER_KEY, RECEIVER_NAME } from './hostile-receivers-tls.ts';

/** A receiver of webhooks that may do to a connection whatever it likes. */
export interface Receiver {
  readonly port: number;
  /** `http://127.0.0.1:…`, or with TLS `https://hooks.bord.test:…`. */
  readonly url: string;
  /** Connections that have come, and those that are open. */
  accepted(): number;
  readonly open: ReadonlySet<Socket>;
}

/** Listens until the test is over. */
export async function receiver(
  behave: (socket: Socket, nth: number) => void,
  tls?: { readonly cert?: string; readonly maxVersion?: 'TLSv1.1' },
): Promise<Receiver> {
  const open = new Set<Socket>();
  let accepted = 0;
  const welcome = (socket: Socket): void => {
    accepted += 1;
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    behave(socket, accepted);
  };
  const server = tls
    ? createTlsServer({ key: RECEIVER_KEY, cert: CERTIFICATE, ...tls }, welcome)
    : createServer(welcome);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = tls ? `https://${RECEIVER_NAME}:${port}` : `http://127.0.0.1:${port}`;
  return { port, url, accepted: () => accepted, open };
}

/** Lets a receiver act once it has read a request to its end, and again for each that follows. */
export function afterRequest(act: (socket: Socket, request: string) => void): (socket: Socket) => void {
  return (socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const head = text.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(/^content-length: (\d+)$/im.exec(text.slice(0, head))?.[1] ?? 0);
        const end = head + 4 + length;
        if (text.length < end) return;
        const request = text.slice(0, end);
        text = text.slice(end);
        act(socket, request);
      }
    });
  };
}

/** Writes the same again and again, as fast as the other side takes it, until that is gone. */
export function flood(socket: Socket, chunk: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}
