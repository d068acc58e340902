/** The names by which a server can know its tools and fields, and values read from and written to them. */
import { listOf } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { field } from '../exchange.ts';

/** Names are compared without case, `_` and `-`. */
export const TOOLS = {
  find: ['find_restaurants', 'search_restaurants', 'list_restaurants'],
  times: ['find_times', 'find_availability', 'search_availability', 'get_availability', 'check_availability'],
  hold: ['hold_table', 'create_hold', 'hold'],
  book: ['book_table', 'create_booking', 'create_reservation', 'make_reservation', 'book'],
  read: ['get_booking', 'get_reservation'],
  change: ['change_booking', 'modify_booking', 'update_reservation', 'modify_reservation'],
  cancel: ['cancel_booking', 'cancel_reservation'],
  menu: ['get_menu'],
} as const;
export type ToolName = keyof typeof TOOLS;

const FIELDS = {
  restaurant: ['restaurant', 'restaurant_id', 'location', 'location_id', 'venue', 'venue_id'],
  date: ['date', 'day'],
  time: ['time', 'start_time'],
  weekday: ['weekday', 'day_of_week'],
  partySize: ['party_size', 'party', 'guests', 'covers'],
  offer: ['offer', 'offer_id', 'slot', 'slot_id'],
  hold: ['hold', 'hold_id'],
  booking: ['booking', 'booking_id', 'reservation', 'reservation_id'],
  expect: ['expect', 'expected'],
  name: ['name', 'guest_name'],
  email: ['email', 'guest_email'],
  phone: ['phone', 'guest_phone'],
  notes: ['notes', 'note', 'special_requests'],
  status: ['status'],
} as const;
export type Field = keyof typeof FIELDS;

/** Values of a call, by field. With undefined a field is left out. */
export type Values = Readonly<Partial<Record<Field, unknown>>>;

/** A table at a time, as a guest would say it. */
export interface Facts {
  readonly date: string;
  readonly weekday: string;
  readonly time: string;
  readonly partySize: number;
}

export interface Tool {
  readonly name: string;
  /** The whole description, as JSON. */
  readonly text: string;
  readonly schema: unknown;
  readonly isReadOnly: unknown;
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

const isNamed = (names: readonly string[], name: string): boolean =>
  names.some((one) => bare(one) === bare(name));

export function toolIn(tools: readonly Tool[], tool: ToolName): Tool | undefined {
  return tools.find(({ name }) => isNamed(TOOLS[tool], name));
}

function fieldNamed(name: string): Field | undefined {
  return (Object.keys(FIELDS) as Field[]).find((one) => isNamed(FIELDS[one], name));
}

/** The arguments of a tool by its input schema. Throws `CannotTell` if it requires a field of another name. */
export function argumentsOf(
  { name, schema }: Pick<Tool, 'name' | 'schema'>,
  values: Values,
): Record<string, unknown> {
  const properties = Object.entries((field(schema, 'properties') ?? {}) as Record<string, unknown>);
  const required = listOf(field(schema, 'required'));
  const given = properties.map(([property, its]): [string, unknown] => {
    const known = fieldNamed(property);
    if (!known && required.includes(property))
      throw new CannotTell(`${name} requires ${property}, a field that this command does not know`);
    const isGroup = known === 'expect' && !('expect' in values);
    return [property, isGroup ? argumentsOf({ name, schema: its }, values) : known && values[known]];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The value of a field; undefined for none. */
export function valueOf(json: unknown, name: Field): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  const [, value] = Object.entries(json).find(([property]) => isNamed(FIELDS[name], property)) ?? [];
  return value;
}

/** An offer, hold or booking: a text, or an object with `id`. Null for none. */
export function handleOf(json: unknown, name: 'offer' | 'hold' | 'booking' | 'restaurant'): string | null {
  const value = valueOf(json, name);
  const handle = field(value, 'id') ?? value;
  return typeof handle === 'string' || typeof handle === 'number' ? `${handle}` : null;
}

/** The time and party size that an answer states, in it or in its object for a hold or booking. */
export function factsIn(json: unknown): Partial<Facts> {
  const inner = (['hold', 'booking'] as const).map((name) => valueOf(json, name));
  const read = (name: keyof Facts): unknown =>
    [json, ...inner].map((part) => valueOf(part, name)).find((value) => value !== undefined);
  const facts = (['date', 'weekday', 'time', 'partySize'] as const).map((name) => [name, read(name)]);
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined)) as Partial<Facts>;
}

/** An offered time, with the facts that it and the answer around it have. */
export interface Offer {
  readonly offer: string;
  readonly stated: Partial<Facts>;
}

export function offersIn(json: unknown): readonly Offer[] {
  if (typeof json !== 'object' || json === null) return [];
  const lists = Object.values(json).filter((value) => Array.isArray(value)) as unknown[][];
  return lists.flatMap((list) =>
    list.flatMap((item) => {
      const offer = handleOf(item, 'offer');
      return offer === null ? [] : [{ offer, stated: { ...factsIn(json), ...factsIn(item) } }];
    }),
  );
}
