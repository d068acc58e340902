/** The OpenAPI document's rules for a request: its schemas, and the rules that they cannot express (`x-rules`). Unknown fields are allowed (D11). */
import type { OpenApiDocument } from '@bord/adapter-http';
import { createValidator } from './openapi-schemas.ts';

type Operation = NonNullable<OpenApiDocument['paths'][string]['get']>;
type Rule = NonNullable<Operation['x-rules']>[number];
type Schema = OpenApiDocument['components']['schemas'][string];

/** A request, apart from its path and its key. */
interface SentRequest {
  readonly search: URLSearchParams;
  /** The text of the body; null for none. */
  readonly body: string | null;
}

/** The faults of a request, by the document. */
interface RequestFaults {
  /** Each makes the request malformed. */
  readonly faults: readonly string[];
  /** The fields on which a rule depends that the document cannot decide: the location's plan, or earlier answers. */
  readonly undecided: readonly Rule[];
}

/** @param minuteOf the place on the service date of a time such as `19:00`, where the location is known */
export type RequestReader = (
  operation: Operation,
  sent: SentRequest,
  minuteOf?: (clock: string) => number,
) => RequestFaults;

export function createRequestReader(document: OpenApiDocument): RequestReader {
  const faultsOf = createValidator(document, false);

  return ({ requestBody, parameters = [], 'x-rules': rules = [] }, { search, body }, minuteOf) => {
    const faults: string[] = [];
    const given: Record<string, unknown> = Object.create(null);
    const isGiven = (name: string, value: unknown): boolean =>
      !(typeof value === 'string' && value.trim() === '' && blankable(rules, name));
    for (const { name, required, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
      const [value, ...others] = search.getAll(name);
      if (others.length > 0) faults.push(`?${name} must be given only once`);
      if (value === undefined || !isGiven(name, value)) {
        if (required) faults.push(`?${name} is missing`);
        continue;
      }
      given[name] = valueOf(value, schema);
      faults.push(...faultsOf(schema, given[name]).map((fault) => `?${name} ${fault}`));
    }
    if (requestBody) {
      const sent = jsonOf(body ?? '');
      const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
      const read = isObject
        ? Object.fromEntries(Object.entries(sent).filter(([name, value]) => isGiven(name, value)))
        : sent;
      if (isObject) Object.assign(given, read);
      const schema = requestBody.content['application/json'].schema;
      faults.push(...faultsOf(schema, read).map((fault) => `the body: ${fault}`));
    }
    if (faults.length === 0) faults.push(...rules.flatMap((rule) => violations(rule, given, minuteOf)));
    const undecided = rules.filter(
      ({ rule, fields }) =>
        (rule === 'location' || rule === 'issued') && fields.some((field) => field in given),
    );
    return { faults, undecided };
  };
}

function blankable(rules: readonly Rule[], name: string): boolean {
  return rules.some(({ rule, fields }) => rule === 'blank' && fields.includes(name));
}

/** How a request that is as its schemas say breaks a rule. */
function violations(
  { rule, fields, max = Infinity, description }: Rule,
  given: Readonly<Record<string, unknown>>,
  minuteOf?: (clock: string) => number,
): readonly string[] {
  const texts = fields.map((field) => given[field]).filter((value) => typeof value === 'string');
  const isBroken = (): boolean => {
    if (rule === 'text') return texts.some((text) => text.includes('\0') || !text.isWellFormed());
    if (rule === 'visible') return texts.some((text) => /\p{C}/u.test(text));
    if (rule !== 'order' && rule !== 'days') return false;
    const [first = Number.NaN, second = Number.NaN] = texts.map((text) => timeOf(text, minuteOf));
    return rule === 'order' ? second < first : (second - first) / DAY_MS + 1 > max;
  };
  return isBroken() ? [description] : [];
}

const DAY_MS = 86_400_000;

function timeOf(text: string, minuteOf?: (clock: string) => number): number {
  return /^\d\d:\d\d$/.test(text) ? (minuteOf?.(text) ?? Number.NaN) : Date.parse(text);
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A parameter as the type of its schema; the text itself if it does not parse. */
function valueOf(text: string, { type }: Schema): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}
