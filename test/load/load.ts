/** Load for a server, over sockets, with as little around it as can be: what the client costs, the server does not get. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request as it goes over the wire, and of which kind it is. */
export interface Shot {
  readonly kind: string;
  readonly request: string;
}

/** The result of one request. */
export interface Hit {
  readonly kind: string;
  /** 0: no answer in time. */
  readonly status: number;
  /** Since it was due. */
  readonly ms: number;
}

/** Clients of one server. */
export interface Clients {
  /** Opens so many connections, as a proxy keeps them. */
  connect(connections: number): Promise<void>;
  /** Asks once. */
  ask(shot: Shot): Promise<Hit>;
  /** So many clients who each wait for an answer before they ask again. */
  closedLoop(clients: number, forMs: number, next: () => Shot): Promise<Hit[]>;
  /** So many requests a second, whatever becomes of those before. */
  openLoop(rate: number, forMs: number, next: () => Shot): Promise<Hit[]>;
  end(): void;
}

const HELLO: Shot = { kind: 'hello', request: 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n' };

/**
 * @param linesMax requests that find no free connection wait for one
 * @param patienceMs after so long a client gives up
 */
export function clientsOf(port: number, connectionsMax: number, patienceMs: number): Clients {
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let opened = 0;

  async function freeConnection(): Promise<Connection> {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (connection.isOpen()) return connection;
      opened -= 1; // the server closes idle connections after a while
    }
    if (opened >= connectionsMax) return new Promise((resolve) => waiting.push(resolve));
    opened += 1;
    return dial(port);
  }

  function release(connection: Connection): void {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  }

  async function ask({ kind, request }: Shot, dueMs: number): Promise<Hit> {
    const connection = await freeConnection();
    const leftMs = dueMs + patienceMs - performance.now();
    const status = leftMs > 0 ? await connection.ask(request, leftMs) : 0;
    release(leftMs > 0 && status === 0 ? dial(port) : connection);
    return { kind, status, ms: performance.now() - dueMs };
  }

  return {
    async connect(connections) {
      await Promise.all(Array.from({ length: connections }, () => ask(HELLO, performance.now())));
    },
    ask: (shot) => ask(shot, performance.now()),
    async closedLoop(clients, forMs, next) {
      const untilMs = performance.now() + forMs;
      const one = async (): Promise<Hit[]> => {
        const hits: Hit[] = [];
        while (performance.now() < untilMs) hits.push(await ask(next(), performance.now()));
        return hits;
      };
      return (await Promise.all(Array.from({ length: clients }, one))).flat();
    },
    async openLoop(rate, forMs, next) {
      const hits: Promise<Hit>[] = [];
      const startedMs = performance.now();
      for (let passedMs = 0; passedMs < forMs; passedMs = performance.now() - startedMs) {
        while (hits.length < (passedMs / 1000) * rate)
          hits.push(ask(next(), startedMs + (hits.length / rate) * 1000));
        await pause(1);
      }
      return Promise.all(hits);
    },
    end: () => idle.forEach((connection) => connection.hangUp()),
  };
}

/** A kept-alive connection. */
interface Connection {
  /** The status of the answer; 0 when there is none in time, and the line is dead. */
  ask(request: string, withinMs: number): Promise<number>;
  isOpen(): boolean;
  hangUp(): void;
}

/** Answers have a `content-length`; their bodies are counted and dropped. */
function dial(port: number): Connection {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let settle: ((status: number) => void) | undefined;
  let head = '';
  let status = 0;
  let left = -1;
  const fail = (): void => settle?.(0);
  socket.on('error', fail).on('close', fail);
  socket.on('data', (chunk: Buffer) => {
    if (left >= 0) left -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      left = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
    }
    if (left > 0) return;
    [head, left] = ['', -1];
    settle?.(status);
  });
  return {
    ask: (request, withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => socket.destroy(), withinMs);
        settle = (answered) => {
          clearTimeout(timer);
          settle = undefined;
          resolve(answered);
        };
        if (socket.destroyed) settle(0);
        else socket.write(request);
      }),
    isOpen: () => !socket.destroyed,
    hangUp: () => void socket.destroy(),
  };
}

/** The value below which this share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
