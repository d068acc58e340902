/** §4.6 */
import * as z from 'zod';
import type { Call } from '../exchange.ts';
import { answers, rule, type Rule } from '../rule.ts';
import { isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { fixture } from '../run.ts';

export function menuCall(locationId: string, as: Pick<Call, 'as'> = {}): Call {
  return { method: 'GET', path: `/locations/${locationId}/menu`, ...as };
}

const described = { id: z.string().min(1, 'is empty'), name: z.string(), description: z.string().nullish() };

const menu = z.looseObject({
  locationName: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'no currency code'),
  categories: z.array(
    z.looseObject({
      ...described,
      items: z.array(
        z.looseObject({ ...described, price_ore: z.int().optional(), tags: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

const askMenu = fixture((run) => run.ask(menuCall(run.settings.locationId)));

export const MENU: readonly Rule[] = [
  rule('§4.6/menu', 'the menu is answered with 200, or 404 where there is none', async (run) =>
    answers(await askMenu(run), 200, 404),
  ),
  rule('§2.10/shape', 'it has the location’s name, a currency code, categories and items', async (run) => {
    const exchange = await askMenu(run);
    if (exchange.status !== 200) throw new CannotTell('the location has no menu');
    return isOf(menu, 'the fields of §2.10', exchange);
  }),
];
