import { expect, test } from 'vitest';
import { aProcess, virtualClock } from '../../test-support/process.ts';
import { aCaller, aLocation, LOCATION_ID, OTHER_LOCATION_ID } from '../contract/fixtures.ts';

test('§4.6 D15 the last applied menu is returned; an unknown location or one without a menu is not found', async () => {
  const { engine, shared } = aProcess(virtualClock());
  await aLocation(shared);
  const read = (given: object = {}, id = LOCATION_ID) => engine.partner(aCaller(given)).readMenu(id);
  await expect(read()).rejects.toMatchObject({ code: 'location_not_found' });
  const dish = { id: 'sill', name: 'Sill', description: null, priceOre: 9500, tags: [] };
  const category = { id: 'starters', name: 'Förrätter', description: null, items: [dish] };
  const menu = { currency: 'SEK', categories: [category] };
  await engine.operator.menus.apply(LOCATION_ID, { currency: 'SEK', categories: [] });
  await engine.operator.menus.apply(LOCATION_ID.toUpperCase(), menu);
  expect((await read()).menu).toEqual(menu);
  await expect(read({ scopes: ['bookings:read'] })).rejects.toMatchObject({ code: 'missing_scope' });
  await expect(read({}, OTHER_LOCATION_ID)).rejects.toMatchObject({ code: 'location_forbidden' });
  await expect(read({ locationIds: null }, OTHER_LOCATION_ID)).rejects.toMatchObject({
    code: 'location_not_found',
  });
  await expect(read({}, 'no-uuid')).rejects.toMatchObject({ code: 'location_not_found' });
  await expect(engine.operator.menus.apply(OTHER_LOCATION_ID, menu)).rejects.toMatchObject({
    code: 'location_not_found',
  });
});
