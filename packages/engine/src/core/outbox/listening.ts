/** A session that fetches events: an endpoint whose queue is closed to workers, at a URL that no operator can register. */
import { LISTENING_HOURS } from '../limits.ts';
import { HOUR_MS } from '../instant.ts';
import type { Endpoint } from '../booking/event.ts';

const LISTENING_URL = 'listen:';

const LISTENING_MS = LISTENING_HOURS * HOUR_MS;

/** A session is prolonged after this part of its time, so that most requests write no data. */
const RENEWED_AFTER_MS = HOUR_MS;

export function isListeningUrl(url: string): boolean {
  return url.toLowerCase().startsWith(LISTENING_URL);
}

export function isListening({ url }: Pick<Endpoint, 'url'>): boolean {
  return isListeningUrl(url);
}

/** A new session. It ends when its secret does. */
export function listeningEndpoint(
  {
    sealed,
    ...given
  }: Pick<Endpoint, 'id' | 'partner' | 'eventTypes' | 'locationIds'> & { readonly sealed: string },
  nowMs: number,
): Endpoint {
  return {
    ...given,
    url: LISTENING_URL,
    includeGuest: false,
    secrets: [{ sealed, endsMs: nowMs + LISTENING_MS }],
    createdMs: nowMs,
    failedInARow: 0,
    disabledMs: nowMs,
  };
}

/** Whether the session has had no request for too long. */
export function isOver({ secrets }: Pick<Endpoint, 'secrets'>, nowMs: number): boolean {
  return secrets.every(({ endsMs }) => endsMs !== null && endsMs <= nowMs);
}

/** The prolonged session after a request; null if no change is necessary. */
export function prolonged(endpoint: Endpoint, nowMs: number): Endpoint | null {
  const endsMs = nowMs + LISTENING_MS;
  const isNew = endpoint.secrets.every((secret) => (secret.endsMs ?? endsMs) > endsMs - RENEWED_AFTER_MS);
  return isNew ? null : { ...endpoint, secrets: endpoint.secrets.map((secret) => ({ ...secret, endsMs })) };
}
