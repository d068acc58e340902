import type { SecretKeyFit } from '@bord/engine/adapters';
import type { Config } from '../config/config.ts';
import { secretKeyFit } from '../config/secret-key-fit.ts';
import { givenSecretKeys, secretKeyPath } from '../config/secret-key.ts';
import { storageOf } from '../storages/storages.ts';
import type { Finding } from '../storages/finding.ts';

const what = 'secret key';

/** A key that is lost takes every signing secret and every manage link with it: is it there, and is it the database's own? */
export async function secretKeyFinding(config: Config): Promise<Finding> {
  let keys: readonly Uint8Array[] | null;
  try {
    keys = givenSecretKeys(config);
  } catch (error) {
    const advice = storageOf(config.database).secretKeyAdvice;
    return { what, status: 'bad', found: (error as Error).message.split(': ')[0]!, advice };
  }
  const found = config.secretKeys === null ? secretKeyPath(config)! : 'BORD_SECRET_KEY';
  const fit = await secretKeyFit(config.database, keys ?? []);
  return findingOf(keys === null ? `${found}, not there` : found, keys === null, fit);
}

function findingOf(found: string, isMissing: boolean, compared: SecretKeyFit | null): Finding {
  if (compared === null)
    return {
      what,
      status: 'good',
      found: `${found}; the database cannot be asked whether it is its own`,
      advice: null,
    };
  const { fit, unreadableEndpoints } = compared;
  if (fit === 'foreign')
    return {
      what,
      status: 'bad',
      found: `${found}; the database was used with another`,
      advice:
        'put the right one back from a backup; if it is lost, bord accept-key says what that means, and asks',
    };
  if (unreadableEndpoints.length > 0)
    return {
      what,
      status: 'bad',
      found: `${found}; it does not open the secrets of ${unreadableEndpoints.join(', ')}`,
      advice:
        'give the older key again, behind the present one (BORD_SECRET_KEY=NEW,OLD), or bord webhooks rotate each',
    };
  const isNew = fit === 'new';
  if (isMissing)
    return { what, status: 'good', found: `${found} yet: made at the first start`, advice: null };
  return {
    what,
    status: 'good',
    found: isNew ? `${found}, not used yet` : `${found}, the database’s own`,
    advice: null,
  };
}
