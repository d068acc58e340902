/** Staff on engines with a storage in memory: requests a link, opens the e-mail, and signs in. */
import { aLocation, LOCATION_ID } from '../src/contract/fixtures.ts';
import type { Entered } from '../src/app/sign-in/sessions.ts';
import type { Role, StaffMember } from '../src/core/access/staff.ts';
import type { Message, SignInMessage } from '../src/core/outbox/message.ts';
import type { Engine, EngineOptions } from '../src/engine.ts';
import type { Mailer } from '../src/ports/mailer.ts';
import { type EngineSetup, engineSetup } from './engine-setup.ts';

export const BROWSER = 'a cookie that nobody can guess';
export const SECRET_KEYS = [new Uint8Array(32).fill(7)];

export interface StaffSetup extends Omit<EngineSetup, 'engine'> {
  readonly engine: Engine;
  readonly mails: SignInMessage[];
  readonly messages: Message[];
  another(given?: Partial<EngineOptions>): Engine;
  add(email: string, role?: Role, locationId?: string): Promise<StaffMember>;
  ask(email: string, browser?: string, clientAddress?: string): Promise<void>;
  /** Requests a link and reads its token in the e-mail. */
  link(email: string, browser?: string): Promise<string>;
  /** Requests a link and signs in with it. */
  enter(email: string, browser?: string): Promise<Entered>;
}

export const MAILER: Mailer = {
  isLocal: false,
  send: async () => undefined,
  erase: async () => 0,
  purge: async () => 0,
  close: async () => undefined,
};

/** A location at {@link LOCATION_ID}. */
export async function staffSetup(): Promise<StaffSetup> {
  const { engine: make, ...setup } = engineSetup();
  const mails: SignInMessage[] = [];
  const messages: Message[] = [];
  const mailer: Mailer = {
    ...MAILER,
    async send(message) {
      messages.push(message);
      if (message.kind === 'sign_in') mails.push(message);
    },
  };
  const another = (given: Partial<EngineOptions> = {}): Engine =>
    make({ mailer, secretKeys: SECRET_KEYS, ...given });
  const engine = another();
  await aLocation(setup.storage);
  const ask = (email: string, browser = BROWSER, clientAddress = '192.0.2.1'): Promise<void> =>
    engine.signIn.ask({ email, browser, clientAddress, label: 'Firefox' });
  const link = async (email: string, browser?: string): Promise<string> => {
    await ask(email, browser);
    await engine.background.deliverDue();
    return mails.at(-1)!.token;
  };
  return {
    ...setup,
    engine,
    mails,
    messages,
    another,
    add: (email, role = 'host', locationId = LOCATION_ID) =>
      engine.operator.staff.add({ email, role, locationId }),
    ask,
    link,
    enter: async (email, browser = BROWSER) =>
      engine.signIn.enter({ token: await link(email, browser), browser, label: 'Firefox' }),
  };
}
