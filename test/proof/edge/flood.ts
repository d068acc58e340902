/** A crowd that pipelines: connections that read, that never read, and that leave and come back. */
import { connect, type Socket } from 'node:net';
import type { Chance } from '../seating/random.ts';

export interface FloodSize {
  readonly connections: number;
  /** Pipelined on each connection. */
  readonly requests: number;
  /** How long the flood lasts, in milliseconds. */
  readonly forMs: number;
}

export interface Flood {
  /** How many answers have come to the connections that read. */
  answers(): number;
  /** Ends all connections, whatever is unanswered. */
  end(): void;
}

const HEAD = Buffer.from('HTTP/1.1 ');

export function openFlood(port: number, request: string, size: FloodSize, chance: Chance): Flood {
  const all = Buffer.from(request.repeat(size.requests));
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let answers = 0;
  let isOver = false;

  function open(index: number): void {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.write(all);
    if (index % 3 === 0) socket.on('data', (chunk) => (answers += headsIn(chunk)));
    if (index % 3 === 2) later(chance() * size.forMs * 0.5, () => (socket.destroy(), open(index)));
  }

  function later(ms: number, then: () => void): void {
    const timer = setTimeout(() => (timers.delete(timer), then()), ms);
    timers.add(timer);
  }

  for (let index = 0; index < size.connections; index++) open(index);
  return {
    answers: () => answers,
    end() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function headsIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(HEAD); at >= 0; at = chunk.indexOf(HEAD, at + 1)) count += 1;
  return count;
}
