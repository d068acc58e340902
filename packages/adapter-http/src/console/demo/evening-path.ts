import { addDays, currentServiceDate } from '@bord/engine';
import { lastServiceOf } from '@bord/engine/adapters';
import type { ConsoleContext } from '../console-route.ts';
import { pathOf } from '../person-routes.ts';
import type { Visitor } from '../visitor.ts';
import type { ConsoleDemo } from './demo-entry.ts';

/** The day of the demo restaurant: after the last visit, the next day has more to show. */
export async function eveningPath(
  { engine }: Pick<ConsoleContext, 'engine'>,
  { locationId }: Pick<ConsoleDemo, 'locationId'>,
  { root, nowMs }: Pick<Visitor, 'root' | 'nowMs'>,
): Promise<string> {
  const location = await engine.operator.locations.read(locationId);
  const isOver = lastServiceOf(location, nowMs) === null;
  const date = isOver ? `?date=${addDays(currentServiceDate(location, nowMs), 1)}` : '';
  return `${root}/${pathOf(location)}${date}`;
}
