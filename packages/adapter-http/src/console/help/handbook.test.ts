/** The handbook of the restaurant's staff, in English and Swedish: labels, pictures and order. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleWordsIn } from '../../i18n/languages.ts';

const FOLDER = new URL('../../../../../docs/restaurant/handbook', import.meta.url).pathname;
const PAGES = globSync(`${FOLDER}/*.md`)
  .map((file) => basename(file))
  .toSorted();
const FOLDERS = { en: FOLDER, sv: `${FOLDER}/sv` } as const;
const LANGUAGES = ['en', 'sv'] as const;
type HandbookLanguage = (typeof LANGUAGES)[number];

const pageIn = (language: HandbookLanguage, page: string): string =>
  readFileSync(join(FOLDERS[language], page), 'utf8');

/** All texts of the console without parameters, and the labels with a number that the handbook names. */
function labelsIn(language: HandbookLanguage): ReadonlySet<string> {
  const words = consoleWordsIn(language);
  const { extend, close } = words.actions;
  return new Set([
    ...textsOf(words),
    ...[15, 30, 60].map((minutes) => extend.by(minutes)),
    ...[30, 60, 120].map((minutes) => close.minutes(minutes)),
  ]);
}

function textsOf(words: object): readonly string[] {
  return Object.values(words).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? textsOf(value) : [];
  });
}

/** The texts in italics: names of buttons, fields, groups and states. */
const namedIn = (markdown: string): readonly string[] =>
  Array.from(markdown.matchAll(/(?<![*\w])\*([^*\s][^*\n]*)\*(?![*\w])/g), ([, label]) => label!);

const wrongLabels = (language: HandbookLanguage, markdown: string): readonly string[] => {
  const labels = labelsIn(language);
  return namedIn(markdown).filter((label) => !labels.has(label));
};

test.each(LANGUAGES)('each label that the handbook names is one of the console: %s', (language) => {
  const wrong = PAGES.flatMap((page) =>
    wrongLabels(language, pageIn(language, page)).map((label) => `${page}: ${label}`),
  );
  expect(wrong).toEqual([]);
  expect(PAGES.flatMap((page) => namedIn(pageIn(language, page))).length).toBeGreaterThan(80);
});

test('control: a label of another language and an unknown label are detected', () => {
  expect(wrongLabels('en', 'Tap *Seat*, *Placera* or *Seat them*.')).toEqual(['Placera', 'Seat them']);
});

test('the handbook has twelve pages, and each is in Swedish with the same parts and pictures', () => {
  expect(PAGES).toHaveLength(12);
  expect(
    globSync(`${FOLDERS.sv}/*.md`)
      .map((file) => basename(file))
      .toSorted(),
  ).toEqual(PAGES);
  const partsOf = (markdown: string): object => ({
    headings: markdown.match(/^#+ /gm),
    steps: markdown.match(/^\d+\. /gm),
    rows: markdown.match(/^\|/gm),
    pictures: Array.from(markdown.matchAll(/([\w-]+\.webp)\)/g), ([, file]) => file),
  });
  for (const page of PAGES) expect(partsOf(pageIn('sv', page)), page).toEqual(partsOf(pageIn('en', page)));
});
