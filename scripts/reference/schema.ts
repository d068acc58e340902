/** Tables of fields from the schemas of the OpenAPI document. */
import { openApiDocument } from '@bord/adapter-http';
import { anchor, anchorName, code, prose, table } from './markdown.ts';

/** The parts of a JSON schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** An operation or a webhook. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Content>>;
  };
}

/** The document as clients get it: `docs/openapi.json`. */
export const openApi = JSON.parse(JSON.stringify(openApiDocument())) as Document;

/** Each operation with its method and path. */
export const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);

/** The schema of a JSON body or answer; undefined where there is none. */
export function schemaOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema;
}

/** `#/components/schemas/Slot` is `Slot`. */
export function refName(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

/** A description without numbers of the specification, which need a link in public texts. */
export function plainDescription(text: string): string {
  return prose(text.replaceAll(/ \((?:§|D)\d[^)]*\)/g, '').replaceAll(/\s+/g, ' '));
}

/** The fields of an object, those of inner objects by their path: `guest.name`, `slots[].slot`. Long meanings follow the table. */
export function fieldTable(schema: Schema, link: (name: string) => string): string {
  const rows = fieldRows(schema, '', link).map(([field, type, meaning]) => {
    const [short, rest] = shortened(meaning);
    return { cells: [field, type, short], note: rest === '' ? '' : `- ${field}: ${rest}` };
  });
  const notes = rows.map(({ note }) => note).filter((note) => note !== '');
  const cells = rows.map((row) => row.cells);
  return [table(['field', 'type', 'meaning'], cells), notes.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

type Row = readonly [field: string, type: string, meaning: string];

function fieldRows(schema: Schema, path: string, link: (name: string) => string): readonly Row[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]): readonly Row[] => {
    const inner = field.items?.properties ? field.items : field;
    const whole = `${path}${name}${field.items?.properties ? '[]' : ''}`;
    const type = `${typeOf(field, link)}${required.includes(name) ? '' : ', optional'}`;
    // A shared object has a section with its meaning.
    return [
      [code(whole), type, plainDescription(field.description ?? '')],
      ...fieldRows(inner, `${whole}.`, link),
    ];
  });
}

/** The most words of a table cell. */
const CELL_WORDS = 25;

/** The first sentences, as many as fit into a cell, and the rest. */
export function shortened(text: string): readonly [cell: string, rest: string] {
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z`])/);
  const fitting = sentences.findLastIndex(
    (_, i) =>
      sentences
        .slice(0, i + 1)
        .join(' ')
        .split(' ').length <= CELL_WORDS,
  );
  return [sentences.slice(0, fitting + 1).join(' '), sentences.slice(fitting + 1).join(' ')];
}

/** The values of an enumeration with their meanings, from a description such as `` `closed`: The restaurant … ``. */
export function valueTable(name: string, { description = '' }: Schema): string {
  const meanings = plainDescription(description).matchAll(/`(\w+)`: (.*?)(?=\s*(?:- )?`\w+`: |$)/g);
  return table(
    ['value', 'meaning'],
    [...meanings].map(([, value, meaning]) => [`${anchor(`${name}-${value!}`)}${code(value!)}`, meaning!]),
  );
}

/** The type with its limits: `integer, 60–900, default 300`. */
export function typeOf(schema: Schema, link: (name: string) => string): string {
  const name = refName(schema);
  if (name !== undefined) return `[${name}](${link(name)})`;
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, link)).join(' or ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum)
    return schema.enum
      .filter((one) => one !== '')
      .map((one) => code(String(one)))
      .join(', ');
  if (schema.items) return [`array of ${typeOf(schema.items, link)}`, ...limitsOf(schema)].join(', ');
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return [schema.format ? `${types} (${schema.format})` : types, ...limitsOf(schema)].join(', ');
}

function limitsOf(schema: Schema): readonly string[] {
  const most = (value: number | undefined): number | undefined =>
    value === Number.MAX_SAFE_INTEGER ? undefined : value;
  const range = (min: number | undefined, max: number | undefined, unit: string): string => {
    if (max === undefined) return min === undefined || unit !== '' ? '' : `at least ${min}`;
    return min === undefined ? `at most ${max}${unit}` : `${min}–${max}${unit}`;
  };
  return [
    range(schema.minimum, most(schema.maximum), ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.default === undefined ? '' : `default ${code(String(schema.default))}`,
  ].filter((part) => part !== '');
}

/** The anchor of a schema's section. */
export function schemaAnchor(name: string): string {
  return `#${anchorName(name)}`;
}
