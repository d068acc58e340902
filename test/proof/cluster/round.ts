/** A row from the beginning to its verdict. */
import type { Chance } from '../seating/random.ts';
import type { ClusterHost } from '../../support/cluster.ts';
import { lostAt, missingMessages, strangeAt } from './check.ts';
import type { Installation } from './installation.ts';
import type { Row, Turn } from './rows.ts';

/** No request may take longer: one that was under way when the primary fell silent, and was then taken again. */
const REQUEST_LIMIT_MS = 15_000;

/** After a promotion, until each server makes changes again. */
const ANSWERED_WITHIN_MS = 3000;

export interface Verdict extends Turn {
  readonly row: string;
  /** Changes that were acknowledged to partners. */
  readonly acknowledged: number;
  /** Requests that were answered 503, or broke. */
  readonly refused: number;
  readonly longestMs: number;
  /** How many bookings are not as they were acknowledged. */
  readonly lost: number;
  /** Violations in words, without measured times. */
  readonly faults: readonly string[];
  /** Steps that took longer than their limit. */
  readonly late: readonly string[];
}

export async function runRow(
  installation: Installation,
  row: Row,
  primary: ClusterHost,
  chance: Chance,
): Promise<Verdict> {
  const { partners } = installation;
  partners.work();
  let turn: Turn;
  try {
    turn = await row.run(installation, primary, chance);
  } finally {
    await partners.rest();
  }
  const standbys = installation.cluster.hosts.filter((host) => host !== turn.primary);
  await installation.cluster.caughtUp(turn.primary, standbys);
  const { attempts } = partners;
  const longestMs = Math.max(...attempts.map(({ startedMs, endedMs }) => endedMs - startedMs));
  const lost = await lostAt(installation, turn.primary);
  if (row.loses) for (const { id, is } of lost) partners.accept(id, is);
  return {
    ...turn,
    row: row.name,
    acknowledged: attempts.filter(({ status }) => status === 200 || status === 201).length,
    refused: attempts.filter(({ status }) => status === 503 || status === 0).length,
    longestMs,
    lost: lost.length,
    faults: [
      ...(row.loses ? [] : partners.oddities), // a losing row may have lost the queried booking
      ...(row.loses ? [] : lost.map(({ id, was, is }) => `lost: ${id} was ${was}, is ${is ?? 'not there'}`)),
      ...(row.loses && lost.length === 0 ? ['control: that something was lost has not been seen'] : []),
      ...(turn.foretold !== undefined && (turn.foretold === null) !== (lost.length === 0)
        ? [`bord doctor foretold ${turn.foretold ?? 'no loss'}, and ${lost.length} were lost`]
        : []),
      ...turn.astray.map((id) => `written to an old primary: ${id}`),
      ...(await strangeAt(installation, turn.primary)),
      ...(await missingMessages(installation, turn.primary)).map((what) => `not sent: ${what}`),
    ],
    late: [
      ...(longestMs > REQUEST_LIMIT_MS ? [`a request took ${longestMs} ms`] : []),
      ...(turn.answeredAfterMs > ANSWERED_WITHIN_MS
        ? [`the first change came ${turn.answeredAfterMs} ms after the promotion`]
        : []),
    ],
  };
}
