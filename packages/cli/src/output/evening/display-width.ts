/** Texts by the columns that they take on a terminal: wide letters two, marks and joiners none. */
import stringWidth from 'string-width';

export function widthOf(text: string): number {
  return isLatin(text) ? text.length : stringWidth(text);
}

/** Its beginning, as far as it goes. */
export function cutTo(text: string, columns: number): string {
  if (isLatin(text)) return text.slice(0, Math.max(0, columns));
  let shortened = '';
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    shortened += segment;
  }
  return shortened;
}

/** Without the fourth and all further marks of a letter, which would be drawn over the lines above and below. */
export function withFewMarks(text: string): string {
  return text.replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
}

/** Cut or filled up, to exactly so many columns. */
export function fitted(text: string, columns: number, fill = ' '): string {
  const shortened = cutTo(text, columns);
  return shortened + fill.repeat(Math.max(0, columns - widthOf(shortened)));
}

/** In lines of at most so many columns, broken between words where there are any. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > columns) {
      const shortened = cutTo(line, columns) || Array.from(line)[0]!;
      lines.push(shortened);
      line = line.slice(shortened.length);
    }
  }
  return [...lines, line].filter((each) => each !== '');
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Each character takes one column. */
function isLatin(text: string): boolean {
  return /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02AF\u2013\u2014]*$/.test(text);
}
