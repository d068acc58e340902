import * as z from 'zod';
import { endpoint } from './endpoint.ts';

const menuItem = z
  .object({
    id: z.string().meta({ description: 'Stays as it is when the price or the order changes.' }),
    name: z.string().meta({ description: 'The name on the menu.' }),
    description: z.string().nullable().meta({ description: 'The description; null when the menu has none.' }),
    price_ore: z
      .int()
      .meta({ minimum: 0, description: 'The price in minor units of the currency: 18500 is 185 kronor.' }),
    tags: z
      .array(z.string())
      .meta({ description: 'Words such as `vegetarian`, as the operator has chosen them.' }),
  })
  .meta({ description: 'A dish.' });

const menuCategory = z
  .object({
    id: z.string().meta({ description: 'Stays as it is when the order changes.' }),
    name: z.string().meta({ description: 'The heading.' }),
    description: z.string().nullable().meta({ description: 'A line below the heading; null for none.' }),
    items: z.array(menuItem).meta({ description: 'In the order of the card.' }),
  })
  .meta({ description: 'A part of the menu.' });

/** §4.6 */
export const readMenu = endpoint(
  {
    name: 'readMenu',
    method: 'GET',
    path: '/locations/:locationId/menu',
    scope: 'menu:read',
    unknownLocation: 'location_not_found',
    load: 'reading',
    tag: 'Menu',
    summary: 'Read the menu',
    description: 'A location’s menu. Prices are whole numbers in the currency’s minor unit.',
    answer: {
      status: 200,
      description: 'The menu.',
      name: 'Menu',
      schema: z
        .object({
          locationName: z.string().meta({ description: 'The name of the restaurant.' }),
          currency: z.string().meta({ description: 'ISO 4217, such as `SEK`.' }),
          categories: z.array(menuCategory).meta({ description: 'In the order of the card.' }),
        })
        .meta({ description: 'A location’s menu.' }),
      examples: {
        menu: {
          summary: 'Part of the demo restaurant’s menu',
          value: {
            locationName: 'Bryggan',
            currency: 'SEK',
            categories: [
              {
                id: 'forratter',
                name: 'Förrätter',
                description: null,
                items: [
                  {
                    id: 'toast-skagen',
                    name: 'Toast Skagen',
                    description: 'Handskalade räkor, dill och löjrom på smörstekt bröd',
                    price_ore: 18500,
                    tags: ['fish', 'shellfish'],
                  },
                ],
              },
              {
                id: 'drycker',
                name: 'Drycker',
                description: 'Fråga oss om dagens vin på glas',
                items: [
                  { id: 'lattol', name: 'Lättöl', description: null, price_ore: 4500, tags: ['vegan'] },
                ],
              },
            ],
          },
        },
      },
    },
    parts: { MenuCategory: menuCategory, MenuItem: menuItem },
    shared: { 403: 'LocationForbidden', 404: 'MenuNotFound' },
  },
  async ({ partner, id: locationId }) => {
    const { location, menu } = await partner.readMenu(locationId);
    return {
      status: 200,
      body: {
        locationName: location.name,
        currency: menu.currency,
        categories: menu.categories.map(({ id, name, description, items }) => ({
          id,
          name,
          description,
          items: items.map((item) => ({
            id: item.id,
            name: item.name,
            description: item.description,
            price_ore: item.priceOre,
            tags: [...item.tags],
          })),
        })),
      },
    };
  },
);
