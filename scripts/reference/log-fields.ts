/** The page of the log's fields. A test compares it with the entries that a server writes. */
import { anchor, code, noteOf, page, table } from './markdown.ts';

/** The fields of the entry of a request. */
export const REQUEST_FIELDS: Readonly<Record<string, string>> = {
  level: '30 for requests, 20 for health checks and scrapes',
  time: 'milliseconds since 1970',
  pid: 'the process',
  requestId: 'the id in the answer’s `x-request-id`',
  method: 'the HTTP method; `-` if the message was not HTTP',
  route: 'the template of the path; null for an unknown path',
  status: 'the HTTP status',
  durationMs: 'milliseconds from the head of the request to its answer',
  keyId: 'the id of the API key; null until it is recognised',
  partner: 'the partner of the API key; null until it is recognised',
  locationId: 'the location; null until the caller may see it',
  outcome: 'of a request that changes bookings: its result, such as `booked` or `refused`',
  reason: 'of a rejected booking: one of the [reasons](api.md#reason)',
  shed: 'the class of a request that was shed',
  code: 'of a failed request: its error code',
  cause: 'of an invalid API key or body: the cause, such as `revoked` or `not_json`',
  fields: 'of a 400: the names of the invalid fields',
  msg: 'the entry in one line, for people',
};

/** The fields of other entries. */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  err: 'an error: its name, code, table, constraint and places in the code, without its message',
  where: 'the background work that failed: `deliveries` or `housekeeping`',
  origin: 'of an uncaught error: where Node.js caught it',
  now: 'of held nightly maintenance: the time by the clock of the database',
  lastRun: 'of held nightly maintenance: the time of its last run',
  from: 'of a changed primary: the former host',
  to: 'of a changed primary: the new host; of a delivery: `webhook` or `mail`',
  afterMs: 'of a changed primary: milliseconds without a primary, as this server noticed',
  isFinal: 'of a delivery: whether it was the last attempt',
};

export function logFieldsPage(): string {
  const rows = (fields: Readonly<Record<string, string>>): string =>
    table(
      ['field', 'meaning'],
      Object.entries(fields).map(([name, meaning]) => [`${anchor(name)}${code(name)}`, meaning]),
    );
  return page([
    noteOf('scripts/reference/log-fields.ts'),
    '# Log fields',
    'This page lists the fields of the log, for operators. [Monitor](../operate/monitor.md#log) describes levels and searches. The fields from `outcome` to `fields` are absent without a value. At the level `debug`, entries also have the fields of a [Fact](engine.md#fact).',
    '## Requests',
    rows(REQUEST_FIELDS),
    '## Other entries',
    rows(OTHER_FIELDS),
  ]);
}
