/** Optional parts of an answer. */
import { type Overload, ShedError } from './load.ts';

/** The longest wait for an optional part. */
const WAIT_MS = 2000;

/** Finds an optional part of an answer. Null: overload, a failure, or two seconds passed. Never throws. */
export type Extra = <T>(find: () => Promise<T>) => Promise<T | null>;

/**
 * The optional parts of a request. Each is work of the class `reading`: it runs after all bookings, and is dropped if a read would be shed.
 * @param locationId the location to search, if the request names one
 * @param failed called with each error
 */
export function extraOf(
  overload: Pick<Overload, 'run'>,
  locationId: string | null,
  failed: (error: unknown) => void,
): Extra {
  return async (find) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS, null);
    });
    const found = overload.run('reading', locationId, find).catch((error: unknown) => {
      if (!(error instanceof ShedError)) failed(error);
      return null;
    });
    try {
      return await Promise.race([found, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
