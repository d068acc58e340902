/** Schema parts of the operator's files, and their error texts. */
import * as z from 'zod';
import { didYouMean } from '../output/did-you-mean.ts';
import type { Fault, SourceFile } from './source-file.ts';

/**
 * A value that `read` parses; `must` describes a valid one. Undefined means invalid.
 *
 * @param hintOf a likely cause of an invalid value; empty if there is none
 */
export function field<T>(
  must: string,
  read: (input: unknown) => T | undefined,
  hintOf: (input: unknown) => string = () => '',
) {
  const schema = z.unknown().transform((input, context): T => {
    const value = read(input);
    if (value !== undefined) return value;
    context.addIssue({
      code: 'custom',
      message: isAbsent(input) ? 'is missing' : `${must}, not ${shown(input)}${hintOf(input)}`,
    });
    return z.NEVER;
  });
  // For the reference, which lists the fields.
  return schema.meta({ description: must.replace(/^must be /, '') });
}

/** Text of 1 to `max` characters, not blank. A whole number counts as its digits: `id: 12`. */
export function text(max: number) {
  return field(`must be text of 1 to ${max} characters`, (input) => {
    const value = typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input;
    if (typeof value !== 'string' || value.trim() === '' || value.includes('\0') || !value.isWellFormed())
      return undefined;
    return Array.from(value).length <= max ? value : undefined;
  });
}

export function textLike(must: string, pattern: RegExp) {
  return field(must, (input) => (typeof input === 'string' && pattern.test(input) ? input : undefined));
}

export function whole(min: number, max: number) {
  return field(`must be a whole number from ${min} to ${max}`, (input) =>
    Number.isInteger(input) && Number(input) >= min && Number(input) <= max ? Number(input) : undefined,
  );
}

export function yesOrNo() {
  return field('must be true or false', (input) => (typeof input === 'boolean' ? input : undefined));
}

/** May be left out, or be empty. */
export function optional<T, F = undefined>(schema: z.ZodType<T>, fallback?: F) {
  return schema.nullish().transform((value): T | F => value ?? (fallback as F));
}

/** A list, or an object: the type of the value selects the schema. */
export function listOrFields<A, B>(list: z.ZodType<A>, fields: z.ZodType<B>) {
  const either = z.unknown().transform((input, context): A | B => {
    const isFields = typeof input === 'object' && input !== null && !Array.isArray(input);
    const schema: z.ZodType<A | B> = isFields ? fields : list;
    const read = schema.safeParse(input, { error: wordsFor });
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues.flatMap(faultsOf))
      context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });
  return either.meta({ description: 'a list, or fields', alternatives: [list, fields] });
}

/** A list without duplicate ids; entries without an id are not compared. */
export function withUniqueIds<T extends { readonly id: string | null }>(schema: z.ZodType<T[]>) {
  return schema.superRefine((entries, context) => {
    entries.forEach(({ id }, i) => {
      if (id === null || entries.findIndex((other) => other.id === id) === i) return;
      context.addIssue({
        code: 'custom',
        path: [i, 'id'],
        message: `${id} is used twice: each id must be unique`,
      });
    });
  });
}

/** Reads the value of a file. Throws a {@link Failure} that lists every fault with its place. */
export function readFields<T>(schema: z.ZodType<T>, file: SourceFile): T {
  const read = schema.safeParse(file.value, { error: wordsFor });
  if (read.success) return read.data;
  throw file.failure(read.error.issues.flatMap(faultsOf));
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  const messages = issue.message.split('\n');
  return issue.keys.map((key, i) => ({
    path: [...path, key],
    message: messages[i] ?? issue.message,
    isNameAtFault: true,
  }));
}

function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (isAbsent(issue.input)) return issue.path?.length ? 'is missing' : 'it must not be empty';
  if (issue.code === 'unrecognized_keys') {
    const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
    return issue.keys.map((key) => `there is no such field${didYouMean(key, known)}`).join('\n');
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const given = shown(issue.input);
    return `must be one of ${values.join(', ')}, not ${given}${didYouMean(given, values)}`;
  }
  if (issue.code === 'invalid_type')
    return `must be ${issue.expected === 'array' ? 'a list' : 'fields with names'}, not ${shown(issue.input)}`;
  return undefined;
}

function isAbsent(input: unknown): boolean {
  return input === undefined || input === null;
}

function shown(input: unknown): string {
  const words = typeof input === 'string' ? input : JSON.stringify(input);
  return words.length > 60 ? `${words.slice(0, 60)}…` : words || 'empty text';
}

/** Gives an id to each entry that has none: `base` of the entry, and `-2`, `-3` … where that is taken already. */
export function uniqueIds<T extends { readonly id: string | null }>(
  entries: readonly T[],
  base: (entry: T) => string,
): string[] {
  const taken = new Set(entries.map(({ id }) => id));
  return entries.map((entry) => {
    if (entry.id !== null) return entry.id;
    const wanted = base(entry);
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    taken.add(id);
    return id;
  });
}
