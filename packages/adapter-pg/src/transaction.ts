import type { Pool, PoolClient } from 'pg';
import { CommitUnknown, isRefusal } from './failures.ts';
import { ask, borrow, giveBack, type Query, type Statement } from './open.ts';

/** Whatever the database's default is: under a stricter level what is read would be older than the locks. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** Limits how long this transaction may wait and run; the functions `open_page` and `lock_lanes` begin with the same. */
export const LIMITS = 'SELECT limit_transaction()';

/** What a transaction comes to. */
export interface Ending<T> {
  readonly result: T;
  /** Sent together with COMMIT: the last thing that a transaction does costs no round trip of its own. */
  readonly save?: Statement | undefined;
}

/**
 * Runs `work` in a transaction and commits it. The first statement of `work` travels together with BEGIN, so a transaction that
 * reads once and saves once takes two round trips.
 *
 * @throws CommitUnknown when the answer to COMMIT was lost
 * @throws whatever `work` or the database has thrown; nothing is saved then
 */
export async function transact<T>(pool: Pool, work: (query: Query) => Promise<Ending<T>>): Promise<T> {
  const client = await borrow(pool);
  let ending: Ending<T>;
  try {
    const begun = ask(client, BEGIN);
    begun.catch(() => undefined); // it is awaited below, after what was sent behind it
    ending = await work((text, values) => ask(client, text, values));
    await begun;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
  return commit(client, ending);
}

async function commit<T>(client: PoolClient, { result, save }: Ending<T>): Promise<T> {
  const saved = save && ask(client, save.text, save.values);
  const committed = client.query('COMMIT');
  const [saving, committing] = await Promise.allSettled([saved, committed]);
  const isOver = committing.status === 'fulfilled';
  giveBack(client, !isOver);
  // A statement that was refused has turned the COMMIT behind it into a ROLLBACK, whether or not its answer arrives.
  if (saving.status === 'rejected' && isRefusal(saving.reason)) throw saving.reason;
  if (isOver && committing.value.command === 'COMMIT') return result;
  const fault: unknown =
    saving.status === 'rejected' ? saving.reason : isOver ? undefined : committing.reason;
  if (isRefusal(fault)) throw fault;
  throw isOver ? new Error('the transaction was rolled back', { cause: fault }) : new CommitUnknown(fault);
}

async function rollBack(client: PoolClient): Promise<void> {
  const isBroken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  giveBack(client, isBroken);
}
