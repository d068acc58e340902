import type { Socket } from 'node:net';
import type { Client } from 'undici';
import { NoAnswerError } from './no-answer.ts';

/** A connection to a receiver with its HTTP client: one exchange at a time, never reconnecting. */
export interface Connection {
  readonly client: Client;
  readonly socket: Socket;
  /** `bytesRead` of the socket before the current exchange. */
  readBefore: number;
}

export interface Exchange<T> {
  readonly outcome: T;
  readonly connection:
    | /** Cannot be used again. */ 'sound'
    | 'spent'
    /** It broke off before a byte was received. If it had been idle, the receiver has probably closed it before. */
    | 'dead';
}

export interface Connections {
  /** An exchange over an idle connection, or a new one if it is dead. Waits when too many are in use. Rejects without a connection or on abort. */
  exchange<T>(
    url: URL,
    signal: AbortSignal,
    over: (connection: Connection) => Promise<Exchange<T>>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** Connections to one origin. A new one is made only without an idle one, so their number never exceeds the limit. */
interface Origin {
  inUse: number;
  readonly idle: Connection[];
  readonly waiting: (() => void)[];
}

const HEAD_BYTES_MAX = 16 * 1024;
/** The limit of received bytes in one exchange: the head, its predecessors (1xx), and garbage before it. The body is mostly ignored. */
const EXCHANGE_BYTES_MAX = 256 * 1024;
/** Long enough for the next event on a busy day, and shorter than most timeouts of receivers and firewalls. */
const IDLE_MS_MAX = 4_000;

export function createConnections(
  open: (url: URL, signal: AbortSignal) => Promise<Socket>,
  maxPerOrigin: number,
): Connections {
  const origins = new Map<string, Origin>();
  let closed = false;

  function originOf(url: URL): Origin {
    const origin = origins.get(url.origin) ?? { inUse: 0, idle: [], waiting: [] };
    origins.set(url.origin, origin);
    return origin;
  }

  async function connect(url: URL, origin: Origin, signal: AbortSignal): Promise<Connection> {
    // Loaded by the first post: it is large, and most processes never post. The default export, because undici is CommonJS.
    const [socket, { default: undici }] = await Promise.all([open(url, signal), import('undici')]);
    const connection = speakHttp(url, socket, undici.Client);
    connection.client.once('disconnect', () => {
      const index = origin.idle.indexOf(connection);
      if (index !== -1) origin.idle.splice(index, 1);
      forgetUnused(url, origin);
    });
    return connection;
  }

  function forgetUnused(url: URL, origin: Origin): void {
    const { inUse, idle, waiting } = origin;
    if (inUse + idle.length + waiting.length > 0) return;
    if (origins.get(url.origin) === origin) origins.delete(url.origin);
  }

  async function run<T>(
    origin: Origin,
    connection: Connection,
    over: (connection: Connection) => Promise<Exchange<T>>,
  ): Promise<Exchange<T>> {
    connection.readBefore = connection.socket.bytesRead;
    const exchange = await over(connection);
    if (exchange.connection === 'sound' && isReusable(connection.socket) && !closed) {
      origin.idle.push(connection);
    } else {
      void connection.client.destroy();
    }
    return exchange;
  }

  return {
    async exchange(url, signal, over) {
      const origin = originOf(url);
      await turn(origin, maxPerOrigin, signal);
      try {
        const reused = origin.idle.pop(); // the most recently used one is the least likely to be dead
        if (reused) {
          const exchange = await run(origin, reused, over);
          if (exchange.connection !== 'dead') return exchange.outcome;
          for (const { client } of origin.idle.splice(0)) void client.destroy(); // they are probably dead too
        }
        const exchange = await run(origin, await connect(url, origin, signal), over);
        return exchange.outcome;
      } finally {
        const next = origin.waiting.shift();
        if (next) next();
        else origin.inUse -= 1;
        forgetUnused(url, origin);
      }
    },

    async close() {
      closed = true;
      const idle = [...origins.values()].flatMap((origin) => origin.idle.splice(0));
      await Promise.all(idle.map(({ client }) => client.destroy()));
    },
  };
}

/** Resolves when one more connection may be used, in order of arrival. */
function turn(origin: Origin, max: number, signal: AbortSignal): Promise<void> | void {
  if (origin.inUse < max) {
    origin.inUse += 1;
    return;
  }
  return new Promise((resolve, reject) => {
    const go = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      origin.waiting.splice(origin.waiting.indexOf(go), 1);
      reject(
        new NoAnswerError(
          'timeout',
          `all connections to the receiver were in use (at most ${max} at a time)`,
        ),
      );
    };
    signal.addEventListener('abort', giveUp, { once: true });
    origin.waiting.push(go);
  });
}

/** Open, and its request was sent completely: an answer can arrive before the end of the request. */
function isReusable(socket: Socket): boolean {
  return !socket.destroyed && !socket.writableNeedDrain;
}

function ended(): Error {
  return Object.assign(new Error('the connection has ended'), { code: 'ECONNRESET' });
}

/** undici over an open connection. Its timeouts are off: the deadline of the attempt covers everything. */
function speakHttp(url: URL, socket: Socket, UndiciClient: typeof Client): Connection {
  let handedOver = false;
  const client = new UndiciClient(url.origin, {
    connect: (_options, callback) => {
      if (handedOver) return callback(ended(), null);
      handedOver = true;
      queueMicrotask(() => callback(null, socket)); // undici requires an asynchronous callback
    },
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEAD_BYTES_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS_MAX,
    keepAliveMaxTimeout: IDLE_MS_MAX,
  });
  const connection: Connection = { client, socket, readBefore: 0 };
  socket.on('readable', () => {
    if (socket.bytesRead - connection.readBefore <= EXCHANGE_BYTES_MAX) return;
    socket.destroy(new NoAnswerError('not_http', 'the receiver sends far more than an answer'));
  });
  client.on('disconnect', (_origin, _targets, error) => void client.destroy(error));
  return connection;
}
