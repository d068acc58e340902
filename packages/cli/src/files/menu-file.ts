import type { Menu } from '@bord/engine';
import * as z from 'zod';
import { field, optional, readFields, text, whole, withUniqueIds } from './fields.ts';
import type { SourceFile } from './source-file.ts';
import { uniqueIds } from './unique-ids.ts';

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

/** The menu file: JSON or YAML in the shape of §2.10. The location's name is not in it. */
export const menuFileSchema = z
  .strictObject({
    currency: field('must be a currency such as SEK', (input) =>
      typeof input === 'string' && currencies.has(input) ? input : undefined,
    ),
    categories: withUniqueIds(z.array(category)),
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

/**
 * Reads a menu file. A category or a dish without an id gets one that is made from its name, so a changed price or order leaves it as it was.
 * Throws a Failure that lists all that is wrong with the file.
 */
export function readMenuFile(file: SourceFile): Menu {
  const { currency, categories } = readFields(menuFileSchema, file);
  const categoryIds = uniqueIds(categories, idOf);
  const itemIds = uniqueIds(
    categories.flatMap(({ items }) => items),
    idOf,
  )[Symbol.iterator]();
  return {
    currency,
    categories: categories.map(({ name, description, items }, i) => ({
      id: categoryIds[i]!,
      name,
      description,
      items: items.map((dish) => ({
        id: itemIds.next().value!,
        name: dish.name,
        description: dish.description,
        priceOre: dish.price_ore,
        tags: dish.tags,
      })),
    })),
  };
}

/** `Räksmörgås & löjrom` is `raksmorgas-lojrom`. */
function idOf({ name }: { readonly name: string }): string {
  const plain = name.toLowerCase().replaceAll('ø', 'o').replaceAll('æ', 'ae').normalize('NFKD');
  const id = plain.replaceAll(/\p{M}/gu, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return id.replaceAll(/^-|-$/g, '') || 'item';
}
