/** Finds the constructions that the style rules out in the sentences of a text. */
import type { Check, Finding } from './checks.ts';
import { type Sentence, sentencesOf, type Text } from './text.ts';
import { ALLOWED, WORDS } from './words.ts';

const PREPOSITIONS =
  'about above across after against along among around as at before behind below beneath beside between beyond by ' +
  'despite down during except for from in inside into like near of off on onto out outside over past per since than ' +
  'through throughout till to toward towards under until up upon via with within without';
const CONJUNCTIONS = 'and but or nor yet so if when while because although though that whether unless';
const HEADLESS = new RegExp(
  String.raw`(?:[,;(–—]\s*|\b(?:${`${PREPOSITIONS} ${CONJUNCTIONS}`.replaceAll(' ', '|')})\s+)(?:who|whom|whoever|whomever|what)\b(?!['’])`,
  'giu',
);
const OPENING = /^\W*(?:who|whoever|whom|what)\b(?!['’])/iu;
const SHE = /(?<![\w-])(?:she|her|hers|herself)(?![\w-])/giu;
const NEGATION = /\b(?:is|are|was|were|be|been) no\b(?! (?:longer|more)\b)|\b(?:nobody|nothing|nor)\b/giu;

const NUMBER =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|' +
  'nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\w+)?|\\d{1,4})';
const COUNTED =
  '(?:endpoints?|operations|commands|subcommands|options|settings|reasons|event types|events|metrics|error codes|codes|' +
  'scopes|languages|packages|storages|tests|checks|rules|mutants|mistakes|faults|decisions|migrations|examples|' +
  'instruments|ports|interfaces|methods|budgets|properties|recipes|runbooks)';
const COUNTS = new RegExp(
  String.raw`\b(?:the|all|all the|its|these|those|other|has|have|are|offers|lists|in) ${NUMBER} (?:\w+[ -])?${COUNTED}\b`,
  'giu',
);

/** Pages about versions that have been: a count there does not become wrong. */
const HISTORY = /^CHANGELOG\.md$|^docs\/decisions\//;

/** All findings of the sentences of a text. */
export function findConstructions(text: Text): readonly Finding[] {
  return [...sentencesOf(text).flatMap((one) => findIn(text.file, one)), ...findWideCell(text)];
}

function findIn(file: string, sentence: Sentence): readonly Finding[] {
  const { value, plain, kind, words } = sentence;
  const finding = (check: Check, found: string, index = 0, better?: string): Finding => ({
    check,
    file,
    line: sentence.lineAt(index),
    words: found,
    context: value,
    ...(better !== undefined && { better }),
  });
  const all = (check: Check, pattern: RegExp): Finding[] =>
    Array.from(plain.matchAll(pattern), ({ 0: found, index }) => finding(check, found.trim(), index));
  const isQuestion = /\?\W*$/u.test(plain);
  const opening = isQuestion ? null : OPENING.exec(plain);
  const isRunning = kind !== 'heading' && kind !== 'cell';
  return [
    ...all('headless', HEADLESS),
    ...(opening ? [finding('opening', opening[0].trim())] : []),
    ...dialect(file, plain).map(({ found, index, better }) => finding('words', found, index, better)),
    ...all('she', SHE),
    ...all('negation', NEGATION),
    ...(isRunning && words > 25 && words <= 40 ? [finding('long', `${words} words`)] : []),
    ...(isRunning && words > 40
      ? [finding('long', `${words} words`), finding('longest', `${words} words`)]
      : []),
    ...(HISTORY.test(file) ? [] : all('counts', COUNTS)),
  ];
}

/** A word of the list in a sentence. */
interface DialectWord {
  readonly found: string;
  readonly index: number;
  readonly better: string;
}

/** The words of the list in a sentence, each with a better one. */
export function dialect(file: string, plain: string): readonly DialectWord[] {
  return WORDS.flatMap(({ pattern, better }) =>
    Array.from(plain.matchAll(pattern), ({ 0: found, index }) => ({ found, index, better })).filter(
      ({ found, index }) => !isAllowed(file, plain, index, found.length),
    ),
  );
}

function isAllowed(file: string, plain: string, index: number, length: number): boolean {
  return ALLOWED.some(
    ({ text, files }) =>
      (files?.test(file) ?? true) &&
      Array.from(plain.matchAll(new RegExp(text, 'giu'))).some(
        (match) => match.index <= index && match.index + match[0].length >= index + length,
      ),
  );
}

function findWideCell(text: Text): readonly Finding[] {
  if (text.kind !== 'cell') return [];
  const words = sentencesOf(text).reduce((sum, sentence) => sum + sentence.words, 0);
  if (words <= 25) return [];
  return [
    { check: 'cell', file: text.file, line: text.lineAt(0), words: `${words} words`, context: text.value },
  ];
}
