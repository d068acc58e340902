import {
  addDays,
  type ApiKeyRecord,
  type Engine,
  formatInstant,
  localDateAt,
  type MadeApiKey,
  SCOPES,
} from '@bord/engine';
import { baseUrlAt, publicUrl } from '../config/base-url.ts';
import { runningServer } from '../config/running-server.ts';
import type { Answer } from '../command.ts';
import type { Runtime } from '../composition.ts';
import { paint } from '../output/terminal.ts';
import { momentText } from '../output/times.ts';

/** The terms of a key as `--json` prints them; times are RFC 3339. */
export function termsJson({ partner, scopes, locationIds, expiresMs, rateLimit }: ApiKeyRecord) {
  return {
    partner,
    scopes,
    locations: locationIds,
    expiresAt: expiresMs === null ? null : formatInstant(expiresMs),
    rateLimit,
  };
}

export async function madeKeyAnswer(runtime: Runtime, { key, record }: MadeApiKey): Promise<Answer> {
  const request = await firstRequest(runtime, key, record);
  return {
    json: { id: record.id, key, ...termsJson(record) },
    text: () =>
      [
        `Key ${record.id} of partner ${paint.bold(record.partner)}: ${termsText(record)}.`,
        '',
        `  ${paint.bold(paint.green(key))}`,
        '',
        paint.yellow('Keep it now. It is shown this once; Bord itself stores only its hash.'),
        ...request,
      ].join('\n'),
  };
}

/** `2 locations, all scopes, 120 requests a minute, until Tue 1 Dec 2026 19:30 CET` */
function termsText({ scopes, locationIds, expiresMs, rateLimit }: ApiKeyRecord): string {
  const locationsText =
    locationIds && (locationIds.length === 1 ? '1 location' : `${locationIds.length} locations`);
  return [
    locationsText ?? 'no location list (it can book anywhere, and cannot read or cancel)',
    scopes.length === SCOPES.length ? 'all scopes' : scopes.join(' '),
    `${rateLimit} requests a minute`,
    expiresMs === null ? 'does not expire' : `until ${momentText(expiresMs)}`,
  ].join(', ');
}

/** A request with which to try the key: for a day on which there is a table, if there is one in the next weeks. */
async function firstRequest(
  { engine, config }: Runtime,
  key: string,
  { scopes, locationIds }: ApiKeyRecord,
): Promise<string[]> {
  if (!scopes.includes('availability:read')) return [];
  const id = locationIds?.[0] ?? (await engine.operator.locations.list())[0]?.id;
  const query = id === undefined ? `date=${dateInDays(1)}&partySize=2` : await queryWithTable(engine, id);
  const path = `locations/${id ?? 'LOCATION_ID'}/availability?${query}`;
  const running = await runningServer(config);
  const base = baseUrlAt(config.publicUrl ?? running ?? publicUrl(config));
  const lead = running === null ? 'Try it, once bord serve runs:' : 'Try it:';
  return ['', lead, `  curl -H "Authorization: Bearer ${key}" \\`, `    "${base}/${path}"`];
}

async function queryWithTable(engine: Engine, locationId: string): Promise<string> {
  const range = { startDate: dateInDays(1), endDate: dateInDays(28), partySizes: [2, 4, 6, 8] };
  const { answer } = await engine.operator.at(locationId).bookings.availabilityBatch(range);
  const { date, partySize } = answer[0] ?? { date: range.startDate, partySize: 2 };
  return `date=${date}&partySize=${partySize}`;
}

function dateInDays(days: number): string {
  return addDays(localDateAt('UTC', Date.now()), days);
}
