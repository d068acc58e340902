import type { z } from 'zod';

/** A part of a request, the query or the body, with its schema. */
export interface Sent {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** So many names are told, each cut to so many characters. */
const NAMES_MAX = 10;
const NAME_LENGTH_MAX = 40;

/** The fields of a part of a request that nobody reads (D11). */
export function ignoredFields({ schema, value }: Sent): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = namesOf(schema);
  return Object.keys(value).filter((name) => !known.includes(name));
}

/** The fields that a schema has; none where it is no object. Looked at without zod, which is loaded with the first request that has to be read. */
export function namesOf(schema: z.ZodType | undefined): readonly string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** As a header: what could be more than a name there is `?`, and how many more there are than are named stands at the end, `+3`. */
export function ignoredFieldsHeader(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_MAX)
    .map((name) => name.replaceAll(/[^\w.-]/g, '?').slice(0, NAME_LENGTH_MAX) || '?');
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}
