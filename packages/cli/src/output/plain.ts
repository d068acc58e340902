/** Escapes characters that control a terminal, change the direction or are invisible (`\u{202e}`). Each stays visible. */

/** Controls, formats, lone surrogates, line separators and blank letters. Joiners stay behind letters of scripts that join, and pictographs. */
const UNSEEN =
  '[[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u{115f}\\u{1160}\\u{3164}\\u{ffa0}]--[\\u{200c}\\u{200d}]]';
const JOINING =
  '[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}]]|\\p{Extended_Pictographic}|[\\u{1f3fb}-\\u{1f3ff}]';
const JOINER = `(?<!${JOINING})[\\u{200c}\\u{200d}]`;

const steering = made(() => `${UNSEEN}|${JOINER}`);
/** A backslash that could be taken for the beginning of an escape. */
const ambiguous = made(() => `\\\\(?=[nrt]|u\\{)|${UNSEEN}|${JOINER}`);
/** Colours and weights, as `paint` writes them. */
const painted = made(() => `\\u{1b}\\[(?:[1-9]|2[1-9]|3[0-9]|9[0-7])m|${UNSEEN}|${JOINER}`);

/** A pattern that is made when it is first used: all of Unicode is looked through for it, which takes a millisecond. */
function made(source: () => string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source(), 'gv'));
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** A text of somebody else's, on one line. */
export function plain(text: string): string {
  return text.replaceAll(ambiguous(), escaped);
}

/** A line of Bord's text with foreign texts in it; colours of `paint` stay. */
export function plainLine(line: string): string {
  return line.replaceAll(painted(), (found) => (isPaint(found) ? found : escaped(found)));
}

/** A whole output: as {@link plainLine}, with line feeds and tabs. */
export function plainText(text: string, isPainted: boolean): string {
  return text.replaceAll(painted(), (found) => {
    if (found === '\n' || found === '\t') return found;
    if (!isPaint(found)) return escaped(found);
    return isPainted ? found : escaped(found[0]!) + found.slice(1);
  });
}

/** Printable ASCII, Latin and common punctuation only: a fast test that nearly every log line passes. */
const USUAL = /^[\n\u{20}-\u{7e}\u{a1}-\u{ac}\u{ae}-\u{24f}\u{2010}-\u{2027}]*$/u;

/** A JSON document that says the same in characters that all can be seen. */
export function plainJson(document: string): string {
  if (USUAL.test(document)) return document;
  return document.replaceAll(steering(), (found) => (found === '\n' ? found : unitsOf(found)));
}

/** The same for YAML, whose texts with such characters are in double quotes. */
export function plainYaml(document: string): string {
  return document.replaceAll(steering(), (found) => {
    const code = found.codePointAt(0)!;
    return found === '\n' ? found : code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

export function isSteering(text: string): boolean {
  return text.search(steering()) >= 0;
}

function isPaint(found: string): boolean {
  return found.startsWith('\u001b[');
}

function escaped(found: string): string {
  return Array.from(found, (each) => SHORT[each] ?? `\\u{${each.codePointAt(0)!.toString(16)}}`).join('');
}

function unitsOf(found: string): string {
  return found
    .split('')
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
    .join('');
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
