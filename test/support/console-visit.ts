/** A member of staff at the console of a small restaurant, in a browser without a script. */
import { createPartnerApi } from '@bord/adapter-http';
import { mountPages, type PagesOptions } from '@bord/adapter-http/pages';
import { createEngine, definePlan, type LocationPlan, type Role } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { signedIn, tokenIn } from './signed-in.ts';

/** A Tuesday afternoon in Stockholm. */
const NOW_MS = Date.parse('2026-12-01T12:00:00Z');
const ORIGIN = 'http://localhost:3000';
const SESSION_COOKIE = 'bord_session_3000';

const plan = (name: string): LocationPlan =>
  definePlan({
    name,
    timeZone: 'Europe/Stockholm',
    language: 'sv',
    tables: [
      { id: 'T1', seatsMin: 1, seatsMax: 2 },
      { id: 'T2', seatsMin: 2, seatsMax: 4 },
    ],
    servicePeriods: [
      { name: 'All day', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 11 * 60, closesMinute: 22 * 60 },
    ],
  });

/** A request that fits, for tomorrow evening. */
export const booking = (more: object = {}): object => ({
  startsAt: '2026-12-02T18:00:00Z',
  partySize: 2,
  name: 'Astrid',
  email: 'astrid@example.se',
  ...more,
});

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Opens the restaurant with its console. */
export async function openConsole(options: Partial<PagesOptions> = {}) {
  const clock = { nowMs: () => NOW_MS };
  const engine = createEngine({
    storage: memoryStorage(clock),
    clock,
    secretKeys: [new Uint8Array(32).fill(42)],
  });
  const { location } = await engine.operator.locations.apply(plan('Bord & Stol'), null);
  const { location: other } = await engine.operator.locations.apply(plan('Andra sidan'), null);
  const { key } = await engine.operator.keys.create({ partner: 'acme', locationIds: [location.id] });
  const api = createPartnerApi({ engine });
  mountPages({
    api,
    engine,
    demoLocationId: null,
    publicUrl: () => ORIGIN,
    mailFrom: 'a@b.se',
    console: true,
    nowMs: clock.nowMs,
    ...options,
  });

  /** Somebody who is signed in, and works at this location. */
  async function visitor(role: Role, locationId = location.id, name: string = role) {
    const email = `${name}@example.se`;
    const { id, session } = await signedIn(engine, { email, name, locationId, role });
    return { member: { id }, ...browserWith(`${SESSION_COOKIE}=${session}`) };
  }

  function browserWith(cookie: string) {
    const ask = async (path: string, init: RequestInit = {}): Promise<Shown> => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries({ cookie, host: 'localhost:3000', 'accept-language': 'en' }))
        if (!headers.has(name)) headers.set(name, value);
      const answer = await api.fetch(new Request(`${ORIGIN}${path}`, { ...init, headers }));
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    /** The token that the forms of a page have. */
    const tokenOn = async (path: string): Promise<string> => tokenIn((await ask(path)).text);
    /** Sends a form as the page at `path` has it, to itself unless another address is given. */
    async function send(path: string, fields: object, to = path): Promise<Shown> {
      const body = new URLSearchParams({ token: await tokenOn(path), ...fields });
      return ask(to, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body });
    }
    return { ask, tokenOn, send };
  }

  /** Books as a partner does. */
  async function book(request: object): Promise<number> {
    const answer = await api.fetch(
      new Request(`${ORIGIN}/v1/partner-api/locations/${location.id}/bookings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      }),
    );
    return answer.status;
  }

  return { engine, location, other, book, visitor, browserWith, here: `/console/${location.id}` };
}
