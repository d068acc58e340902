import {
  type Clock,
  createEngine,
  type Engine,
  type Mailer,
  type Message,
  type Observer,
  type Storage,
  type WebhookSender,
} from '@bord/engine';
import { DEMO_RESTAURANT_ID } from '@bord/engine/adapters';
import { publicUrl } from './config/base-url.ts';
import type { Config } from './config/config.ts';
import { DEMO_MAIL, type MailUrl } from './config/variables.ts';
import { seedDemo } from './demo.ts';
import { type AwayOptions, openStorage } from './config/open-storage.ts';
import { givenSecretKeys, makeSecretKey, wrongSecretKey } from './config/secret-key.ts';
import type { Migrates } from './storages/storage-kind.ts';

export interface Runtime {
  readonly config: Config;
  readonly engine: Engine;
  readonly secretKeys: readonly Uint8Array[];
  /** An engine on the same storage with another clock, without log or metrics; the caller detaches it. */
  at(clock: Clock): Engine;
  /** Called once the server listens: links in e-mails use this port unless `BORD_PUBLIC_URL` is set. */
  listensOn(port: number): void;
  publicUrl(): string;
  close(): Promise<void>;
}

export interface RuntimeOptions extends AwayOptions {
  readonly migrates?: Migrates;
  /** The demo is put in unless it is there or switched off (`BORD_DEMO=0`). */
  readonly addsDemo?: boolean;
  /** Webhooks are sent from here, not only written down. */
  readonly sends?: boolean;
  readonly observer?: Observer;
  /** Takes whatever secret key there is, and makes one where there is none: the command itself says what that means. */
  readonly anySecretKey?: boolean;
}

/**
 * The composition root of every command. Only commands that can be the first one create the schema, and only those that need the demo add it.
 *
 * @throws Failure when the database cannot be used, or was used with another secret key than the one that is given
 */
export async function openRuntime(config: Config, options: RuntimeOptions = {}): Promise<Runtime> {
  const given = givenSecretKeys(config);
  const storage = await openStorage(config.database, options.migrates ?? 'never', options);
  try {
    const secretKeys = given ?? (await newSecretKey(config, storage, options));
    return await runtimeOn(config, storage, secretKeys, options);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function newSecretKey(
  config: Config,
  storage: Storage,
  { anySecretKey = false }: RuntimeOptions,
): Promise<readonly Uint8Array[]> {
  const keyless = createEngine({ storage });
  keyless.detach();
  if (!anySecretKey && (await keyless.operator.secretKeys.readFit()).fit !== 'new')
    throw wrongSecretKey(config, true);
  return makeSecretKey(config);
}

async function runtimeOn(
  config: Config,
  storage: Storage,
  secretKeys: readonly Uint8Array[],
  { sends = false, observer, anySecretKey = false, addsDemo = false }: RuntimeOptions,
): Promise<Runtime> {
  let port = config.port;
  const base = (): string => publicUrl(config, port);
  const mailer = mailerOf(config, base);
  const webhooks = sends ? await webhookSenderOf(config) : null;
  const engine = createEngine({
    storage,
    secretKeys,
    mailer,
    webhooks,
    ...(observer && { observer }),
  });
  const detach = async (): Promise<void> => {
    engine.detach();
    await Promise.all([mailer.close(), webhooks?.close()]);
  };
  try {
    if (!anySecretKey && !(await engine.operator.secretKeys.confirm())) throw wrongSecretKey(config, false);
    if (addsDemo && config.demo) await seedDemo(engine);
  } catch (error) {
    await detach();
    throw error;
  }
  return {
    config,
    engine,
    secretKeys,
    at: (clock) => createEngine({ storage, secretKeys, clock }),
    publicUrl: base,
    listensOn: (listening) => void (port = listening),
    async close() {
      await detach();
      await storage.close();
    },
  };
}

async function webhookSenderOf(config: Config): Promise<WebhookSender> {
  const { createWebhookSender } = await import('@bord/adapter-http/webhooks');
  return createWebhookSender({
    timeoutMs: config.webhookTimeoutSeconds * 1000,
    allowPrivate: config.webhookAllowPrivate,
  });
}

/** Loads the code that composes e-mails with the first one: most commands send none. E-mails of the demo restaurant are files, also if others are sent (D29). */
function mailerOf({ demo, mail, mailFrom, mailOperator }: Config, base: () => string): Mailer {
  const opened = new Map<string, Promise<Mailer>>();
  const open = (transport: MailUrl): Promise<Mailer> => {
    const made =
      opened.get(transport.kind) ??
      import('@bord/adapter-http/mail').then(({ createMailer }) =>
        createMailer({
          transport,
          from: mailFrom,
          publicUrl: base(),
          ...(mailOperator !== null && { operator: mailOperator }),
        }),
      );
    opened.set(transport.kind, made);
    return made;
  };
  const files = mail.kind === 'folder' ? mail : demo ? DEMO_MAIL : null;
  const isOfDemo = (message: Message): boolean =>
    'location' in message && message.location.id === DEMO_RESTAURANT_ID;
  return {
    isLocal: mail.kind === 'folder',
    send: async (message) => (await open(isOfDemo(message) ? (files ?? mail) : mail)).send(message),
    erase: async (email) => (files === null ? 0 : (await open(files)).erase(email)),
    purge: async (writtenBeforeMs) => (files === null ? 0 : (await open(files)).purge(writtenBeforeMs)),
    close: async () => {
      for (const mailer of opened.values()) await (await mailer).close();
    },
  };
}
