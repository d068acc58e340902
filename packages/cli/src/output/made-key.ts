import { type ApiKeyRecord, formatInstant, type MadeApiKey, SCOPES } from '@bord/engine';
import type { Answer } from '../command.ts';
import { paint } from './terminal.ts';
import { momentText } from './times.ts';

/** What a key allows, as `--json` has it; times are RFC 3339. */
export function termsJson({ partner, scopes, locationIds, expiresMs, rateLimit }: ApiKeyRecord) {
  return {
    partner,
    scopes,
    locations: locationIds,
    expiresAt: expiresMs === null ? null : formatInstant(expiresMs),
    rateLimit,
  };
}

/** A key that was just made: this is the only time that it is shown. */
export function madeKeyAnswer({ key, record }: MadeApiKey, baseUrl: string): Answer {
  return {
    json: { id: record.id, key, ...termsJson(record) },
    text: () =>
      [
        `Key ${record.id} of partner ${paint.bold(record.partner)}: ${termsText(record)}.`,
        '',
        `  ${paint.bold(paint.green(key))}`,
        '',
        paint.yellow('Keep it now. It is shown this once; Bord itself stores only its hash.'),
        ...firstRequest(key, record, baseUrl),
      ].join('\n'),
  };
}

/** `2 locations, all scopes, 120 requests a minute, until Tue 1 Dec 2026 19:30` */
function termsText({ scopes, locationIds, expiresMs, rateLimit }: ApiKeyRecord): string {
  const places = locationIds && (locationIds.length === 1 ? '1 location' : `${locationIds.length} locations`);
  return [
    places ?? 'no location list (it can book anywhere, and neither read nor cancel)',
    scopes.length === SCOPES.length ? 'all scopes' : scopes.join(' '),
    `${rateLimit} requests a minute`,
    expiresMs === null ? 'does not expire' : `until ${momentText(expiresMs)}`,
  ].join(', ');
}

function firstRequest(key: string, { scopes, locationIds }: ApiKeyRecord, baseUrl: string): string[] {
  if (!scopes.includes('availability:read')) return [];
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const path = `locations/${locationIds?.[0] ?? 'LOCATION_ID'}/availability?date=${tomorrow}&partySize=2`;
  return ['', 'Try it:', `  curl -H "Authorization: Bearer ${key}" \\`, `    "${baseUrl}/${path}"`];
}
