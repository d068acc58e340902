import {
  type Attempt,
  type Endpoint,
  type LeasedDelivery,
  type Settlement,
  toStoredAttempt,
} from '@bord/engine/storage';

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
