import { isDeepStrictEqual } from 'node:util';
import {
  type Attempt,
  type Delivery,
  type Endpoint,
  type LeasedDelivery,
  type Settlement,
  toStoredAttempt,
  type Row,
} from '@bord/engine/storage';
import { NEW_DELIVERY } from './rows.ts';
import type { Outcome } from './step-groups.ts';
import type { Query, Statement } from './connection.ts';
import { recordFormat } from './records.ts';

const ENDPOINT = recordFormat<Endpoint>('endpoints');

export interface Settling {
  readonly leased: Pick<LeasedDelivery, 'id' | 'queue' | 'lease'>;
  readonly attempt: Attempt | null;
  readonly rule: (endpoint: Endpoint | null) => Settlement;
}

export interface Settled {
  readonly settling: Settling;
  readonly settlement: Settlement;
  /** The version of the endpoint that it was decided on; null if it need not be checked. */
  readonly version: string | null;
}

/** The result of the function `lock_lanes`. */
interface QueuesRow {
  readonly endpoints: readonly (Row & { readonly version: string })[];
  readonly hands: readonly LeasedRow[];
}

/** The state of a delivery before it is settled. */
interface LeasedRow {
  readonly id: string;
  readonly lease: number;
  /** Its latest lease is open. */
  readonly is_in_hand: boolean;
}

export interface VersionedEndpoint {
  readonly endpoint: Endpoint;
  readonly version: string;
}

/** Read once under the locks, and changed by the rules one after the other. Saved together. */
export class LockedQueues {
  readonly #before: ReadonlyMap<string, VersionedEndpoint>;
  readonly #endpoints: Map<string, Endpoint>;
  readonly #inFlight: ReadonlyMap<string, LeasedRow>;
  readonly #settled = new Map<string, Settled>();
  readonly #deliveries: Delivery[] = [];

  constructor({ endpoints, hands: leased }: QueuesRow) {
    const before = endpoints.map((row) => ({ endpoint: ENDPOINT.record(row), version: row.version }));
    this.#before = new Map(before.map((one) => [one.endpoint.id, one]));
    this.#endpoints = new Map(before.map(({ endpoint }) => [endpoint.id, endpoint]));
    this.#inFlight = new Map(leased.map((row) => [row.id, row]));
  }

  /**
   * Settles one delivery; the outcome is whether that was possible.
   * @param isInDoubt an earlier attempt of this call might have been saved. It was, if its lease is the latest and closed: only the holder of a
   * lease settles it
   */
  settle(settling: Settling, isInDoubt: boolean): Outcome {
    const { leased, rule } = settling;
    const row = this.#inFlight.get(leased.id);
    if (row?.lease !== leased.lease || this.#settled.has(leased.id)) return { result: false };
    if (!row.is_in_hand) return { result: isInDoubt };
    try {
      const settlement = rule(this.#endpoints.get(leased.queue) ?? null);
      this.#settled.set(leased.id, { settling, settlement, version: null });
      if (settlement.endpoint) this.#endpoints.set(leased.queue, settlement.endpoint);
      this.#deliveries.push(...(settlement.deliveries ?? []));
      return { result: true };
    } catch (error) {
      return { error };
    }
  }

  get settled(): readonly Settling[] {
    return Array.from(this.#settled.values(), ({ settling }) => settling);
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** The endpoints after the settlements; null for a changed one, whose new version is unknown. */
  get endpoints(): readonly { readonly queue: string; readonly known: VersionedEndpoint | null }[] {
    return Array.from(this.#endpoints, ([queue, after]) => {
      const before = this.#before.get(queue);
      return { queue, known: before?.endpoint === after ? before : null };
    });
  }

  /** Whether an endpoint has changed, apart from its failure count. */
  get isEndpointChanged(): boolean {
    return this.#changedEndpoints().some((after) => {
      const before = this.#before.get(after.id)?.endpoint;
      return !isDeepStrictEqual({ ...before, failedInARow: after.failedInARow }, after);
    });
  }

  /** The statement that saves the settlements; undefined if there are none. */
  changes(): Statement | undefined {
    if (this.#settled.size === 0) return undefined;
    return {
      text: 'SELECT bord.settle_deliveries($1), bord.save_endpoints($2), bord.add_deliveries($3)',
      values: [
        toSettledRows([...this.#settled.values()]),
        JSON.stringify(this.#changedEndpoints().map(ENDPOINT.row)),
        JSON.stringify(this.#deliveries.map(NEW_DELIVERY.row)),
      ],
    };
  }

  #changedEndpoints(): Endpoint[] {
    const endpoints = [...this.#endpoints.values()];
    return endpoints.filter((endpoint) => this.#before.get(endpoint.id)?.endpoint !== endpoint);
  }
}

/** Locks the endpoints of the deliveries, then the deliveries, and reads them. */
export async function lockQueues(query: Query, calls: readonly Settling[]): Promise<LockedQueues> {
  const [row] = await query<{ queues: string }>('SELECT bord.lock_lanes($1, $2) AS queues', [
    [...new Set(calls.map(({ leased }) => leased.queue))],
    [...new Set(calls.map(({ leased }) => leased.id))],
  ]);
  return new LockedQueues(JSON.parse(row!.queues) as QueuesRow);
}

/** Settlements as the function `settle_deliveries` reads them. */
export function toSettledRows(settled: readonly Settled[]): string {
  const rows = settled.map(({ settling: { leased, attempt }, settlement, version }) => {
    const { state, retryAfterMs = 0, failed = false, body } = settlement;
    return {
      id: leased.id,
      lease: leased.lease,
      version,
      state,
      after_ms: state === 'waiting' ? retryAfterMs : 0,
      failed: failed ? 1 : 0,
      body,
      // JSON within JSON, so that the receiver's answer is not parsed on the way.
      attempt: attempt && JSON.stringify(toStoredAttempt(attempt)),
    };
  });
  return JSON.stringify(rows);
}
