/** A network between a server and its clients, which can be cut, fixed, and slow. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Network {
  /** On 127.0.0.1, the way to the server behind. */
  readonly port: number;
  /** What has passed since the start, over all connections. */
  readonly traffic: Readonly<Traffic>;
  /** Stops all traffic in both directions: open connections and new ones hang. */
  cut(): void;
  /** Resumes the traffic, as after retransmitted packets; a client that has closed in between is closed at the other end, too. */
  mend(): void;
  /** Ends all connections that are open; new ones go through. */
  breakAll(): void;
  close(): Promise<void>;
}

export interface Traffic {
  sentBytes: number;
  receivedBytes: number;
  /** Times that a client has sent something after an answer: its round trips. */
  roundTrips: number;
}

/** Two ends that belong together; the far one is missing while the network is cut before it was reached. */
interface Line {
  readonly near: Socket;
  far?: Socket;
}

/**
 * Listens on 127.0.0.1 and hands everything on to another port.
 *
 * @param port 0 picks a free one
 * @param wayMs how long everything takes in either direction
 */
export async function startNetwork(toPort: number, port = 0, wayMs = 0): Promise<Network> {
  const lines = new Set<Line>();
  const traffic: Traffic = { sentBytes: 0, receivedBytes: 0, roundTrips: 0 };
  let isCut = false;

  /** Closing one end closes the other as soon as the traffic flows. */
  function look(line: Line): void {
    if (isCut) return;
    const { near, far } = line;
    if (far && !near.destroyed && !far.destroyed) return;
    near.destroy();
    far?.destroy();
    lines.delete(line);
  }

  /** Counts what passes over a new connection. */
  function count(near: Socket, far: Socket): void {
    let isAsking = false;
    near.on('data', ({ length }: Buffer) => {
      traffic.sentBytes += length;
      if (!isAsking) traffic.roundTrips++;
      isAsking = true;
    });
    far.on('data', ({ length }: Buffer) => {
      traffic.receivedBytes += length;
      isAsking = false;
    });
  }

  function flow(line: Line): void {
    if (line.near.destroyed || line.far?.destroyed) return look(line);
    if (!line.far) {
      line.far = connect(toPort, '127.0.0.1').setNoDelay(true);
      line.far.on('error', () => undefined).on('close', () => look(line));
      count(line.near, line.far);
    }
    if (wayMs > 0) line.near.pipe(late(wayMs)).pipe(line.far).pipe(late(wayMs)).pipe(line.near);
    else line.near.pipe(line.far).pipe(line.near);
  }

  function hang({ near, far }: Line): void {
    if (far) {
      near.unpipe(far);
      far.unpipe(near);
      far.pause();
    }
    near.pause();
  }

  function breakAll(): void {
    for (const { near, far } of lines) {
      near.destroy();
      far?.destroy();
    }
  }

  const server = createServer((near) => {
    const line: Line = { near: near.setNoDelay(true) };
    lines.add(line);
    near.on('error', () => undefined).on('close', () => look(line));
    if (isCut) hang(line);
    else flow(line);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    traffic,
    cut() {
      isCut = true;
      for (const line of lines) hang(line);
    },
    mend() {
      isCut = false;
      for (const line of lines) flow(line);
    },
    breakAll,
    async close() {
      isCut = false;
      breakAll();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Hands everything on so much later, as fast as it came. */
function late(ms: number): Transform {
  return new Transform({
    transform(bytes, _, done) {
      setTimeout(() => this.push(bytes), ms);
      done();
    },
    flush(done) {
      setTimeout(done, ms);
    },
  });
}
