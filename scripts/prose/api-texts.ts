/** The descriptions in the OpenAPI document. A text that is repeated counts once. */
import { plainText, type Text } from './text.ts';

const FIELDS = new Set(['description', 'summary', 'title']);

export function apiTexts(file: string, source: string): readonly Text[] {
  const lines = source.split('\n');
  const texts = new Map<string, Text>();
  for (const [index, line] of lines.entries()) {
    const [, field = '', json = ''] = /^\s*"(\w+)": (".*"),?$/.exec(line) ?? [];
    if (!FIELDS.has(field)) continue;
    const value: string = JSON.parse(json);
    for (const block of value.split(/```[\s\S]*?```|\n\s*\n|\n(?=- |\d+\. |\|)/)) {
      const text = block.replace(/^[#\s>*-]+/, '');
      if (text.trim() === '' || texts.has(text)) continue;
      texts.set(
        text,
        plainText(file, 'api', unmarked(text), () => index + 1),
      );
    }
  }
  return [...texts.values()];
}

/** Links as their text. Rule numbers in links are linked. */
const unmarked = (text: string): string =>
  text.replace(/\[([^\]]*)\]\([^)]*\)/g, (_, label: string) => label.replace(/§\s?[\d.]+|\bD\d+\b/g, '…'));
