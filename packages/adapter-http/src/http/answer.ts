import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingAction } from './exchange.ts';

/** An answer without the headers that all answers have. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** Bytes, text, pieces and streams are sent unchanged; an object is sent as JSON. */
  readonly body: Uint8Array<ArrayBuffer> | string | Pieces | Endless | object;
  /** `content-type`. Defaults to JSON. */
  readonly type?: string;
  /** `cache-control`. Defaults to `no-store`. */
  readonly cacheControl?: string;
  /** Names and values in turn. */
  readonly headers?: Headers;
  /** The action on a booking and its location, for the log and the metrics. */
  readonly about?: {
    /** The location that the request was about. */
    readonly locationId?: string;
    /** The action. */
    readonly action?: BookingAction;
  };
}

/** A body too large to be had at once: each piece is made when the one before it has been sent, and none for a reader who has gone. */
export class Pieces {
  readonly each: Iterable<Uint8Array<ArrayBuffer>>;

  constructor(each: Iterable<Uint8Array<ArrayBuffer>>) {
    this.each = each;
  }

  /** The pieces, each in a turn of its own: others are served in between. */
  async *inTurns(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for (const piece of this.each) {
      yield piece;
      await nextTurn();
    }
  }
}

/** An endless body, pulled part by part, so that nothing piles up for a slow reader. `return` is called in the end, even while a part is awaited. */
export class Endless {
  readonly open: (leaving: AbortSignal) => AsyncIterator<Uint8Array<ArrayBuffer>, void>;

  /** @param open begins it; called once there is a reader. `leaving` says that the server is about to leave: it has to end soon */
  constructor(open: Endless['open']) {
    this.open = open;
  }
}

/** Names and values in turn, the form that Node sends fastest. */
export type Headers = readonly string[];

/** An answer that is ready to be sent, whether by Node or as a web response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | Pieces | Endless;
}

/** Rounded up, so that whoever waits so long has waited long enough. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
