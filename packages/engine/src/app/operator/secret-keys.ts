import { fingerprintRecord } from '../../core/access/switch-steps.ts';
import { fingerprintOf, isSealedBy } from '../../core/access/secret.ts';
import { invalid } from '../../core/errors.ts';
import type { App } from '../context.ts';

/** How the configured secret keys fit the database. */
export interface SecretKeyFit {
  /** `known`: the database was last used with one of them; `new`: with none so far; `foreign`: with another. */
  readonly fit: 'known' | 'new' | 'foreign';
  /** Webhook endpoints whose signing secret cannot be decrypted with a configured key: they get no deliveries until they are rotated. */
  readonly unreadableEndpoints: readonly string[];
}

/** The configured secret keys compared with those that the database was used with. */
export interface SecretKeyActions {
  /** Compares the configured secret keys with the database, without a change. */
  readFit(): Promise<SecretKeyFit>;
  /**
   * Call it before the keys are used. Returns false if the database was used with another key. Otherwise assigns the database to the first key:
   * change a key with `NEW,OLD`.
   */
  confirm(): Promise<boolean>;
  /**
   * Assigns the database to the first configured key, whatever key it was used with before. Data encrypted with another key than the configured
   * ones remains unreadable: rotate the named webhook endpoints; links in sent e-mails are invalid.
   *
   * Throws `invalid_request` without a configured secret key.
   */
  accept(): Promise<SecretKeyFit>;
}

export function secretKeyActions(app: App): SecretKeyActions {
  return {
    readFit: () => readSecretKeyFit(app),
    async confirm() {
      const [first] = app.secretKeys;
      if (!first) return true;
      const wanted = fingerprintOf(first);
      for (;;) {
        const recorded = await readFingerprint(app);
        if (recorded === wanted) return true;
        const isUnreadable = recorded === null && (await unreadableOf(app)).length > 0;
        if (fitOf(app, recorded, isUnreadable) === 'foreign') return false;
        // If another process was faster, check what it has recorded.
        if (await app.storage.records.amend(fingerprintRecord(recorded, wanted))) return true;
      }
    },
    async accept() {
      const [first] = app.secretKeys;
      if (!first) invalid('a secret key must be configured');
      const before = await readSecretKeyFit(app);
      const { records } = app.storage;
      while (!(await records.amend(fingerprintRecord(await readFingerprint(app), fingerprintOf(first)))));
      return before;
    },
  };
}

async function readSecretKeyFit(app: App): Promise<SecretKeyFit> {
  const [recorded, unreadableEndpoints] = await Promise.all([readFingerprint(app), unreadableOf(app)]);
  return { fit: fitOf(app, recorded, unreadableEndpoints.length > 0), unreadableEndpoints };
}

async function readFingerprint({ storage }: App): Promise<string | null> {
  return (await storage.records.find('secretKey', {}))?.fingerprint ?? null;
}

/** A database from before fingerprints were stored has none, and is recognized by its sealed data. */
function fitOf(app: App, recorded: string | null, isUnreadable: boolean): SecretKeyFit['fit'] {
  if (recorded === null) return isUnreadable ? 'foreign' : 'new';
  return app.secretKeys.some((key) => fingerprintOf(key) === recorded) ? 'known' : 'foreign';
}

async function unreadableOf(app: App): Promise<readonly string[]> {
  const endpoints = await app.storage.records.list('endpoints');
  const isReadable = (sealed: string): boolean => app.secretKeys.some((key) => isSealedBy(key, sealed));
  return endpoints
    .filter(({ secrets: [newest] }) => newest !== undefined && !isReadable(newest.sealed))
    .map(({ id }) => id);
}
