import { expect, test } from 'vitest';
import { readMenuFile } from './menu-file.ts';
import { parseSource } from './source-file.ts';

const read = (text: string) => readMenuFile(parseSource('menu.yaml', text));

test('§2.10 a menu file is a menu; missing ids come from names and stay unique', () => {
  const menu = read(`
currency: SEK
categories:
  - name: Smått & gott
    items:
      - {name: Räksmörgås, price_ore: 18500, description: Med löjrom, tags: [fish]}
      - {name: Smørrebrød, price_ore: 0}
      - {id: kaffe, name: Kaffe på kanna, price_ore: 4900}
  - name: Smått & gott
    description: Om kvällen
    items:
      - {name: Räksmörgås, price_ore: 19500}
      - {name: Kaffe, price_ore: 3900}
      - {name: "…", price_ore: 1}
`);
  expect(menu.categories.map(({ id, description }) => [id, description])).toEqual([
    ['smatt-gott', null],
    ['smatt-gott-2', 'Om kvällen'],
  ]);
  expect(menu.categories.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([
    'raksmorgas',
    'smorrebrod',
    'kaffe',
    'raksmorgas-2',
    'kaffe-2',
    'item',
  ]);
  expect(menu.categories[0]!.items[0]).toEqual({
    id: 'raksmorgas',
    name: 'Räksmörgås',
    description: 'Med löjrom',
    priceOre: 18_500,
    tags: ['fish'],
  });
});

test('all faults are listed, each with its place', () => {
  const text = `currency: SKE
categories:
  - id: a
    items:
      - {id: x, name: Soppa, price_ore: 95.50}
      - {id: x, name: Sallad, price: 9500}
  - {id: a, name: Vin, items: []}
`;
  expect(() => read(text)).toThrow(
    [
      'menu.yaml:1:11 currency: must be a currency such as SEK, not SKE',
      'menu.yaml:3:5 categories[0].name: is missing',
      'menu.yaml:5:41 categories[0].items[0].price_ore: must be a whole number from 0 to 1000000000, not 95.5',
      'menu.yaml:6:9 categories[0].items[1].price_ore: is missing',
      'menu.yaml:6:31 categories[0].items[1].price: there is no such field (did you mean price_ore?)',
    ].join('\n'),
  );
  expect(() =>
    read(`currency: SEK
categories:
  - {id: a, name: Mat, items: [{id: x, name: Soppa, price_ore: 1}]}
  - {id: a, name: Vin, items: [{id: x, name: Sallad, price_ore: 1}]}
`),
  ).toThrow(
    'menu.yaml:4:10 categories[1].id: a is used twice: each id must be unique\nmenu.yaml:4:37 categories[1].items[0].id: x is used twice: each id must be unique',
  );
});
