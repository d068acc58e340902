import * as z from 'zod';
import type { Endpoint } from '../api/endpoints/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints/endpoints.ts';
import { reason, slot } from '../api/endpoints/fields.ts';
import { errorShape, refusalShape } from '../api/error-shapes.ts';
import { EVENT_SHAPES } from './event-shape.ts';
import { type JsonSchema, refTo } from '../api/open-api.ts';

const NAMED: Readonly<Record<string, z.ZodType>> = {
  Slot: slot,
  ...Object.assign({}, ...ENDPOINTS.map(shapesOf)),
  Error: errorShape,
  Refusal: refusalShape,
  Reason: reason,
  ...EVENT_SHAPES,
};

function shapesOf({ body, answer, parts }: Endpoint): Record<string, z.ZodType> {
  return { ...(body && { [body.name]: body.schema }), [answer.name]: answer.schema, ...parts };
}

/** The named shapes as JSON Schema. They are open: a release can add fields (§9). */
export function namedShapes(): Record<string, JsonSchema> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  const uri = (id: string): string => refTo('schemas', id).$ref;
  const { schemas: made } = z.toJSONSchema(names, { uri, override: plain });
  for (const each of Object.values(made)) {
    delete each.$schema;
    delete each.$id;
  }
  return made as Record<string, JsonSchema>;
}

export function unnamedShape(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { override: plain });
  return made as JsonSchema;
}

/** Removes redundant keywords, and writes `string or null` as one type. */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
    delete jsonSchema.minimum;
    delete jsonSchema.maximum;
  }
  const [one, other] = jsonSchema.anyOf ?? [];
  if (other?.type === 'null' && typeof one === 'object' && typeof one.type === 'string') {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { ...one, ...jsonSchema, type: [one.type, 'null'] });
  }
}
