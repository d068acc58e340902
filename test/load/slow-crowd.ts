/** Connections that are slow or broken, in every way that a server can meet: as many as one likes, and as long. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { BASE } from '../support/world.ts';

/** The server under attack. */
export interface CrowdTarget {
  readonly port: number;
  readonly locationId: string;
  /** Of a sandbox partner. */
  readonly sandboxKey: string;
  /** In the link of a guest. */
  readonly manageToken: string;
}

/** How one of them behaves. */
interface Manner {
  readonly name: string;
  readonly first: (target: CrowdTarget) => string;
  /** The continuation, one piece per second. */
  readonly drips?: string;
  /** Ends its half of the connection immediately. */
  readonly leaves?: boolean;
  /** Never reads the answer. */
  readonly isDeaf?: boolean;
}

const FORM = 'content-type: application/x-www-form-urlencoded\r\n';
const JSON_TYPE = 'content-type: application/json\r\n';
const post = (path: string, headers: string): string => `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}`;
const keyed = (target: CrowdTarget): string => `x-partner-key: ${target.sandboxKey}\r\n${JSON_TYPE}`;
const location = ({ locationId }: CrowdTarget): string => `${BASE}/locations/${locationId}`;
const LONG = 'content-length: 60\r\n\r\n';
const CHUNKED = 'transfer-encoding: chunked\r\n\r\n';

const MANNERS: readonly Manner[] = [
  { name: 'says nothing', first: () => '' },
  { name: 'a head that never ends', first: () => 'GET / HTTP/1.1\r\nhost: x\r\n', drips: 'x-a: b\r\n' },
  {
    name: "a form that drips, behind a guest's link",
    first: ({ manageToken }) => post(`/manage/${manageToken}/cancel`, FORM + LONG),
    drips: 'a',
  },
  {
    name: 'a form that drips, behind no link',
    first: () => post('/manage/x/cancel', FORM + LONG),
    drips: 'a',
  },
  { name: 'a sign-up that drips', first: () => post('/sandbox', FORM + LONG), drips: 'a' },
  {
    name: 'a range that drips, with a sandbox key',
    first: (target) => post(`${location(target)}/availability/batch`, keyed(target) + LONG),
    drips: ' ',
  },
  {
    name: 'a booking in chunks, half of one',
    first: (target) => post(`${location(target)}/bookings`, `${keyed(target)}${CHUNKED}20\r\n{"`),
  },
  {
    name: 'a booking without a key, that drips',
    first: (target) => post(`${location(target)}/bookings`, JSON_TYPE + LONG),
    drips: ' ',
  },
  {
    name: 'half a form, and gone',
    first: () => post('/manage/x/cancel', `${FORM}content-length: 9\r\n\r\na`),
    leaves: true,
  },
  { name: 'asks once and stays', first: () => 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n' },
  {
    name: 'asks, and never reads',
    first: () => 'GET /docs HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20),
    isDeaf: true,
  },
];

export interface Crowd {
  /** How many have been connected so far, those that came back counted again. */
  come(): number;
  leave(): void;
}

const DRIP_MS = 1000;
const SHARES = 20;
const BACK_MS = 300;

/** Opens `size` connections, equally of each manner, or only those that send forms. A closed connection is opened again. */
export function openCrowd(target: CrowdTarget, size: number, formsOnly = false): Crowd {
  const manners = formsOnly ? MANNERS.filter(({ name }) => name.includes('form')) : MANNERS;
  const sockets = new Set<Socket>();
  const drips = new Map<Socket, string>();
  let come = 0;
  let isOver = false;

  function open(manner: Manner): void {
    if (isOver) return;
    const socket = connect(target.port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      come += 1;
      socket.write(manner.first(target));
      if (manner.isDeaf) socket.pause();
      else socket.resume();
      if (manner.leaves) socket.end();
      if (manner.drips) drips.set(socket, manner.drips);
    });
    socket.once('close', () => {
      sockets.delete(socket);
      drips.delete(socket);
      setTimeout(() => open(manner), BACK_MS);
    });
  }

  for (let i = 0; i < size; i++) open(manners[i % manners.length]!);
  // A share at a time: writing to all of them would block this process.
  let turn = 0;
  const dripping = setInterval(() => {
    turn += 1;
    let nth = 0;
    for (const [socket, text] of drips)
      if ((nth++ + turn) % SHARES === 0 && socket.writable) socket.write(text);
  }, DRIP_MS / SHARES);
  return {
    come: () => come,
    leave() {
      isOver = true;
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Throws unless this process may open this number of connections: a smaller crowd would prove nothing. */
export function assertRoomFor(connections: number): void {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const room = soft === 'unlimited' ? Infinity : Number(soft);
  if (!(room >= connections + 200))
    throw new Error(`${connections} connections need more open files than ${soft}: raise ulimit -n`);
}
