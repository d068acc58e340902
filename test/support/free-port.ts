import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that Linux, macOS and Windows give to outgoing connections: 32768, 49152 and 49152 on. */
const [FIRST, LAST] = [20_000, 32_000];

/**
 * A port on 127.0.0.1 on which nobody listens now, and which no outgoing connection is given later: whoever dies there can start again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    } finally {
      await new Promise((done) => server.close(done));
    }
  }
}
