import { fileURLToPath } from 'node:url';
import { BookingError, type Engine } from '@bord/engine';

export const DEMO_LOCATION_ID = '00000000-0000-4000-8000-00000000d311';

/** Puts the demo location and its menu in, unless they are there (D29). What an operator has changed in them stays. */
export async function seedDemo(engine: Engine): Promise<void> {
  if (await has(() => engine.operator.menus.read(DEMO_LOCATION_ID))) return;
  const [{ readLocationFile }, { readMenuFile }, { openSourceFile }] = await Promise.all([
    import('./files/location-file/location-file.ts'),
    import('./files/menu-file.ts'),
    import('./files/source-file.ts'),
  ]);
  const open = (name: string) => openSourceFile(fileURLToPath(new URL(`../data/${name}`, import.meta.url)));
  if (!(await has(() => engine.operator.locations.read(DEMO_LOCATION_ID)))) {
    const { id, plan } = readLocationFile(await open('demo-location.yaml'));
    await engine.operator.locations.apply(plan, id);
  }
  await engine.operator.menus.apply(DEMO_LOCATION_ID, readMenuFile(await open('demo-menu.yaml')));
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
