import type { z } from 'zod';

/** A part of a request, the query or the body, with its schema. */
export interface Sent {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** The number of names that are reported, and the length at which each is cut. */
const NAMES_MAX = 10;
const NAME_LENGTH_MAX = 40;

/** The fields in a part of a request that are not in its schema (D11). */
export function ignoredFields({ schema, value }: Sent): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = namesOf(schema);
  return Object.keys(value).filter((name) => !known.includes(name));
}

/** The fields of a schema; empty if it is not an object. Read without zod, which is loaded with the first request that must be parsed. */
export function namesOf(schema: z.ZodType | undefined): readonly string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** As a header: characters that are not allowed in a name become `?`, and the number of omitted names is at the end, `+3`. */
export function ignoredFieldsHeader(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_MAX)
    .map((name) => name.replaceAll(/[^\w.-]/g, '?').slice(0, NAME_LENGTH_MAX) || '?');
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}
