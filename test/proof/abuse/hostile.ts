/** Posts of attackers to a booking page: some hold and book tables, some fill mailboxes, some cost time. */
import { between, type Chance, pick } from '../seating/random.ts';
import { ALIAS, type Fields } from '../guests/site.ts';

const BOOK = `/book/${ALIAS}`;

export interface Post {
  readonly address: string;
  readonly path: string;
  readonly fields: Fields;
}

/** The IP address of the n-th attacker. */
export function attacker(n: number): string {
  return `10.66.${n >> 8}.${n & 255}`;
}

/** The next post, of one of so many IP addresses, for one of these times. */
export function hostilePost(chance: Chance, addresses: number, starts: readonly string[]): Post {
  const number = between(chance, 0, 1e9);
  const party = `${between(chance, 1, 4)}`;
  const start = pick(chance, starts);
  const email = chance() < 0.5 ? 'victim@example.com' : `${number}@example.com`;
  const wish = { start, party };
  const typed = { name: `Mallory ${number}`, email };
  const token = Buffer.from(`${number}`.repeat(20)).toString('base64url');
  const to = (step: string, fields: Fields): Post => {
    return { address: attacker(number % addresses), path: `${BOOK}/${step}`, fields };
  };
  const kinds = [
    () => to('hold', wish),
    () => to('hold', { ...wish, ...typed, confirmed: 'yes' }),
    () => to('hold', { ...wish, work: falseWork(number) }),
    () => to('hold', { ...wish, party: '-1', start: 'never', held: token }),
    () => to(`held/${token}/confirm`, typed),
    () => to('mail', { ...wish, email }),
    () => to('wait', { ...wish, ...typed, date: start.slice(0, 10), from: start, to: start }),
    () => to('times', { ...wish, ...typed, held: token }),
  ];
  return pick(chance, kinds)();
}

/** A solution of a challenge that the server has not made. */
function falseWork(number: number): string {
  const parameters = { nonce: '00', salt: '00', cost: 1e9, keyLength: 32, keyPrefix: '', data: { for: 'x' } };
  const solution = { counter: number, derivedKey: 'ab'.repeat(32) };
  return JSON.stringify({ challenge: { parameters, signature: 'ab'.repeat(32) }, solution });
}
