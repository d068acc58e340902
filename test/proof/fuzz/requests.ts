/** Requests for every operation of the OpenAPI document, by its schemas. */
import type { OpenApiDocument } from '@bord/adapter-http';
import fc from 'fast-check';
import { LOCATION_ID, oddValueOf, type Schema, valueOf } from './values.ts';

export type Operation = NonNullable<OpenApiDocument['paths'][string]['get']>;

/** An id of an earlier answer, if there is one. */
export interface KnownId {
  /** The kind of the known value: `bookingId`, `holdId`, `waitingId` or `cursor`. */
  readonly known: string;
  /** Which of them, the latest first. */
  readonly pick: number;
}

/** The caller: a name of a key of the server. */
export type CallerName =
  | 'usual'
  | 'second'
  | 'foreign'
  | 'unlisted'
  | 'elsewhere'
  | 'menu'
  | 'slow'
  | 'wrong'
  | 'none';

/** A request before it is sent. */
export interface Draft {
  /** `operationId`; null for a path or a method that the document does not have. */
  readonly operation: string | null;
  readonly method: string;
  /** As the document writes it: `/bookings/{bookingId}`. */
  readonly template: string;
  readonly ids: Readonly<Record<string, string | KnownId>>;
  /** In order; a name can be given twice. */
  readonly query: readonly (readonly [name: string, value: string | KnownId])[];
  /** Fields of a JSON object, or the text of a body that is not an object; null without a body. */
  readonly body: Readonly<Record<string, unknown>> | string | null;
  readonly caller: CallerName;
}

/** Names that a careless server could take for its own. */
const FOREIGN_NAMES = [
  'guests',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'partySiez',
  'x.y',
  '',
];

/** Bodies that are not objects. */
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '[{}]',
  '7',
  '"{}"',
  '{"partySize":2,}',
  "{'a':1}",
  'partySize=2',
  '{}x',
];

/** Operations that end things are sent less often than those that begin them. The default is 10. */
const WEIGHTS: Readonly<Record<string, number>> = {
  createBooking: 20,
  createHold: 14,
  cancelBooking: 4,
  releaseHold: 5,
  leaveWaitlist: 4,
  readMenu: 4,
};

const callers = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom<CallerName>('usual', 'usual', 'second') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<CallerName>(
      'foreign',
      'unlisted',
      'elsewhere',
      'menu',
      'slow',
      'wrong',
      'none',
    ),
  },
);

export function drafts(document: OpenApiDocument): fc.Arbitrary<Draft> {
  const known = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]: [string, Operation]) => ({
      weight: WEIGHTS[operation.operationId] ?? 10,
      arbitrary: draftOf(document, template, method.toUpperCase(), operation),
    })),
  );
  return fc.oneof(...known, { weight: 5, arbitrary: unmatched(Object.keys(document.paths)) });
}

function draftOf(
  document: OpenApiDocument,
  template: string,
  method: string,
  operation: Operation,
): fc.Arbitrary<Draft> {
  const { parameters = [], requestBody } = operation;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const query = fieldsOf({
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  });
  const name = requestBody?.content['application/json'].schema.$ref?.split('/').at(-1);
  const schema = name === undefined ? null : document.components.schemas[name]!;
  return fc.record({
    operation: fc.constant(operation.operationId),
    method:
      method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'HEAD') : fc.constant(method),
    template: fc.constant(template),
    ids: idsOf(template),
    query: fc.tuple(query, fc.integer({ min: 0, max: 30 })).map(([fields, twice]) => {
      const entries = Object.entries(fields).map(
        ([each, value]) => [each, isKnownId(value) ? value : asText(value)] as const,
      );
      return twice === 0 ? [...entries, ...entries.slice(0, 1)] : entries;
    }),
    body: schema
      ? fc.oneof(
          { weight: 30, arbitrary: inOrder(fieldsOf(schema), operation) },
          { weight: 1, arbitrary: fc.constantFrom(...BODIES) },
        )
      : fc.constant(null),
    caller: callers,
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isKnownId(value: unknown): value is KnownId {
  return typeof value === 'object' && value !== null && 'known' in value;
}

const pick = fc.integer({ min: 0, max: 1000 });
const known = (name: string): fc.Arbitrary<KnownId> => fc.record({ known: fc.constant(name), pick });

function idsOf(template: string): fc.Arbitrary<Record<string, string | KnownId>> {
  const odd = fc.oneof(
    fc.constantFrom('x', 'bk_none', '...', 'a/b', '%', 'ü', LOCATION_ID, LOCATION_ID.replace('d311', 'd319')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  );
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const ids = names.map((name): [string, fc.Arbitrary<string | KnownId>] => [
    name,
    fc.oneof(
      {
        weight: 20,
        arbitrary:
          name === 'locationId' ? fc.constantFrom(LOCATION_ID, LOCATION_ID.toUpperCase()) : known(name),
      },
      { weight: 2, arbitrary: odd },
    ),
  ]);
  return fc.record(Object.fromEntries(ids));
}

/** Fields as a schema has them; in about half of the cases some are odd, missing or unknown. */
function fieldsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const whole = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fieldOf(name, schema)])),
    { requiredKeys: [...required] },
  );
  const names = Object.keys(properties);
  if (names.length === 0)
    return fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: withUnknown(whole) });
  const odd = fc.oneof(
    ...names.map((name) =>
      fc
        .tuple(
          whole,
          fc.oneof({ weight: 5, arbitrary: oddValueOf(properties[name]!) }, fc.constant(undefined)),
        )
        .map(([fields, value]) => {
          const { [name]: _, ...others } = fields;
          return value === undefined ? others : { ...others, [name]: value };
        }),
    ),
  );
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 1, arbitrary: withUnknown(whole) },
    { weight: 4, arbitrary: odd },
  );
}

function fieldOf(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (name === 'cursor') return fc.oneof(known(name), fc.constantFrom('c1', 'czzzzzzzzzzz', 'x'));
  if (name !== 'idempotencyKey') return valueOf(schema);
  return fc.oneof(fc.constantFrom('k-1', 'k-2', 'k-3'), fc.uuid(), valueOf(schema));
}

function withUnknown(fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const foreign = fc.dictionary(fc.constantFrom(...FOREIGN_NAMES), fc.jsonValue({ maxDepth: 2 }), {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.tuple(fields, foreign).map(([own, more]) => ({ ...more, ...own }));
}

/** Most pairs of fields that have an order come in it. */
function inOrder(
  fields: fc.Arbitrary<Record<string, unknown>>,
  { 'x-rules': rules = [] }: Operation,
): fc.Arbitrary<Record<string, unknown>> {
  const pairs = rules.filter(({ rule }) => rule === 'order').map(({ fields: pair }) => pair);
  return fc.tuple(fields, fc.integer({ min: 0, max: 2 })).map(([given, chance]) => {
    const sorted = { ...given };
    for (const [first = '', second = ''] of pairs) {
      const [one, other] = [given[first], given[second]];
      const isWrong = typeof one === 'string' && typeof other === 'string' && other < one;
      if (isWrong && chance > 0) Object.assign(sorted, { [first]: other, [second]: one });
    }
    return sorted;
  });
}

/** Requests outside of the document: another path, an additional slash, another method. */
function unmatched(templates: readonly string[]): fc.Arbitrary<Draft> {
  const anyPath = fc.constantFrom(...templates);
  const path = fc.oneof(
    fc.constantFrom('', '/', '/nowhere', '/holds/', '//'),
    anyPath.map((template) => `${template}/`),
    anyPath.map((template) => template.replace('/', '//')),
  );
  const draft = fc.record({ template: path, method: fc.constantFrom('GET', 'POST', 'DELETE') });
  const wrongMethod = fc.record({ template: anyPath, method: fc.constantFrom('PUT', 'PATCH', 'OPTIONS') });
  return fc.tuple(fc.oneof(draft, wrongMethod), callers).map(([{ template, method }, caller]) => ({
    operation: null,
    method,
    template,
    ids: Object.fromEntries([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'x'])),
    query: [],
    body: null,
    caller,
  }));
}
