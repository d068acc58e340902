/** The requests of clients and their answers, in a form that a checker can read. */

/** A request. A party is named by its idempotency key, so the same request once more names the same party. */
export type Request =
  | {
      readonly kind: 'create' | 'hold';
      readonly party: string;
      readonly startMs: number;
      readonly partySize: number;
    }
  | { readonly kind: 'confirm' | 'release' | 'cancel' | 'read'; readonly party: string }
  /** The state of a party in the partner's list of the date (D33), or in the database at the end of the round. */
  | { readonly kind: 'listed' | 'stored'; readonly party: string }
  | {
      readonly kind: 'move';
      readonly party: string;
      readonly startMs?: number | undefined;
      readonly partySize?: number | undefined;
    }
  | { readonly kind: 'availability'; readonly partySize: number };

/** A request that was sent. Times are of one clock, in milliseconds. */
export interface Operation {
  /** Unique in its history. */
  readonly id: number;
  readonly client: string;
  /** Which server was asked. */
  readonly server: number;
  readonly request: Request;
  readonly invokedMs: number;
  /** Null when no answer came, or one that leaves open whether anything was done: it may take effect at any later time, or never. */
  readonly returnedMs: number | null;
  /** As the model writes it (`model.ts`). Null where `returnedMs` is. */
  readonly answer: string | null;
}

/** All that was asked of one location and date. */
export interface History {
  readonly name: string;
  readonly operations: readonly Operation[];
}
