import * as z from 'zod';
import * as schemas from '../schemas.ts';
import { type JsonSchema, refTo } from './open-api.ts';

/** The shapes that have a name in the document. */
const NAMED = {
  Slot: schemas.slot,
  Availability: schemas.availability,
  BatchRequest: schemas.batchRequest,
  BatchAvailability: schemas.batchAvailability,
  DayAvailability: schemas.dayAvailability,
  BookingRequest: schemas.bookingRequest,
  BookingCreated: schemas.bookingCreated,
  BookingStatus: schemas.bookingStatus,
  BookingState: schemas.bookingState,
  Ok: schemas.ok,
  Menu: schemas.menu,
  MenuCategory: schemas.menuCategory,
  MenuItem: schemas.menuItem,
  Error: schemas.errorBody,
  Refusal: schemas.refusal,
  Reason: schemas.reason,
  BookingEvent: schemas.bookingEvent,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof NAMED;

/** A reference to a named shape. */
export function shape(name: ShapeName): JsonSchema {
  return refTo('schemas', name);
}

/** The named shapes as JSON Schema. They are open: a field that is not listed may come with any release (§9). */
export function namedShapes(): Record<ShapeName, JsonSchema> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  const uri = (id: string): string => refTo('schemas', id).$ref;
  const { schemas: made } = z.toJSONSchema(names, { uri, override: plain });
  for (const each of Object.values(made)) {
    delete each.$schema;
    delete each.$id;
  }
  return made as Record<ShapeName, JsonSchema>;
}

/** A shape that has no name of its own, such as a query. */
export function unnamedShape(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { override: plain });
  return made as JsonSchema;
}

/** Leaves out what says nothing to a reader, and writes `string or null` as one type. */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const [one, other] = jsonSchema.anyOf ?? [];
  if (other?.type === 'null' && typeof one === 'object' && typeof one.type === 'string') {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { ...one, ...jsonSchema, type: [one.type, 'null'] });
  }
}
