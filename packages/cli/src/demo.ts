import { fileURLToPath } from 'node:url';
import { BookingError, type Engine, type Location } from '@bord/engine';
import { DEMO_RESTAURANT_ID } from '@bord/engine/adapters';

/** The location of sandbox keys (§8). */
export const DEMO_LOCATION_ID = '00000000-0000-4000-8000-00000000d311';

/** The location is one that Bord puts in, not one of the operator's. */
export const isDemo = ({ id }: Pick<Location, 'id'>): boolean =>
  id === DEMO_LOCATION_ID || id === DEMO_RESTAURANT_ID;

/** Puts the demo location with its menu and the demo restaurant in, unless they exist (D29). Changes of the operator stay. */
export async function seedDemo(engine: Engine): Promise<void> {
  const { locations, menus } = engine.operator;
  if (await hasDemo(engine)) return;
  const [{ readLocationFile }, { readMenuFile }, { openSourceFile }] = await Promise.all([
    import('./files/location-file/location-file.ts'),
    import('./files/menu-file.ts'),
    import('./files/source-file.ts'),
  ]);
  const open = (name: string) => openSourceFile(fileURLToPath(new URL(`../data/${name}`, import.meta.url)));
  if (!(await has(() => menus.read(DEMO_LOCATION_ID)))) {
    if (!(await has(() => locations.read(DEMO_LOCATION_ID)))) {
      const { id, plan } = readLocationFile(await open('demo-location.yaml'));
      await locations.apply(plan, id);
    }
    await menus.apply(DEMO_LOCATION_ID, readMenuFile(await open('demo-menu.yaml')));
  }
  const { id, plan } = readLocationFile(await open('demo-restaurant.yaml'));
  const isTaken = (await locations.list()).some((other) => other.alias === plan.alias && !isDemo(other));
  await locations.apply(isTaken ? { ...plan, alias: null, bookingPage: null } : plan, id);
}

/** Only `bord serve` and `bord sandbox key` put it in. */
export async function hasDemo({ operator: { locations } }: Engine): Promise<boolean> {
  return has(() => locations.read(DEMO_RESTAURANT_ID));
}

async function has(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (BookingError.is(error) && error.code === 'location_not_found') return false;
    throw error;
  }
}
