/** The parts that all tools share: declaration, answer and schemas. */
import type { Language, Location, Rejected } from '@bord/engine';
import { z } from 'zod';
import type { AssistantCaller, FoundTimes, KnownBooking } from './callers.ts';
import { type LocalTime, localTimeOf, WEEKDAYS } from './local-time.ts';
import { sealOffer } from './offers.ts';
import { Rejection } from './rejection.ts';
import type { Seals } from './seals.ts';

/** A call of a tool. */
export interface ToolUse {
  readonly caller: AssistantCaller;
  readonly seals: Seals;
  /** The restaurant's alias in the path; null at `/mcp`. */
  readonly alias: string | null;
  /** The guest's language, if the client names one. */
  readonly language: Language | null;
  readonly nowMs: number;
  /** The details that the guest has filled in for an earlier answer to this call; null for a first call. */
  readonly filledIn: FilledIn | null;
  /** The client can ask the guest for details. */
  readonly canAsk: boolean;
}

/** How the guest has answered a form. */
export interface FilledIn {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly fields: Readonly<Record<string, string>>;
}

/** The answer of a tool, for programs and as lines for a model. */
export interface ToolAnswer {
  readonly facts: object;
  readonly lines: readonly string[];
}

/** The guest must be asked for these details first. */
export class MissingDetails extends Error {
  readonly fields: readonly string[];
  readonly location: Location;

  constructor(fields: readonly string[], location: Location) {
    super('missing');
    this.fields = fields;
    this.location = location;
  }
}

export interface AssistantTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: object;
  readonly annotations: Annotations;
  readonly run: (use: ToolUse, input: never) => Promise<ToolAnswer>;
}

interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool with the type of its input. */
export function tool<I extends z.ZodType>(
  declared: Omit<AssistantTool, 'input' | 'run'> & {
    readonly input: I;
    readonly run: (use: ToolUse, input: z.output<I>) => Promise<ToolAnswer>;
  },
): AssistantTool {
  return declared;
}

export const READS: Annotations = { readOnlyHint: true, openWorldHint: false };
/** It adds, and repeating it has no further effect. */
export const ADDS: Annotations = { destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const CHANGES: Annotations = { destructiveHint: true, idempotentHint: true, openWorldHint: false };

const HANDLE_LENGTH_MAX = 1000;
const PARTY_SIZE_MAX = 1000;

const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const size = z.int().min(1).max(PARTY_SIZE_MAX);
const weekday = z.enum(WEEKDAYS);

/** Fields of inputs. */
export const FIELDS = {
  restaurant: z.string().max(100).optional(),
  handle: z.string().max(HANDLE_LENGTH_MAX),
  text: z.string().max(2000).optional(),
  date,
  time,
  weekday,
  partySize: size,
  expect: z.strictObject({ date, weekday, time, party_size: size }),
};

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const START = { date: TEXT, weekday: TEXT, time: TEXT };
const list = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } });
export const SCHEMAS = {
  text: TEXT,
  number: NUMBER,
  flag: { type: 'boolean' },
  times: list({ offer: TEXT, ...START }),
  restaurant: { restaurant: TEXT, name: TEXT },
  when: { ...START, party_size: NUMBER },
  list,
};

/** The schema of an answer with these properties; a rejection has a reason instead of the required ones. */
export function answerSchema(properties: object, required: readonly string[]): object {
  const rejection = { reason: TEXT, message: TEXT };
  const anyOf = [{ required }, { required: ['reason'] }];
  return { type: 'object', properties: { ...properties, ...rejection }, anyOf };
}

export const bookingSchema = answerSchema(
  { booking: TEXT, status: TEXT, ...SCHEMAS.restaurant, ...SCHEMAS.when },
  ['booking', 'status'],
);

/** `alias`, or the id of a location without one. */
export function idOf({ alias, id }: Location): string {
  return alias ?? id;
}

/** The restaurant in an answer. */
export function restaurantFacts(location: Location): { readonly restaurant: string; readonly name: string } {
  return { restaurant: idOf(location), name: location.name };
}

/** An offered time. */
export interface OfferedTime extends LocalTime {
  readonly offer: string;
}

export function offered(
  { caller, seals, nowMs }: ToolUse,
  location: Location,
  choice: { readonly startMs: number; readonly partySize: number; readonly area: string | null },
): OfferedTime {
  const offer = sealOffer({ seals, caller: caller.name, nowMs }, location, choice);
  return { offer, ...localTimeOf(location, choice.startMs) };
}

/** The free starts nearest to an instant, the nearest first. */
export function nearest(found: readonly FoundTimes[], toMs: number, most: number): readonly number[] {
  const starts = found.flatMap(({ slots }) => slots).filter(({ available }) => available);
  const far = (ms: number): number => Math.abs(ms - toMs);
  return starts
    .map(({ startMs }) => startMs)
    .toSorted((a, b) => far(a) - far(b) || a - b)
    .slice(0, most);
}

/** A party could wait for a time that is full. */
export function canWait(found: readonly FoundTimes[]): boolean {
  return found.some(({ slots }) => slots.some(({ reason }) => reason === 'tables' || reason === 'pacing'));
}

const ALTERNATIVES_MAX = 4;

/** A rejection with other times, as offers. */
export function rejectionOf(
  use: ToolUse,
  { reason, message }: Rejected,
  location: Location,
  { startMs, partySize, area }: { startMs: number; partySize: number; area: string | null },
  found: readonly FoundTimes[],
): Rejection {
  const alternatives = nearest(found, startMs, ALTERNATIVES_MAX)
    .filter((one) => one !== startMs)
    .map((one) => offered(use, location, { startMs: one, partySize, area }));
  const waitlist = reason === 'tables' || reason === 'pacing';
  return new Rejection(reason, { alternatives, waitlist }, message);
}

export function bookingAnswer({ handle, booking, location }: KnownBooking): ToolAnswer {
  const { startMs, partySize, status } = booking;
  const when = localTimeOf(location, startMs);
  return {
    facts: { booking: handle, status, ...restaurantFacts(location), ...when, party_size: partySize },
    lines: [`${status}: ${whenText(when)}, ${partySize} guests`, nameLine(location), `booking=${handle}`],
  };
}

/** A text of the restaurant alone on its line, in quotation marks: a model must not read it as an instruction. */
export const nameLine = ({ name }: { readonly name: string }): string => `name: ${JSON.stringify(name)}`;

export function whenText({ date: day, weekday: name, time: clock }: LocalTime): string {
  return `${name} ${day} ${clock}`;
}

export function rejectionAnswer({ reason, message, details }: Rejection): ToolAnswer {
  const { alternatives = [], differences = [], missing = [], waitlist } = details;
  return {
    facts: { reason, message, ...details },
    lines: [
      `${reason}: ${message}`,
      ...differences.map(
        ({ field, expected, actual }) => `${field}: you expected ${expected}, but it is ${actual}`,
      ),
      ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
      ...alternatives.map((one) => `free: ${whenText(one)} offer=${one.offer}`),
      ...(waitlist === true ? ['The guest can join the waitlist: join_waitlist.'] : []),
    ],
  };
}
