/** Asks the server for previews of moves: the latest question wins, and only spots that are held for a moment are asked. */
import type { Party } from './chart.ts';
import { LIMIT_MS } from './fetch-page.ts';

export interface Spot {
  readonly startMs: number;
  readonly table: string;
}

/** As `preview-answer.ts` writes it. */
export interface Preview {
  readonly kind: 'changed' | 'unchanged' | 'refused' | 'stale';
  readonly title: string;
  readonly lines: readonly string[];
  readonly tablesOf: readonly { readonly id: string; readonly tables: readonly string[] }[];
  /** A question to confirm first, or null. */
  readonly asks: string | null;
  readonly form: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | null;
}

const PAUSE_MS = 90;

export interface DryRun {
  /** The known preview of a spot; null while the answer is pending. */
  known(spot: Spot): Preview | null;
  /** Asks about a spot; replaces a pending question. */
  ask(spot: Spot): void;
  /** Resolves with the answer about a spot; null after 15 s without one. */
  answer(spot: Spot): Promise<Preview | null>;
  /** Drops known answers, which might be outdated. */
  forget(): void;
  stop(): void;
}

/**
 * @param sitsDown dropping the party seats it
 * @param onAnswer receives the answer to the latest question; null without an answer
 */
export function dryRun(
  here: string,
  party: Party,
  sitsDown: boolean,
  onAnswer: (spot: Spot, preview: Preview | null) => void,
): DryRun {
  let answers = new Map<string, Preview>();
  let asking: AbortController | null = null;
  let timer = 0;
  const keyOf = ({ startMs, table }: Spot): string => `${startMs} ${table}`;

  async function fetchPreview(
    { startMs, table }: Spot,
    request = new AbortController(),
  ): Promise<Preview | null> {
    const { signal } = request;
    const limit = setTimeout(() => request.abort(), LIMIT_MS);
    const query = new URLSearchParams({ seen: party.version });
    if (startMs !== party.startMs) query.set('at', `${startMs}`);
    if (sitsDown) query.set('seat', '1');
    if (sitsDown || !party.tables.includes(table)) query.set('table', table);
    try {
      const url = `${here}/bookings/${encodeURIComponent(party.id)}/preview?${query}`;
      const response = await fetch(url, { cache: 'no-store', signal });
      return response.ok ? ((await response.json()) as Preview) : null;
    } catch {
      return null;
    } finally {
      clearTimeout(limit);
    }
  }

  async function look(spot: Spot): Promise<void> {
    const mine = new AbortController();
    asking = mine;
    const of = answers;
    const preview = await fetchPreview(spot, mine);
    if (asking !== mine) return;
    asking = null;
    if (preview && of === answers) answers.set(keyOf(spot), preview);
    onAnswer(spot, preview);
  }

  function stop(): void {
    clearTimeout(timer);
    asking?.abort();
    asking = null;
  }

  return {
    known: (spot) => answers.get(keyOf(spot)) ?? null,
    ask(spot) {
      stop();
      timer = window.setTimeout(() => void look(spot), PAUSE_MS);
    },
    async answer(spot) {
      stop();
      return answers.get(keyOf(spot)) ?? fetchPreview(spot);
    },
    forget: () => void (answers = new Map()),
    stop,
  };
}
