/** A day's availability (§4.1), as far as it can be asked for and answered without a schema: what most requests are. */
import { isLocalDate, type PartnerActions } from '@bord/engine';
import { availabilityJson } from './availability-json.ts';

/** Where it is asked for, and what it takes. */
export const DAY = {
  path: '/locations/:locationId/availability',
  scope: 'availability:read',
  load: 'reading',
} as const;

/** What a day is asked for by. */
export interface DayQuery {
  readonly date: string;
  readonly partySize: number;
  readonly explain?: boolean | undefined;
}

/** What is answered to a caller who may ask. Throws what the engine refuses. */
export async function answerDay(
  partner: PartnerActions,
  locationId: string,
  query: DayQuery,
): Promise<{ readonly status: 200; readonly body: Uint8Array<ArrayBuffer> }> {
  const { date, partySize, explain } = query;
  const found = await partner.readAvailability(locationId, { date, partySize });
  return { status: 200, body: availabilityJson(found, explain === true) };
}

/** The query of an address where it is written plainly; null for what has to be read by the schema, which may refuse it. */
export function readPlainly(search: string): DayQuery | null {
  const given = new Map<string, string>();
  for (const part of search.slice(1).split('&')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (given.has(name) || !PLAIN.get(name)?.test(value) || part !== `${name}=${value}`) return null;
    given.set(name, value);
  }
  const [date, partySize, explain] = ['date', 'partySize', 'explain'].map((name) => given.get(name));
  if (date === undefined || partySize === undefined) return null;
  if (!isLocalDate(date) || Number(partySize) < 1) return null; // its faults are told where it is read by the schema
  return {
    date,
    partySize: Number(partySize),
    ...(explain !== undefined && { explain: explain === 'true' }),
  };
}

/** How each is written as a rule. */
const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['partySize', /^\d{1,4}$/],
  ['explain', /^(?:true|false)$/],
]);
