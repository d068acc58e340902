/** The restaurant of the console: forty tables, a hundred and fifty bookings. */
import { createPartnerApi, type HttpServer, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import { type Clock, createEngine, type Engine, type Message, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { busySheet, minuteMs } from '../test/support/busy-sheet.ts';

const { LOCATION_ID } = fixtures;
/** When the restaurant opens at noon, and six in the evening. */
export const NOON_MS = minuteMs(11 * 60);
export const NOW_MS = minuteMs(18 * 60);

interface Runtime {
  readonly engine: Engine;
  /** Saves its plan, and fills the day. */
  open(): Promise<void>;
  serve(): Promise<HttpServer>;
  /** Signs somebody in. */
  session(email: string): Promise<string>;
}

export function createRuntime(storage: Storage, clock: Clock): Runtime {
  const mails: Message[] = [];
  const mailer = {
    isLocal: false,
    send: async (message: Message) => void mails.push(message),
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const engine = createEngine({ storage, clock, mailer, secretKeys: [new Uint8Array(32).fill(7)] });
  return {
    engine,
    async open() {
      const { id: _, revision: __, ...plan } = busySheet().location;
      await engine.operator.locations.apply(plan, LOCATION_ID);
      await fill(engine);
    },
    async serve() {
      const api = createPartnerApi({ engine });
      let url = '';
      const consoleLimits = { perToken: 1e9, perAddress: 1e9, windowMs: 60_000 };
      mountPages({ api, engine, demoLocationId: null, console: true, consoleLimits, publicUrl: () => url, mailFrom: 'b@bord.example', nowMs: clock.nowMs }); // prettier-ignore
      const server = await serveHttp({ api });
      ({ url } = server);
      return server;
    },
    session: (email) => sessionOf(engine, mails, email),
  };
}

async function sessionOf(engine: Engine, mails: readonly Message[], email: string): Promise<string> {
  await engine.operator.staff.add({ email, name: email, role: 'host', locationId: LOCATION_ID });
  await engine.signIn.ask({ email, browser: email, clientAddress: email, label: 'bench' });
  await engine.background.deliverDue();
  const mail = mails.findLast((message) => message.kind === 'sign_in' && message.to === email);
  if (mail?.kind !== 'sign_in') throw new Error(`no mail to ${email}`);
  return (await engine.signIn.enter({ token: mail.token, browser: email, label: 'bench' })).session;
}

/** So many bookings that there is room for some more. */
async function fill(engine: Engine): Promise<void> {
  let made = 0;
  for (let n = 0; made < 150 && n < 2000; n++) {
    const outcome = await engine.operator.at(LOCATION_ID).bookings.create({
      startMs: minuteMs(11 * 60 + 30 + 15 * (n % 43)),
      partySize: 1 + (n % 5),
      guest: { name: `Guest ${n}`, phone: '+46 70 123 45 67', notes: n % 4 === 0 ? 'by the window' : null },
    });
    if (outcome.kind === 'booked') made += 1;
  }
  console.error(`${made} bookings on the day`);
}
