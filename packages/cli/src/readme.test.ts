/** What the documents show to be copied is tried as it stands. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { makeBord } from '../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

/** The blocks of a document in a language. */
function blocks(document: string, language: string): string[] {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, block]) => block!,
  );
}

test('the restaurant of the README is applied', async () => {
  const [restaurant, ...others] = blocks('README.md', 'yaml');
  expect(others).toEqual([]);
  const applied = await bord.json('locations', 'apply', bord.write('bistro.yaml', restaurant!));
  expect(applied).toMatchObject({ name: 'Bistro Nord', created: true });
});

test('the files of docs/location-file.md are applied', async () => {
  const [restaurant, turnTimes, menu] = blocks('docs/location-file.md', 'yaml');
  const { id } = await bord.json<{ id: string }>('locations', 'apply', bord.write('a.yaml', restaurant!));
  const both = restaurant! + turnTimes!;
  expect(await bord.json('locations', 'apply', bord.write('b.yaml', both))).toMatchObject({
    id,
    created: false,
  });
  expect(await bord.json('menus', 'apply', id, bord.write('menu.yaml', menu!))).toMatchObject({
    currency: 'SEK',
  });
});
