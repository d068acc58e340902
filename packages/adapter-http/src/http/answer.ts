import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PartnerCaller } from '@bord/engine';
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
  /** The action on a booking, its location and its caller, for the log and the metrics. */
  readonly about?: {
    /** The caller of a custom route. */
    readonly caller?: Pick<PartnerCaller, 'keyId' | 'partner'>;
    /** The location that the request was about. */
    readonly locationId?: string;
    /** The action. */
    readonly action?: BookingAction;
  };
}

/** A body that is too large for memory: each piece is made after the previous one was sent, and none after the client has disconnected. */
export class Pieces {
  readonly each: Iterable<Uint8Array<ArrayBuffer>>;

  constructor(each: Iterable<Uint8Array<ArrayBuffer>>) {
    this.each = each;
  }

  /** The pieces, each in a separate turn of the event loop, so that other requests are served in between. */
  async *inTurns(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for (const piece of this.each) {
      yield piece;
      await nextTurn();
    }
  }
}

/**
 * An endless body, pulled part by part, so that parts do not accumulate for a slow reader. `return` is always called at the end, even while a part
 * is awaited.
 */
export class Endless {
  readonly open: (leaving: AbortSignal) => AsyncIterator<Uint8Array<ArrayBuffer>, void>;

  /** @param open starts the body; called once there is a reader. When `leaving` is aborted, the server shuts down and the body must end soon */
  constructor(open: Endless['open']) {
    this.open = open;
  }
}

/** Names and values in turn, the form that Node sends fastest. */
export type Headers = readonly string[];

/** An answer that is ready to be sent, by Node or as a web response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | Pieces | Endless;
}

/** Rounded up, so that a client that waits this long has waited long enough. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
