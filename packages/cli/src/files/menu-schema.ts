import * as z from 'zod';
import { field, optional, text, whole, withUniqueIds } from './fields.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

const item = z.strictObject({
  id: optional(text(100), null),
  name: text(200),
  description: optional(text(2000), null),
  price_ore: whole(0, 1_000_000_000),
  tags: optional(z.array(text(40)), []),
});

const category = z.strictObject({
  id: optional(text(100), null),
  name: text(200),
  description: optional(text(2000), null),
  items: z.array(item),
});

/** The menu file: JSON or YAML in the shape of §2.10. */
export const menuFileSchema = z
  .strictObject({
    currency: field('must be a currency such as SEK', (input) =>
      typeof input === 'string' && currencies.has(input) ? input : undefined,
    ),
    categories: withUniqueIds(z.array(category)),
    locationName: optional(text(200)),
  })
  .superRefine(({ categories }, context) => {
    const seen = new Set<string>();
    for (const [c, { items }] of categories.entries()) {
      for (const [i, { id }] of items.entries()) {
        if (id === null || !seen.has(id)) seen.add(id ?? '');
        else
          context.addIssue({
            code: 'custom',
            path: ['categories', c, 'items', i, 'id'],
            message: `${id} is used twice: each id must be unique`,
          });
      }
    }
  });
