/** A day's availability (§4.1) for requests that can be parsed without a schema, which most can. */
import { isLocalDate, type PartnerActions } from '@bord/engine';
import { availabilityJson } from './availability-json.ts';

export const DAY = {
  path: '/locations/:locationId/availability',
  scope: 'availability:read',
  load: 'reading',
} as const;

export interface DayQuery {
  readonly date: string;
  readonly partySize: number;
  readonly explain?: boolean | undefined;
}

/** The answer to an admitted caller. Throws the errors of the engine. */
export async function answerDay(
  partner: PartnerActions,
  locationId: string,
  query: DayQuery,
): Promise<{ readonly status: 200; readonly body: Uint8Array<ArrayBuffer> }> {
  const { date, partySize, explain } = query;
  const found = await partner.readAvailability(locationId, { date, partySize });
  return { status: 200, body: availabilityJson(found, explain === true) };
}

/** The query if it has the usual form; null if the schema must parse it and might reject it. */
export function readPlainly(search: string): DayQuery | null {
  const given = new Map<string, string>();
  for (const part of search.slice(1).split('&')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (given.has(name) || !PLAIN.get(name)?.test(value) || part !== `${name}=${value}`) return null;
    given.set(name, value);
  }
  const [date, partySize, explain] = ['date', 'partySize', 'explain'].map((name) => given.get(name));
  if (date === undefined || partySize === undefined) return null;
  if (!isLocalDate(date) || Number(partySize) < 1) return null; // the schema reports the faults
  return {
    date,
    partySize: Number(partySize),
    ...(explain !== undefined && { explain: explain === 'true' }),
  };
}

/** The usual form of each parameter. */
const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['partySize', /^\d{1,4}$/],
  ['explain', /^(?:true|false)$/],
]);
