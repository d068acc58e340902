import { type Content, html, type Html } from '../web/html.ts';
import type { JsonSchema, OpenApiDocument } from '../api/open-api.ts';
import { inline } from './prose.ts';

type Document = Pick<OpenApiDocument, 'components'>;

interface Field {
  /** The path from the top: `slots[].available`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly limits: readonly string[];
}

export function fieldList(document: Document, schema: JsonSchema): Html {
  return list(fieldsOf(document, schema, ''));
}

export function namedList(
  document: Document,
  named: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[],
): Html {
  return list(
    named.map(({ name, description, required, schema }) => ({
      path: name,
      type: typeOf(document, schema),
      required,
      description,
      limits: limitsOf(schema),
    })),
  );
}

function list(fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map(fieldHtml)}</dl>`;
}

function fieldHtml({ path, type, required, description, limits }: Field): Content {
  const facts = [type, required ? null : 'optional', ...limits].filter((fact) => fact !== null);
  const [first = '', ...more] = description.split('\n\n');
  const rest = more
    .join('\n')
    .split('\n')
    .filter((line) => line !== '');
  return html`<div>
    <dt><code>${path}</code> <span class="facts">${inline(facts.join(' · '))}</span></dt>
    <dd>
      ${inline(first)}${
        rest.length > 0 &&
        html`<ul>
          ${rest.map((line) => html`<li>${inline(line.replace(/^- /, ''))}</li>`)}
        </ul>`
      }
    </dd>
  </div> `;
}

function fieldsOf(document: Document, schema: JsonSchema, before: string): readonly Field[] {
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries(properties).flatMap(([name, given]) => {
    const property = resolved(document, given);
    const path = before + name;
    const field: Field = {
      path,
      type: typeOf(document, given),
      required: required.includes(name),
      description: property.description ?? '',
      limits: limitsOf(property),
    };
    const [inner, sign] = within(document, property);
    return [field, ...(inner ? fieldsOf(document, inner, `${path}${sign}.`) : [])];
  });
}

/** The object inside a field: its own, that of its items, or the non-null variant. */
function within(document: Document, schema: JsonSchema): [JsonSchema | null, string] {
  if (schema.items) return [resolved(document, schema.items), '[]'];
  if (schema.properties) return [schema, ''];
  return [schema.anyOf?.find(({ properties }) => properties) ?? null, ''];
}

function resolved(document: Document, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? schema);
}

/** Readable type: `list of text`, `date-time`, `whole number or null`. */
function typeOf(document: Document, given: JsonSchema): string {
  const schema = resolved(document, given);
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(document, each)).join(' or ');
  if (schema.items) return `list of ${typeOf(document, schema.items)}s`;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map((each) => `\`${String(each)}\``).join(', ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types
    .map((type) => FORMATS[schema.format ?? ''] ?? schema.format ?? TYPES[type] ?? type)
    .join(' or ');
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'idn-email': 'e-mail address' };

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

function limitsOf(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength = 0, maxLength, minItems, maxItems, default: usual } = schema;
  return [
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    range(minLength || undefined, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    usual === undefined ? null : `by default \`${String(usual)}\``,
  ].filter((limit) => limit !== null);
}

function range(from: number | undefined, to: number | undefined, unit: string): string | null {
  if (from !== undefined && to !== undefined) return `${from}–${to}${unit}`;
  if (from !== undefined) return `${from} or more${unit}`;
  return to === undefined ? null : `at most ${to}${unit}`;
}
