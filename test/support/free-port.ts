import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that Linux, macOS and Windows give to outgoing connections: 32768, 49152 and 49152 on. */
const [FIRST, LAST] = [20_000, 32_000];

/**
 * A free port on 127.0.0.1 outside of the range of outgoing connections: a killed server can start there again.
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
