import { emailKeyOf, mailboxKeyOf } from '../core/fields.ts';
import { DAY_MS } from '../core/instant.ts';
import { isLinkGood, isSessionGood } from '../core/access/staff.ts';
import { isEndedSandboxKey } from '../core/access/key-steps.ts';
import { type RecordKind, type RecordsBy, recordStep, type RecordTypes } from '../core/access/records.ts';
import { recordId } from '../core/access/record-steps.ts';
import type { Records } from './records.ts';

/** Removes the records of a kind for which `isOver` is true, at most `limit`, and returns their number. Each is checked again under its lock. */
async function removeWhere<K extends RecordKind>(
  records: Records,
  kind: K,
  by: RecordsBy<K>,
  isOver: (record: RecordTypes[K], nowMs: number) => boolean,
  limit = Infinity,
): Promise<number> {
  const over = (await records.list(kind, by)).filter((record) => isOver(record, -Infinity)).slice(0, limit);
  const ids = over.map((record) => recordId(kind, record));
  if (ids.length === 0) return 0;
  const selector = kind === 'challenges' ? 'hash' : 'id';
  return records.amend(
    recordStep({ [kind]: { [selector]: ids } }, (found, nowMs) => {
      const still = (found as unknown as { readonly [kind: string]: readonly RecordTypes[K][] })[
        kind
      ]!.filter((record) => isOver(record, nowMs));
      return { result: still.length, remove: { [kind]: still.map((record) => recordId(kind, record)) } };
    }),
  );
}

/** Deletes at most `limit` sandbox keys that ended before this instant, with the sign-up's e-mail addresses, and returns their number. */
export function purgeSandboxKeys(records: Records, endedBeforeMs: number, limit: number): Promise<number> {
  return removeWhere(records, 'keys', {}, (key) => isEndedSandboxKey(key, endedBeforeMs), limit);
}

/** Deletes the sandbox keys of a developer, also active ones, by e-mail address, compared as by `emailKeyOf`, and returns their number. */
export function eraseSandboxKeys(records: Records, email: string): Promise<number> {
  return removeWhere(
    records,
    'keys',
    { mailbox: mailboxKeyOf(email) },
    ({ sandboxEmail }) => sandboxEmail !== null && emailKeyOf(sandboxEmail) === emailKeyOf(email),
  );
}

/** Deletes the sign-ups of an e-mail address, compared as by `emailKeyOf`, and returns their number. */
export function eraseSignUps(records: Records, email: string): Promise<number> {
  return removeWhere(records, 'signUps', {}, (signUp) => emailKeyOf(signUp.email) === emailKeyOf(email));
}

/** Deletes the sign-ups that expired before this instant, and returns their number. */
export function purgeSignUps(records: Records, expiredBeforeMs: number): Promise<number> {
  return removeWhere(records, 'signUps', {}, ({ expiresMs }) => expiresMs < expiredBeforeMs);
}

/**
 * Deletes invalid sessions and links, and challenges that were used more than a day ago, and returns their number. Sessions used after `nowMs` was
 * read are kept: if this process was paused in between, it would seem to them that the clock was set back.
 */
export async function purgeSignIns(records: Records, nowMs: number): Promise<number> {
  const purged = await Promise.all([
    removeWhere(records, 'sessions', {}, (session, atMs) => !isSessionGood(session, Math.max(nowMs, atMs))),
    removeWhere(records, 'links', {}, (link, atMs) => !isLinkGood(link, Math.max(nowMs, atMs))),
    removeWhere(records, 'challenges', {}, ({ usedMs }) => usedMs < nowMs - DAY_MS),
  ]);
  return purged.reduce((sum, count) => sum + count, 0);
}
