/** Requests with a canary in every field that a partner, a guest or a stranger can fill. */
import { connect } from 'node:net';
import { dayAhead } from '../servers/bord-process.ts';
import { BASE, DEMO_ID } from '../support/world.ts';

/** Marks values that no log may contain. */
export const CANARY = 'Kanariefagel';

const MAIL = `${CANARY}@example.com`;

/** A booking with a canary wherever there is room for text. */
const canaryBooking = (round: number): Record<string, unknown> => ({
  startsAt: `${dayAhead(2 + round)}T18:00:00Z`,
  partySize: 2,
  name: `${CANARY} "Lind"`,
  email: MAIL,
  phone: `+46 ${CANARY}`,
  notes: `allergic to ${CANARY}\nand 'nuts'`,
  partnerBookingRef: `ref-${CANARY}`,
  idempotencyKey: `key-${CANARY}-${round}`,
});

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends all of them to a server, whatever it answers; the statuses.
 *
 * @param round bookings of another round are other bookings
 */
export async function sendCanaries(root: string, key: string, round: number): Promise<number[]> {
  const statuses: number[] = [];
  for (const { method = 'GET', path, headers = {}, body } of requests(key, round)) {
    const answer = await fetch(root + path, {
      method,
      headers: { ...EVERYWHERE, ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  const { port } = new URL(root);
  for (const text of brokenRequests(key)) await sendRaw(Number(port), text);
  return statuses;
}

/** Headers that programs like to log. */
const EVERYWHERE = {
  'user-agent': CANARY,
  referer: `https://example.com/${CANARY}`,
  cookie: `session=${CANARY}`,
  'x-forwarded-for': CANARY,
  forwarded: `for=${CANARY}`,
  'x-request-id': `not sane ${CANARY}`,
  origin: `https://${CANARY}.example.com`,
};

function requests(key: string, round: number): readonly Sent[] {
  const location = `${BASE}/locations/${DEMO_ID}`;
  const known = { authorization: `Bearer ${key}` };
  const json = { ...known, 'content-type': 'application/json' };
  const posted = (path: string, body: string, headers = {}): Sent => ({
    method: 'POST',
    path,
    body,
    headers: { ...json, ...headers },
  });
  const booking = (more: object = {}): string => JSON.stringify({ ...canaryBooking(round), ...more });
  return [
    // credentials
    { path: `${location}/menu`, headers: { authorization: `Bearer bord_live_${CANARY}` } },
    { path: `${location}/menu`, headers: { 'x-partner-key': CANARY, authorization: `Basic ${CANARY}` } },
    { path: `${location}/menu`, headers: { ...known, 'x-partner-key': CANARY } },
    { path: `${location}/menu?key=${key}`, headers: { ...known, 'x-request-id': key } },
    // paths
    { path: `/${CANARY}?token=${CANARY}` },
    { path: `/manage/${CANARY}` },
    { path: `/sandbox/${CANARY}` },
    { method: 'POST', path: `/manage/${CANARY}`, headers: FORM, body: `name=${CANARY}&at=${CANARY}` },
    { method: 'POST', path: '/sandbox', headers: FORM, body: `email=${MAIL}&system=${CANARY}` },
    { path: `${BASE}/${CANARY}`, headers: known },
    { path: `${BASE}/locations/${CANARY}/menu`, headers: known },
    { path: `${BASE}/bookings/${CANARY}`, headers: known },
    { path: `${BASE}/bookings/%ff${CANARY}`, headers: known },
    { method: 'PATCH', path: `${BASE}/bookings/${CANARY}`, headers: known },
    posted(`${BASE}/bookings/${CANARY}/cancel`, CANARY),
    { path: `${location}/availability?date=${CANARY}&partySize=2`, headers: known },
    { path: `${location}/availability?date=2026-12-01&partySize=2&name=${CANARY}`, headers: known },
    posted(`${location}/availability/batch`, JSON.stringify({ startDate: CANARY, endDate: [CANARY] })),
    // bodies
    posted(`${location}/bookings`, booking()),
    posted(`${location}/bookings`, booking()),
    posted(`${location}/bookings`, booking({ idempotencyKey: null, startsAt: '2020-01-01T00:00:00Z' })),
    posted(`${location}/bookings`, booking({ idempotencyKey: undefined, partySize: 40 })),
    posted(`${location}/bookings`, booking({ lang: CANARY })),
    posted(`${location}/bookings`, booking({ startsAt: CANARY })),
    posted(`${location}/bookings`, booking({ email: CANARY })),
    posted(`${location}/bookings`, booking({ name: `${CANARY}\0` })),
    posted(`${location}/bookings`, booking({ name: CANARY.repeat(40) })),
    posted(`${location}/bookings`, booking({ [CANARY]: CANARY })),
    posted(`${location}/bookings`, booking().slice(0, -10)),
    posted(`${location}/bookings`, `{"name": ${CANARY}}`),
    posted(`${location}/bookings`, `[${'['.repeat(50)}"${CANARY}"`),
    posted(`${location}/bookings`, JSON.stringify({ name: CANARY.repeat(10_000) })),
    posted(`${location}/bookings`, booking(), { 'content-type': `text/${CANARY}` }),
  ];
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Malformed and aborted requests. */
function brokenRequests(key: string): readonly string[] {
  const head = `POST ${BASE}/locations/${DEMO_ID}/bookings HTTP/1.1\r\nhost: ${CANARY}\r\nx-partner-key: ${key}\r\n`;
  const type = 'content-type: application/json\r\n';
  return [
    `${CANARY}\r\n\r\n`,
    `GET /${CANARY} HTTP/1.1\r\n\r\n`,
    `GET /${CANARY} HTTP/1.1\r\nhost: x\r\n${CANARY}\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${CANARY.repeat(2000)}\r\n\r\n`,
    `${head}${type}transfer-encoding: chunked\r\n\r\n5\r\n${CANARY}\r\nzz${CANARY}\r\n`,
    `${head}${type}content-length: 1000\r\n\r\n{"name": "${CANARY}`,
  ];
}

/** Sends text as it is, and hangs up after the answer, or soon. */
async function sendRaw(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((done) => {
    const hangUp = setTimeout(() => socket.destroy(), 300);
    socket.on('error', () => undefined).on('data', () => socket.end());
    socket.once('close', () => {
      clearTimeout(hangUp);
      done();
    });
    socket.write(text);
  });
}

/** The lines that tell what they must not: a canary, or one of the secrets. */
export function leaksIn(lines: readonly string[], secrets: readonly string[]): string[] {
  const forbidden = [CANARY, ...secrets].map((text) => text.toLowerCase());
  return lines.filter((line) => forbidden.some((text) => line.toLowerCase().includes(text)));
}
