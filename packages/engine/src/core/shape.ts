/** Types of inputs, checked at run time: JavaScript callers have no compiler. Limits of values are checked where they are used. */

import { invalid } from './errors.ts';

/** Fields and indexes that lead to a value. */
type Path = readonly (string | number)[];

/** Throws `invalid_request` with the path of a value that has the wrong type. It accepts every `T`. */
export interface Shape<T> {
  (value: unknown, path: Path): void;
  /** For the compiler only. */
  readonly accepts?: (value: T) => void;
}

/** A shape for each field. */
export type Fields<T> = {
  readonly [K in keyof T]-?: Shape<object extends Pick<T, K> ? T[K] | undefined : T[K]>;
};

function check<T>(noun: string, accepts: (value: unknown) => boolean): Shape<T> {
  return (value, path) => {
    if (accepts(value)) return;
    const fault = value === undefined ? 'is missing' : `must be ${noun}`;
    invalid(`${path.join('.')} ${fault}`, path);
  };
}

function ofType<T>(type: string, noun: string): Shape<T> {
  return check(noun, (value) => typeof value === type);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts a text. */
export const text = ofType<string>('string', 'a text');
/** Accepts a number. */
export const number = ofType<number>('number', 'a number');
/** Accepts true and false. */
export const flag = ofType<boolean>('boolean', 'true or false');
/** Accepts a function. */
// oxlint-disable-next-line typescript/no-explicit-any -- functions with any parameters
export const callback = ofType<(...args: any[]) => unknown>('function', 'a function');
/** Accepts an object that is not a list. */
export const anyObject = check<object>('an object', isObject);
/** Bytes of this length. */
export function bytesOf(length: number): Shape<Uint8Array> {
  return check(`${length} bytes`, (value) => value instanceof Uint8Array && value.length === length);
}

/** Accepts instances of a class; `noun` names it in the message. */
export function instanceOf<T>(type: abstract new (...args: never[]) => T, noun: string): Shape<T> {
  return check(noun, (value) => value instanceof type);
}

/** Accepts every value. */
export const anything: Shape<unknown> = () => undefined;

/** Accepts a list of any items. */
export const anyList = check<readonly unknown[]>('a list', Array.isArray);

/** Accepts a list whose items have the shape. */
export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return (value, path) => {
    anyList(value, path);
    (value as readonly unknown[]).forEach((one, i) => item(one, [...path, i]));
  };
}

/**
 * Accepts an object whose fields have these shapes.
 *
 * @param name the name of the whole object in a message, for an argument
 */
export function object<T extends object>(fields: Fields<T>, name = 'request'): Shape<T> {
  const shapes = Object.entries(fields) as unknown as readonly [string, Shape<unknown>][];
  return (value, path) => {
    anyObject(value, path.length === 0 ? [name] : path);
    for (const [field, shape] of shapes) shape((value as Record<string, unknown>)[field], [...path, field]);
  };
}

/** An argument, with its name for the message. */
export function argument<T>(name: string, shape: Shape<T>): Shape<T> {
  return (value) => shape(value, [name]);
}

/** Also accepts this value. */
export function orElse<T, E>(other: E, shape: Shape<T>): Shape<T | E> {
  return (value, path) => {
    if (value !== other) shape(value, path);
  };
}

/** Also accepts undefined. */
export const maybe = <T>(shape: Shape<T>): Shape<T | undefined> => orElse(undefined, shape);

/** Also accepts null. */
export const orNull = <T>(shape: Shape<T>): Shape<T | null> => orElse(null, shape);

/**
 * Throws a `TypeError` that names a wrong option.
 *
 * @param where the function whose options they are
 * @param isOpen ignores options that do not exist: the options can be a part of a larger object
 */
export function assertOptions<T extends object>(
  where: string,
  fields: Fields<T>,
  options: unknown,
  isOpen = false,
): void {
  try {
    object<T>(fields, 'options')(options, []);
    const unknown = isOpen
      ? undefined
      : Object.keys(options as object).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) invalid(`there is no option ${unknown}: remove it`);
  } catch (error) {
    throw new TypeError(`${where}: ${(error as Error).message}`, { cause: error });
  }
}
