import { expect, test } from 'vitest';
import { consoleWordsIn, LANGUAGES } from '../../i18n/languages.ts';
import { authorText } from './history-html.ts';

test.each(LANGUAGES)('D53 the history names the assistant that booked, on one line, in %s', (language) => {
  const words = consoleWordsIn(language);
  const text = (by: `assistant:${string}`): string => authorText({ words }, by, new Map());
  expect(text('assistant:Claude')).toMatch(/ Claude$/);
  expect(text('assistant:')).not.toMatch(/:|undefined/);
  expect(text('assistant:a\nb')).not.toContain('\n');
});
