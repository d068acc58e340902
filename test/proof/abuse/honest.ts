/** A guest who books at the page as a browser does: it proves work, or opens a mailed link, if the page asks for it. */
import { pbkdf2Sync } from 'node:crypto';
import { ALIAS, type Answer, type Fields, offeredOn } from '../guests/site.ts';

const BOOK = `/book/${ALIAS}`;
export const HONEST = 'Astrid Lindqvist';
const EMAIL = 'astrid@example.se';

export interface Door {
  ask(path: string, fields?: Fields): Promise<Answer>;
  /** The path of the link in the latest e-mail of the booking page to this address. */
  mailedLink(email: string): Promise<string>;
}

/** The way to the booking, by steps; the last one is `booked`, or the answer that ended it. */
export async function bookHonestly({ ask, mailedLink }: Door, date: string): Promise<readonly string[]> {
  const steps: string[] = [];
  const viaMail = async (): Promise<Answer> => {
    steps.push('link');
    return ask(await mailedLink(EMAIL), {});
  };
  const page = await ask(`${BOOK}?date=${date}&lang=en`);
  const start = offeredOn(page.text).at(-1);
  if (start === undefined) return [`page ${page.status}`];
  const wish = { party: '2', start };
  let held = await ask(`${BOOK}/hold`, wish);
  const challenge = /data-challenge="([^"]+)"/.exec(held.text)?.[1];
  if (challenge !== undefined) {
    steps.push('work');
    held = await ask(`${BOOK}/hold`, { ...wish, tries: '1', work: solved(challenge) });
  }
  if (held.text.includes(`${BOOK}/mail`)) {
    const mailed = await ask(`${BOOK}/mail`, { ...wish, email: EMAIL });
    if (mailed.status !== 200) return [...steps, `mail ${mailed.status}`];
    held = await viaMail();
  }
  if (held.status !== 303) return [...steps, `hold ${held.status}`];
  let booked = await ask(`${held.location}/confirm`, { name: HONEST, email: EMAIL });
  if (booked.status === 200) booked = await viaMail();
  const isBooked = booked.status === 303 && booked.location.startsWith('/manage/');
  return [...steps, isBooked ? 'booked' : `confirm ${booked.status}`];
}

interface Challenge {
  readonly parameters: {
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
  };
}

/** The proof of work (ALTCHA v2, PBKDF2/SHA-256), as the page's worker sends it. */
function solved(attribute: string): string {
  const challenge = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&#34;', '"')) as Challenge;
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const start = Buffer.from(nonce, 'hex');
  for (let counter = 0; ; counter++) {
    const password = Buffer.concat([start, Buffer.alloc(4)]);
    password.writeUInt32BE(counter, start.length);
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (key.startsWith(keyPrefix))
      return JSON.stringify({ challenge, solution: { counter, derivedKey: key } });
  }
}
