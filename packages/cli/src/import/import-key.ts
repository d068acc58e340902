import { createHash } from 'node:crypto';
import { limits } from '@bord/engine';
import type { ImportRow } from '@bord/engine';

/** The idempotency key of a booking that the other system has a number for (D10). */
export function keyOfNumber(number: string): string {
  const key = `import:${number}`;
  return key.length <= limits.IDEMPOTENCY_KEY_LENGTH_MAX ? key : `import-long:${hashOf(number)}`;
}

/** Keys of bookings without a number, from values that another export repeats. Equal ones are counted. */
export function keysOfRows(): (request: Omit<ImportRow['request'], 'idempotencyKey'>) => string {
  const counts = new Map<string, number>();
  return ({ startMs, partySize, guest: { name, phone, email } }) => {
    const hash = hashOf(JSON.stringify([startMs, partySize, name, phone, email]));
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `import-row:${hash}:${count}`;
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
