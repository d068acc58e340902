import { expect, test } from 'vitest';
import { type EngineSetup, engineSetup } from '../../../test-support/engine-setup.ts';
import { aLocation, LOCATION_ID } from '../../contract/fixtures.ts';
import { HOUR_MS } from '../../core/instant.ts';
import type { SignUpMessage } from '../../core/outbox/message.ts';
import type { Engine } from '../../engine.ts';
import type { Mailer } from '../../ports/mailer.ts';

interface Setup extends EngineSetup {
  readonly engine: EngineSetup['engine'];
  readonly one: Engine;
  readonly mails: SignUpMessage[];
  /** Signs up and returns whether it was accepted. */
  signUp(email: string, clientAddress?: string): Promise<boolean>;
  /** Signs up, opens the link of the e-mail and takes the key; returns the error code on failure. */
  takeKey(email: string): Promise<string>;
}

async function setup(): Promise<Setup> {
  const engines = engineSetup();
  const mails: SignUpMessage[] = [];
  const mailer: Mailer = {
    isLocal: false,
    send: async (message) => void (message.kind === 'sign_up' && mails.push(message)),
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const one = engines.engine({ mailer, secretKeys: [new Uint8Array(32).fill(1)] });
  await aLocation(engines.storage);
  const signUp = async (email: string, clientAddress = '192.0.2.1'): Promise<boolean> =>
    one.sandbox.signUp({ email, system: 'app', clientAddress }).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'rate_limited' });
        return false;
      },
    );
  return {
    ...engines,
    one,
    mails,
    signUp,
    async takeKey(email) {
      await one.sandbox.signUp({ email, system: 'app', clientAddress: '192.0.2.1' });
      await one.background.deliverDue();
      return one.sandbox.takeKey({ locationId: LOCATION_ID, token: mails.at(-1)!.token }).then(
        () => 'made',
        (error: { code: string }) => error.code,
      );
    },
  };
}

/** The number of accepted requests. */
async function taken(count: number, ask: (i: number) => Promise<boolean>): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < count; i++) if (await ask(i)) allowed += 1;
  return allowed;
}

test('§5.8 D20 tags and case lead to one mailbox: it has three keys, and each e-mail goes to the address as typed', async () => {
  const { takeKey, mails, storage, clock, one } = await setup();
  const typed = ['Dev+a@Example.com', 'dev+b@example.com', 'DEV@example.com'];
  for (const email of typed) expect(await takeKey(email)).toBe('made');
  expect(await takeKey('dev+c@example.com')).toBe('conflict');
  await expect(
    one.operator.keys.createSandbox({ locationId: LOCATION_ID, email: 'dev+d@example.com', system: 'app' }),
  ).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await takeKey('dev@example.org')).toBe('made');
  expect(mails.map(({ to }) => to)).toEqual([...typed, 'dev+c@example.com', 'dev@example.org']);
  const emails = (await storage.records.list('keys')).map(({ sandboxEmail }) => sandboxEmail!);
  expect(emails.toSorted()).toEqual([
    'DEV@example.com',
    'Dev+a@Example.com',
    'dev+b@example.com',
    'dev@example.org',
  ]);
  clock.nowMs += 31 * 24 * HOUR_MS;
  expect(await takeKey('dev+c@example.com')).toBe('made');
});

test('D20 a mailbox gets at most five e-mails an hour, for all tags and clients together', async () => {
  const { signUp, clock } = await setup();
  const tagged = (i: number): Promise<boolean> => signUp(`Dev+${i}@example.com`, `192.0.${i}.1`);
  expect(await taken(12, tagged)).toBe(5);
  clock.nowMs += HOUR_MS;
  expect(await taken(12, tagged)).toBe(5);
});

test('D20 one IP address can sign up twenty times an hour, one network thirty times', async () => {
  const { signUp } = await setup();
  expect(await taken(25, (i) => signUp(`a${i}@example.com`, '192.0.2.1'))).toBe(20);
  expect(await taken(25, (i) => signUp(`b${i}@example.com`, `192.0.2.${i + 2}`))).toBe(10);
  expect(await taken(40, (i) => signUp(`c${i}@example.com`, `2001:db8:1:${i.toString(16)}`))).toBe(30);
  expect(await signUp('d@example.com', '2001:db8:2:1')).toBe(true);
  expect(await signUp('e@example.com', '192.0.3.1')).toBe(true);
});

test('D20 the server accepts 500 sign-ups an hour; those rejected by a narrower limit do not count', async () => {
  const { signUp, clock } = await setup();
  // A network with endless requests, and many networks with requests for one mailbox.
  await taken(600, (i) => signUp(`a${i}@example.com`, `192.0.2.${i % 250}`));
  await taken(600, (i) => signUp(`one+${i}@example.com`, `10.${i % 250}.${Math.floor(i / 250)}.1`));
  const others = await taken(600, (i) =>
    signUp(`b${i}@example.com`, `172.${i % 250}.${Math.floor(i / 250)}.1`),
  );
  expect(others).toBe(500 - 30 - 5);
  clock.nowMs += HOUR_MS;
  expect(await signUp('late@example.com', '172.1.1.1')).toBe(true);
});
