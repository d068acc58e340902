import { type Engine, HOUR_MS } from '@bord/engine';

/** The guests of a location that come within the next two hours, by start. */
export async function guestsToRemind(
  engine: Engine,
  locationId: string,
  nowMs: number,
): Promise<readonly string[]> {
  const bookings = await engine.operator.at(locationId).bookings.list();
  return bookings
    .filter(
      ({ status, startMs }) => status === 'confirmed' && startMs > nowMs && startMs <= nowMs + 2 * HOUR_MS,
    )
    .map(({ guest }) => guest.name);
}
