/** The conditions of the OpenAPI document for a request and its answer. */
import type { OpenApiDocument } from '@bord/adapter-http';
import { createRequestReader } from '../../support/openapi-requests.ts';
import { createTrafficCheck } from '../../support/openapi-traffic.ts';
import type { Draft, Operation } from './requests.ts';
import { type Answer, BASE, instantOnDate, type Sent } from './server.ts';
import { NOW_MS } from './values.ts';

export const VIOLATIONS = {
  failed: 'a server error (5xx)',
  undocumented: 'an answer that the document does not describe',
  rejected: 'a valid request that was rejected as malformed',
  accepted: 'an invalid request that was accepted',
} as const;

export type ViolationKind = keyof typeof VIOLATIONS;

/** `open`: only the location's plan or earlier answers can tell whether the request is valid. */
export type RequestClass = 'valid' | 'invalid' | 'open' | 'unmatched';

export interface Judgement {
  readonly class: RequestClass;
  readonly violation: { readonly kind: ViolationKind; readonly why: string } | null;
}

export type Judge = (draft: Draft, sent: Sent, answer: Answer) => Judgement;

/** @param isIssued the server has answered with this cursor */
export function createJudge(document: OpenApiDocument, isIssued: (cursor: string) => boolean): Judge {
  const check = createTrafficCheck(document);
  const read = createRequestReader(document);
  const operations = new Map<string, Operation>(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((each: Operation): [string, Operation] => [each.operationId, each]),
    ),
  );

  function classOf(draft: Draft, sent: Sent): { class: RequestClass; why: string } {
    if (draft.operation === null) return { class: 'unmatched', why: 'neither 404 nor 405' };
    const operation = operations.get(draft.operation)!;
    const url = new URL(`http://bord.test${sent.path}`);
    const given = bodyOf(draft);
    const date = String(given['date']);
    const request = { search: url.searchParams, body: sent.body };
    const { faults, undecided } = read(operation, request, (clock) => instantOnDate(date, clock));
    const all = [...pathFaults(operation, url.pathname, draft.template), ...faults];
    if (all.length > 0) return { class: 'invalid', why: all.join('; ') };
    const cursor = url.searchParams.get('cursor');
    const isOpen = undecided.some(({ rule }) =>
      rule === 'issued' ? cursor !== null && !isIssued(cursor) : !isWithinPlan(given),
    );
    return { class: isOpen ? 'open' : 'valid', why: '' };
  }

  return (draft, sent, answer) => {
    const { class: of, why } = classOf(draft, sent);
    const { status, text } = answer;
    const found = (kind: ViolationKind, reason: string): Judgement => ({
      class: of,
      violation: { kind, why: reason },
    });
    if (status >= 500) return found('failed', `${status} ${text}`);
    const isAccepted = of === 'unmatched' ? status !== 404 && status !== 405 : status < 400 || status === 409;
    if ((of === 'invalid' || of === 'unmatched') && isAccepted) return found('accepted', why);
    if (of === 'valid' && status === 400 && !isOfState(operations.get(draft.operation!)!, text))
      return found('rejected', text);
    try {
      const { method, path, body } = sent;
      check({ method, path, ...(body !== null && { sent: body }), ...answer });
    } catch (error) {
      return found('undocumented', (error as Error).message);
    }
    return { class: of, violation: null };
  };
}

function bodyOf({ body }: Draft): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? body : {};
}

/** An id in the path that is not of its form. */
function pathFaults({ parameters = [] }: Operation, pathname: string, template: string): readonly string[] {
  const pattern = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const ids = new RegExp(`^${BASE}${pattern}$`).exec(pathname)?.groups ?? {};
  return parameters
    .filter((parameter) => parameter.in === 'path' && parameter.schema.format === 'uuid')
    .filter(({ name }) => !UUID.test(ids[name] ?? ''))
    .map(({ name }) => `${name} must be a UUID`);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A rejection that depends on the state of a booking names no field. */
function isOfState({ 'x-rules': rules = [] }: Operation, text: string): boolean {
  const { errors } = JSON.parse(text === '' ? '{}' : text) as { errors?: unknown };
  return errors === undefined && rules.some(({ rule }) => rule === 'state');
}

const [DAY_MS, HOUR_MS, QUARTER_MS] = [86_400_000, 3_600_000, 900_000];

/** The location surely has a table for such a party, and a start within the times, whatever is booked. */
function isWithinPlan({ date, from, to, partySize }: Readonly<Record<string, unknown>>): boolean {
  const [first, last] = [from, to].map((time) => {
    const text = String(time);
    return /^\d\d:\d\d$/.test(text) ? instantOnDate(String(date), text) : Date.parse(text);
  });
  const midnightMs = Date.parse(String(date));
  const isNear = midnightMs > NOW_MS + DAY_MS && midnightMs < NOW_MS + 300 * DAY_MS;
  const beginMs = Math.max(first!, midnightMs + 10 * HOUR_MS);
  const endMs = Math.min(last!, midnightMs + 17 * HOUR_MS);
  return isNear && Number(partySize) <= 6 && endMs - beginMs >= QUARTER_MS;
}
