/** The parts that all tools share: declaration, alternatives and answers. */
import type { Language, Location, Rejected } from '@bord/engine';
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { AssistantCaller, FoundTimes, KnownBooking } from './callers.ts';
import { type LocalTime, localTimeOf, serviceDatesAt } from './local-time.ts';
import { type Offer, sealOffer } from './offers.ts';
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
  /** The details that the guest has filled in, or not, for an earlier answer to this call; null for a first call. */
  readonly filledIn: Readonly<Record<string, string>> | 'declined' | null;
  /** The client can ask the guest for details. */
  readonly canAsk: boolean;
}

/** The answer of a tool, for programs and as lines for a model. */
export interface ToolAnswer {
  readonly facts: object;
  readonly lines: readonly string[];
}

/** The guest must be asked for these details first. */
export class MissingDetails extends Rejection {
  readonly location: Location;

  constructor(missing: readonly string[], location: Location) {
    super('missing', { missing });
    this.location = location;
  }
}

export interface AssistantTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: object;
  readonly annotations: ToolAnnotations;
  readonly run: (use: ToolUse, input: never) => Promise<ToolAnswer>;
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

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** It adds, and repeating it has no further effect. */
export const ADDS: ToolAnnotations = { destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const CHANGES: ToolAnnotations = { destructiveHint: true, idempotentHint: true, openWorldHint: false };

/** `alias`, or the id of a location without one. */
export function idOf({ alias, id }: Location): string {
  return alias ?? id;
}

/** The restaurant in an answer. */
export function restaurantFacts(location: Location): { readonly restaurant: string; readonly name: string } {
  return { restaurant: idOf(location), name: location.name };
}

/** The choice of a guest; a null area is any. */
type Choice = Pick<Offer, 'startMs' | 'partySize' | 'area'>;

export function offered(use: ToolUse, location: Location, choice: Choice) {
  return { offer: sealOffer(use, location, choice), ...localTimeOf(location, choice.startMs) };
}

/** The starts of the service dates that can have this local time, for a new booking or a move of the known one. */
export async function timesAround(
  caller: AssistantCaller,
  location: Location,
  { date, time, partySize, area }: Omit<LocalTime, 'weekday'> & Omit<Choice, 'startMs'>,
  known: KnownBooking | null,
): Promise<readonly FoundTimes[]> {
  return Promise.all(
    serviceDatesAt(date, time).map((one) =>
      known
        ? caller.timesToMove(known, { date: one, partySize })
        : caller.times(location, { date: one, partySize, area }),
    ),
  );
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

/** A rejection with other times, as offers: for a new booking or a move of the known one. */
export async function rejectionOf(
  use: ToolUse,
  { reason, message }: Rejected,
  location: Location,
  { startMs, partySize, area }: Choice,
  known: KnownBooking | null = null,
): Promise<Rejection> {
  const wish = { ...localTimeOf(location, startMs), partySize, area };
  const found = await timesAround(use.caller, location, wish, known);
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

export function whenText({ date, weekday, time }: LocalTime): string {
  return `${weekday} ${date} ${time}`;
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
