import type { Menu } from '@bord/engine';
import { readFields, uniqueIds } from './fields.ts';
import { menuFileSchema } from './menu-schema.ts';
import type { SourceFile } from './source-file.ts';

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
