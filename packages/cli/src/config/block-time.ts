import { addDays, type Interval, type Location, localDateAt, MINUTE_MS } from '@bord/engine';
import { lastServiceOf } from '@bord/engine/adapters';
import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';
import { visitTimeMs } from './visit-time.ts';

export interface BlockTimeOptions {
  readonly for?: number;
  readonly tonight?: boolean;
  /** A time of a visit; now when left out. */
  readonly from?: string;
  readonly to?: string;
}

const CLOCK = /^\d{1,2}[:.]\d\d$/;

/**
 * The blocked interval in whole minutes. `--tonight` is the rest of the running day's last service period. A time of day in `--to` is the
 * first such time after the start.
 *
 * @throws Failure if there is no service tonight, or if the clock change skips or repeats the time
 */
export function blockTime(options: BlockTimeOptions, location: Location, nowMs: number): Interval {
  const { for: lengthMs, tonight, from = 'now', to } = options;
  if (tonight) {
    const service = lastServiceOf(location, nowMs);
    if (!service)
      throw new Failure(
        `${plain(location.name)} has no service period left tonight: use --for 2h, or --from and --to`,
      );
    return service;
  }
  const startMs = visitTimeMs(from, location, nowMs);
  if (lengthMs !== undefined)
    return { startMs, endMs: startMs + Math.ceil(lengthMs / MINUTE_MS) * MINUTE_MS };
  return { startMs, endMs: endOf(to!, startMs, location, nowMs) };
}

function endOf(to: string, startMs: number, location: Location, nowMs: number): number {
  if (!CLOCK.test(to)) return visitTimeMs(to, location, nowMs);
  const date = localDateAt(location.timeZone, startMs);
  const endMs = visitTimeMs(`${date} ${to}`, location, nowMs);
  return endMs > startMs ? endMs : visitTimeMs(`${addDays(date, 1)} ${to}`, location, nowMs);
}
