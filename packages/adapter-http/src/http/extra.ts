/** What an answer can do without. */
import { type Overload, ShedError } from './load.ts';

/** So long an answer waits for what it can do without. */
const WAIT_MS = 2000;

/** Work that an answer can do without. Null: overload, a failure, or two seconds passed. Never throws. */
export type Extra = <T>(find: () => Promise<T>) => Promise<T | null>;

/**
 * The extras of a request. Each is work of the class `reading`, whatever the request is itself: it has its turn after all bookings, and none where a
 * partner who reads would be turned away.
 *
 * @param locationId where is looked, if the request says it
 * @param failed is told of what was thrown
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
