import { CommitUnknown, ConnectionLost, isDatabaseError, isRefusal } from './errors.ts';
import type { Connection, LimitedPool, Query, Statement } from './connection.ts';
import { ask, borrow } from './open.ts';

/** What a transaction comes to. */
export interface Ending<T> {
  readonly result: T;
  /** Sent together with COMMIT: the last thing that a transaction does costs no round trip of its own. */
  readonly save?: Statement | undefined;
  /** Is called with the rows of `save` once both are done. */
  readonly saved?: (rows: readonly unknown[]) => void;
}

/**
 * Runs `work` in a transaction within the pool's limits and commits it. The first statement of `work` travels together with BEGIN, so a
 * transaction that reads once and saves once takes two round trips.
 *
 * @throws CommitUnknown when the answer to COMMIT was lost
 * @throws whatever `work` or the database has thrown; nothing is saved then
 */
export async function transact<T>(pool: LimitedPool, work: (query: Query) => Promise<Ending<T>>): Promise<T> {
  const client = await borrow(pool);
  let ending: Ending<T>;
  try {
    const begun = begin(client, pool);
    ending = await work((text, values) => ask(client, text, values));
    await begun;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
  const rows = await commit(client, ending.save);
  ending.saved?.(rows);
  return ending.result;
}

/**
 * Runs a single statement, in a transaction within the pool's limits and in one round trip; its rows.
 *
 * @throws ConnectionLost when it was not answered; it may have been done
 * @throws the database's refusal; nothing is done then
 */
export async function runAlone<Row>(
  pool: LimitedPool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return await saveAlone(pool, { text, values });
  } catch (error) {
    throw error instanceof CommitUnknown ? new ConnectionLost(error.cause) : error;
  }
}

/**
 * Runs a single statement that saves something, as {@link runAlone} does.
 *
 * @throws CommitUnknown when it was not answered; it may have been done, or still be under way
 */
export async function saveAlone<Row>(pool: LimitedPool, statement: Statement): Promise<Row[]> {
  const client = await borrow(pool);
  void begin(client, pool);
  return (await commit(client, statement)) as Row[];
}

/** Whoever sends something behind it is told when it fails: the same, or that there is no transaction. */
function begin(client: Connection, pool: LimitedPool): Promise<unknown> {
  const begun = ask(client, pool.begin);
  begun.catch(() => undefined);
  return begun;
}

/** Sends a last statement and COMMIT; the rows of that statement once both are done. */
async function commit(client: Connection, save: Statement | undefined): Promise<unknown[]> {
  const saved = save && ask(client, save.text, save.values);
  const committed = client.query('COMMIT');
  const [saving, committing] = await Promise.allSettled([saved, committed]);
  const isOver = committing.status === 'fulfilled';
  client.release(!isOver);
  // A statement that was refused has turned the COMMIT behind it into a ROLLBACK, whether or not its answer arrives.
  if (saving.status === 'rejected' && isRefusal(saving.reason)) throw saving.reason;
  if (isOver && committing.value.command === 'COMMIT' && saving.status === 'fulfilled')
    return saving.value ?? [];
  const fault: unknown =
    saving.status === 'rejected' ? saving.reason : isOver ? undefined : committing.reason;
  // Where the COMMIT was answered nothing is open, however abrupt the error: a disk that failed under one statement, and nothing else.
  if (isRefusal(fault) || (isOver && isDatabaseError(fault))) throw fault;
  throw isOver ? new Error('the transaction was rolled back', { cause: fault }) : new CommitUnknown(fault);
}

async function rollBack(client: Connection): Promise<void> {
  const isBroken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  client.release(isBroken);
}
