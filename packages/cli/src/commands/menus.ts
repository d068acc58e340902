import { BookingError, type Location, type Menu } from '@bord/engine';
import { type Answer, type BordCommand, LOCATION_NAMES } from '../command.ts';
import { Failure } from '../output/failure.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { paint } from '../output/terminal.ts';

const EXAMPLE = '"Bistro Nord"';

const FILE = `
A small file:
  currency: SEK
  categories:
    - name: Starters
      items:
        - {name: Toast Skagen, description: Prawns on toast, price_ore: 18500, tags: [fish]}

Categories and items may have an id, else it is made from the name; description and tags may be left out.
price_ore is in the smallest unit of the currency. The reference lists all fields.`;

export function define(command: BordCommand): void {
  command
    .subcommand('apply', 'replace the menu of a location by that of a file, JSON or YAML', [
      `menus apply ${EXAMPLE} menu.yaml`,
    ])
    .argument('<location>', LOCATION_NAMES)
    .argument('<file>', 'currency and categories; - is the standard input')
    .addHelpText('after', FILE)
    .answersAt(async ({ engine }, _, { id }, file) => {
      const [{ readMenuFile }, { openSourceFile }] = await Promise.all([
        import('../files/menu-file.ts'),
        import('../files/source-file.ts'),
      ]);
      const { location, menu } = await engine.operator.menus.apply(
        id,
        readMenuFile(await openSourceFile(file)),
      );
      const dishes = menu.categories.reduce((sum, { items }) => sum + items.length, 0);
      return {
        json: menuJson(location, menu),
        text: () =>
          `${plain(location.name)} has a menu of ${dishes} items in ${menu.categories.length} categories.`,
      };
    });

  command
    .subcommand('show', 'the menu of a location', [`menus show ${EXAMPLE}`])
    .argument('<location>', LOCATION_NAMES)
    .answersAt(async ({ engine }, _, { id }): Promise<Answer> => {
      const { location, menu } = await engine.operator.menus.read(id).catch((error: unknown) => {
        const isMissing = BookingError.is(error) && error.code === 'location_not_found';
        throw isMissing ? new Failure('this location has no menu: bord menus apply gives it one') : error;
      });
      return { json: menuJson(location, menu), text: () => menuText(location, menu) };
    });
}

/** A menu as the partner API has it (§2.10). */
function menuJson(location: Location, { currency, categories }: Menu): object {
  return {
    locationName: location.name,
    currency,
    categories: categories.map(({ id, name, description, items }) => ({
      id,
      name,
      description,
      items: items.map((item) => ({
        id: item.id,
        name: item.name,
        description: item.description,
        price_ore: item.priceOre,
        tags: item.tags,
      })),
    })),
  };
}

function menuText(location: Location, { currency, categories }: Menu): string {
  const price = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = price.resolvedOptions().maximumFractionDigits ?? 2;
  const sections = categories.map(({ name, items }) =>
    tableText(
      [plain(name), '', ''],
      items.map((item) => [
        `  ${plain(item.name)}`,
        price.format(item.priceOre / 10 ** digits),
        plain(item.tags.join(', ')),
      ]),
    ),
  );
  return [paint.bold(plain(location.name)), ...sections].join('\n\n');
}
