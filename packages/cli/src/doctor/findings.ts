/** The checks of `bord doctor`: each finding has the fact and the next step. */
import type { Config, ReadConfig } from '../config/config.ts';
import type { Remark } from '../config/remarks.ts';
import type { Variable } from '../config/variables.ts';
import { proxiesFinding } from './proxies-finding.ts';
import { bad, type Finding, good } from '../storages/finding.ts';
import { filesFinding } from './files-finding.ts';
import { mailFinding } from './mail-finding.ts';
import { staffFinding } from './staff-finding.ts';
import { SchemaError } from '@bord/engine/storage';
import type { ConfiguredStorage } from '../storages/storage-kind.ts';
import { type DatabaseUrl, storageOf } from '../storages/storages.ts';
import type { SecretKeyFit } from '@bord/engine/adapters';
import { givenSecretKeys, secretKeyFit, secretKeyPath } from '../config/secret-key.ts';

const NODE_LEAST = 22;
const NODE_TARGET = 24;
const SECRET_KEY = 'secret key';

/** Examines the configuration and the systems that its valid settings name, without changing them. */
export async function findingsOn({ config, remarks }: ReadConfig): Promise<readonly Finding[]> {
  const unsound = new Set(
    remarks.flatMap(({ severity, variable }) =>
      severity === 'fatal' && variable !== null ? [variable] : [],
    ),
  );
  const given = async (
    variables: readonly Variable[],
    examine: () => Promise<readonly Finding[]>,
  ): Promise<readonly Finding[]> => (variables.some((one) => unsound.has(one)) ? [] : examine());
  const database: readonly Variable[] = ['BORD_DATABASE', 'BORD_DATABASE_DIRECT'];
  return [
    ...configurationFindings(remarks),
    nodeFinding(),
    ...(await given(database, () => databaseFindings(config.database))),
    ...(await given([...database, 'BORD_SECRET_KEY'], async () => [await secretKeyFinding(config)])),
    ...(await given(['BORD_MAIL', 'BORD_PUBLIC_URL'], async () => [await mailFinding(config)])),
    ...(await given(['BORD_FILES'], async () => [await filesFinding(config.files)])),
    ...(await given([...database, 'BORD_MAIL', 'BORD_PUBLIC_URL'], async () => {
      const staff = await staffFinding(config);
      return staff ? [staff] : [];
    })),
    ...(await given(['BORD_TRUSTED_PROXIES', 'BORD_PUBLIC_URL'], async () => [proxiesFinding(config)])),
  ];
}

function configurationFindings(remarks: readonly Remark[]): readonly Finding[] {
  const what = 'configuration';
  if (remarks.length === 0) return [good(what, 'is read')];
  return remarks.map(({ label, found, advice, severity }) => ({
    what,
    status: severity === 'warning' ? 'weak' : 'bad',
    found,
    advice: advice === null ? `correct ${label}` : `${label}: ${advice}`,
  }));
}

function nodeFinding(): Finding {
  const found = process.versions.node;
  return Number.parseInt(found, 10) < NODE_LEAST
    ? bad('Node.js', found, `install ${NODE_TARGET} or newer`)
    : good('Node.js', found);
}

async function databaseFindings(database: DatabaseUrl): Promise<readonly Finding[]> {
  const storage = storageOf(database);
  try {
    const findings = await storage.findings();
    const isUnfit = findings.some(
      ({ what, status }) => status === 'bad' && (what === 'database' || what === 'schema'),
    );
    return isUnfit ? findings : [...findings, await writeFinding(storage)];
  } catch (error) {
    const advice = error instanceof SchemaError ? error.advice : storage.adviceOn(error);
    return [bad('database', `${storage.name}: ${(error as Error).message}`, advice)];
  }
}

/** The check of `bord serve` at its start, and of `/readyz`. */
async function writeFinding({ openAsItIs, writeAdvice }: ConfiguredStorage): Promise<Finding> {
  const what = 'writing';
  const storage = await openAsItIs();
  try {
    await storage?.check();
    return good(what, 'a small write was committed');
  } catch (error) {
    return bad(what, (error as Error).message, writeAdvice);
  } finally {
    await storage?.close();
  }
}

/** A key that is lost takes every signing secret and every manage link with it: is it there, and is it the database's own? */
async function secretKeyFinding(config: Config): Promise<Finding> {
  let keys: readonly Uint8Array[] | null;
  try {
    keys = givenSecretKeys(config);
  } catch (error) {
    const advice = storageOf(config.database).secretKeyAdvice;
    return bad(SECRET_KEY, (error as Error).message.split(': ')[0]!, advice);
  }
  const found = config.secretKeys === null ? secretKeyPath(config)! : 'BORD_SECRET_KEY';
  const fit = await secretKeyFit(config.database, keys ?? []);
  return findingOf(keys === null ? `${found}, not there` : found, keys === null, fit);
}

function findingOf(found: string, isMissing: boolean, compared: SecretKeyFit | null): Finding {
  if (compared === null)
    return good(SECRET_KEY, `${found}; the database cannot be asked whether it is its own`);
  const { fit, unreadableEndpoints } = compared;
  if (fit === 'foreign')
    return bad(
      SECRET_KEY,
      `${found}; the database was used with another`,
      'put the right one back from a backup; if it is lost, bord accept-key says what that means, and asks',
    );
  if (unreadableEndpoints.length > 0)
    return bad(
      SECRET_KEY,
      `${found}; it does not open the secrets of ${unreadableEndpoints.join(', ')}`,
      'give the older key again, behind the present one (BORD_SECRET_KEY=NEW,OLD), or bord webhooks rotate each',
    );
  if (isMissing) return good(SECRET_KEY, `${found} yet: made at the first start`);
  return good(SECRET_KEY, fit === 'new' ? `${found}, not used yet` : `${found}, the database’s own`);
}
