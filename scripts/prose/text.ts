/** Texts of the project, where they are, and the sentences in them. */

/** Where a text comes from. */
export type Kind =
  | 'paragraph'
  | 'heading'
  | 'cell'
  | 'help'
  | 'error'
  | 'log'
  | 'message'
  | 'ui'
  | 'api'
  | 'comment'
  | 'title';

/** A text without markup: a paragraph, a table cell, a message. */
export interface Text {
  readonly file: string;
  readonly kind: Kind;
  /** As a reader sees it, on one line. */
  readonly value: string;
  /** As long as `value`: each code span is one made-up word. */
  readonly plain: string;
  /** The line of the file at an offset of `value`. */
  readonly lineAt: (offset: number) => number;
}

/** A sentence of a text. */
export interface Sentence {
  readonly kind: Kind;
  readonly value: string;
  readonly plain: string;
  readonly words: number;
  /** The line of the file at an offset of the sentence. */
  readonly lineAt: (offset: number) => number;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}'’./:@-]*[\p{L}\p{N}])?/gu;
const CODE = /`[^`]+`|\$\{[^}]*\}/g;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|No|St|Dr|Mr|Ms)\.\s*$/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** One made-up word of this length, by which code takes part in a sentence. */
export const madeUp = (length: number): string => `X${'x'.repeat(Math.max(0, length - 1))}`;

/** The number of words; a code span counts as one. */
export const countWords = (plain: string): number => plain.match(WORD)?.length ?? 0;

/** A text of a source file, with code spans between backticks. */
export function plainText(file: string, kind: Kind, raw: string, lineAt: Text['lineAt']): Text {
  const value = raw.replace(/\s/g, ' ');
  return { file, kind, value, plain: value.replace(CODE, ({ length }) => madeUp(length)), lineAt };
}

/** The sentences of a text that have at least two words. A question keeps its mark. */
export function sentencesOf({ kind, value, plain, lineAt }: Text): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const add = (start: number, end: number): void => {
    const words = countWords(plain.slice(start, end));
    const first = start + /^\s*/.exec(plain.slice(start, end))![0].length;
    if (words < 2) return;
    const trimmed = (all: string): string => all.slice(first, end).trimEnd();
    sentences.push({
      kind,
      value: trimmed(value),
      plain: trimmed(plain),
      words,
      lineAt: (offset) => lineAt(first + offset),
    });
  };
  let start = 0;
  for (const { index, segment } of segmenter.segment(plain)) {
    const end = index + segment.length;
    if (end < plain.length && ABBREVIATION.test(plain.slice(start, end))) continue;
    add(start, end);
    start = end;
  }
  return sentences;
}
