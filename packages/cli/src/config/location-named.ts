import type { Engine, Location } from '@bord/engine';
import { isLocationId } from '@bord/engine/adapters';
import { Failure } from '../output/failure.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { plain } from '../output/plain.ts';
import { meantBy } from './meant-by.ts';

/**
 * Finds a location by id, alias, or unique name, ignoring case.
 *
 * @throws Failure for an unknown or ambiguous name
 */
export async function locationNamed(engine: Engine, text: string): Promise<Location> {
  if (isLocationId(text)) return engine.operator.locations.read(text);
  const locations = await engine.operator.locations.list();
  const aliased = locations.filter(({ alias }) => alias === text.trim().toLowerCase());
  const meant = aliased.length > 0 ? aliased : meantBy(text, locations, ({ name }) => name);
  if (meant.length === 1) return meant[0]!;
  const wanted = plain(text);
  if (meant.length === 0) {
    const names = locations.flatMap(({ name, alias }) => [plain(name), ...(alias === null ? [] : [alias])]);
    throw new Failure(
      `there is no location ${wanted}${didYouMean(wanted, names)}; bord locations list shows all of them`,
    );
  }
  const ids = meant.map(({ id }) => id).join(', ');
  throw new Failure(`${meant.length} locations are named ${wanted}: give the id of the one you mean: ${ids}`);
}

/** The ids of the named locations without duplicates; null if the list is empty. */
export async function locationIdsNamed(
  engine: Engine,
  texts: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  if (texts === undefined) return null;
  const ids: string[] = [];
  for (const text of texts)
    ids.push(isLocationId(text) ? text.toLowerCase() : (await locationNamed(engine, text)).id);
  return [...new Set(ids)];
}
