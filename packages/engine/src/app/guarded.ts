/** The border of the engine: inputs have the declared types, and every rejected promise of a public method is a `BookingError`. */
import { asBookingError } from '../core/errors.ts';
import { type Fields, maybe, object, type Shape, text } from '../core/shape.ts';

type Name<T> = undefined extends T ? `${string}?` : string;
type FieldsOf<T> = [T] extends [readonly unknown[] | Method]
  ? never
  : [T] extends [object]
    ? Fields<T>
    : never;
type Given<T> = Shape<T> | FieldsOf<T>;

/**
 * An argument by its name, with its shape or the shapes of its fields. A name alone is a text, fields alone are those of `request`. An argument whose
 * name ends with `?` can be left out.
 */
type Input<T> =
  | Given<T>
  | readonly [Name<T>, Given<Exclude<T, undefined>>]
  | ([Exclude<T, undefined>] extends [string] ? Name<T> : never);

type Arguments<P extends readonly unknown[]> = Required<{ readonly [I in keyof P]: Input<P[I]> }>;

/** For each method that returns a promise, its arguments. For another method, a function that wraps it. Groups of methods have their own table. */
export type Inputs<A> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- of any parameters
  readonly [K in keyof A as A[K] extends object ? K : never]-?: A[K] extends (...args: any[]) => unknown
    ? ReturnType<A[K]> extends Promise<unknown>
      ? Arguments<Parameters<A[K]>> | ((method: A[K]) => A[K])
      : (method: A[K]) => A[K]
    : Inputs<A[K]>;
};

// oxlint-disable-next-line typescript/no-explicit-any -- of any parameters
type Method = (...args: any[]) => any;

/** The same actions with checked inputs. Those without a table are unchanged. */
export function guarded<A extends object, B extends A>(inputs: Inputs<A>, actions: B): B {
  const guard = {};
  for (const name of Object.keys(actions) as (keyof B & string)[]) {
    const input = (inputs as Record<string, unknown>)[name];
    if (input === undefined || typeof input === 'function' || Array.isArray(input)) {
      const value = guardedValue(input as never, actions[name]);
      Object.defineProperty(guard, name, { value, enumerable: true, writable: true, configurable: true });
    } else {
      // A group is made on its first use, and stays the same.
      const set = (value: unknown): void =>
        void Object.defineProperty(guard, name, { value, writable: true });
      const get = (): unknown => {
        const value = guarded(input as Inputs<object>, actions[name] as object);
        set(value);
        return value;
      };
      Object.defineProperty(guard, name, { get, set, enumerable: true, configurable: true });
    }
  }
  return guard as B;
}

function guardedValue(
  input: Arguments<unknown[]> | ((method: Method) => Method) | undefined,
  value: unknown,
): unknown {
  if (input === undefined) return value;
  if (typeof input === 'function') return input(value as Method);
  return async (...args: unknown[]) => {
    try {
      checkAll(input, args);
      return await (value as Method)(...args);
    } catch (error) {
      throw asBookingError(error);
    }
  };
}

function checkAll(inputs: readonly unknown[], args: readonly unknown[]): void {
  for (const [i, input] of (inputs as Arguments<object[]>).entries()) {
    if (typeof input === 'function') {
      input(args[i], []);
      continue;
    }
    const [name, given] =
      typeof input === 'string' ? [input, text] : Array.isArray(input) ? input : ['request', input];
    const known = name.replace('?', '');
    const shape = typeof given === 'function' ? given : object(given, known);
    (known === name ? shape : maybe(shape))(args[i], typeof given === 'function' ? [known] : []);
  }
}

/** For a method that returns actions: throws `invalid_request` for a wrong argument. */
export function returning<P extends unknown[], A extends object>(
  shapes: NoInfer<Arguments<P>>,
  inputs: Inputs<A>,
): (method: (...args: P) => A) => (...args: P) => A {
  return (method) =>
    (...args) => {
      checkAll(shapes, args);
      return guarded(inputs, method(...args));
    };
}

export function iterating<P extends unknown[], T>(
  shapes: NoInfer<Arguments<P>>,
): (method: (...args: P) => AsyncGenerator<T, void>) => (...args: P) => AsyncGenerator<T, void> {
  return (method) =>
    async function* (...args) {
      try {
        checkAll(shapes, args);
        yield* method(...args);
      } catch (error) {
        throw asBookingError(error);
      }
    };
}

/** For another method that does not return a promise: throws `invalid_request` for a wrong argument. */
export function checking<P extends unknown[], R>(
  ...shapes: NoInfer<Arguments<P>>
): (method: (...args: P) => R) => (...args: P) => R {
  return (method) =>
    (...args) => {
      checkAll(shapes, args);
      return method(...args);
    };
}

export function asIs<M>(method: M): M {
  return method;
}
