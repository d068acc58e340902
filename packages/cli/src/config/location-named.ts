import { type Engine, isLocationId, type Location } from '@bord/engine';
import { Failure } from '../failure.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { plain } from '../output/plain.ts';
import { meantBy } from './meant-by.ts';

/**
 * The location that somebody means: by its id, or by its name where only one has it, in whatever case.
 *
 * @throws Failure for a name that none has, or more than one
 */
export async function locationNamed(engine: Engine, text: string): Promise<Location> {
  if (isLocationId(text)) return engine.operator.locations.read(text);
  const locations = await engine.operator.locations.list();
  const meant = meantBy(text, locations, ({ name }) => name);
  if (meant.length === 1) return meant[0]!;
  const wanted = plain(text);
  if (meant.length === 0) {
    const names = locations.map(({ name }) => plain(name));
    throw new Failure(`there is no location ${wanted}${didYouMean(wanted, names)}`);
  }
  const ids = meant.map(({ id }) => id).join(', ');
  throw new Failure(`${meant.length} locations are named ${wanted}: give the id of the one you mean: ${ids}`);
}
