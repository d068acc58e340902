/** How patient a client is. */
export interface Patience {
  /** How often a request is sent at most, the first time included. */
  readonly attemptsMax: number;
  /** How long an answer may take. */
  readonly timeoutMs: number;
  /** A longer `Retry-After` ends the retries. */
  readonly waitMsMax: number;
  /** Waits. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * A `fetch` with retries. After 429 and 503 it waits for the time in `Retry-After`, then sends the same request again; also after no answer.
 * All requests are idempotent: a booking, a hold and a waitlist entry carry their idempotency keys.
 */
export function patientFetch(
  { attemptsMax, timeoutMs, waitMsMax, pause }: Patience,
  send: (request: Request) => Promise<Response> = fetch,
): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attemptsMax;
      const once = new Request(request.clone(), { signal: AbortSignal.timeout(timeoutMs) });
      let waitMs = 500 * 2 ** attempt * (0.5 + Math.random()); // not all at the same time
      try {
        const response = await send(once);
        const retryAfterSeconds = secondsToWait(response);
        if (retryAfterSeconds === null || isLast || retryAfterSeconds * 1000 > waitMsMax) return response;
        waitMs = retryAfterSeconds * 1000;
        await response.body?.cancel();
      } catch (error) {
        if (isLast) throw error;
      }
      await pause(waitMs);
    }
  };
}

/** Null for an answer that no waiting will change. */
function secondsToWait({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503) return null;
  return Number(headers.get('retry-after')) || 1;
}
