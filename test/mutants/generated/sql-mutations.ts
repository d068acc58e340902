import type { Mutation } from './mutation.ts';

/** Whether a text of a program is a statement, or a part of one. Keywords are written in capitals in this project. */
export function isSql(text: string): boolean {
  return /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY|FOR UPDATE|ON CONFLICT)\b/.test(text);
}

/** The replacement of each match; null if the match is not a case of the pattern. */
type Replace = (match: RegExpExecArray, text: string) => string;

const OTHERS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '<>': '=',
  '+': '-',
  '-': '+',
  AND: 'OR',
  OR: 'AND',
  'IS NULL': 'IS NOT NULL',
  'IS NOT NULL': 'IS NULL',
  'NOT EXISTS': 'EXISTS',
  EXISTS: 'NOT EXISTS',
  least: 'greatest',
  greatest: 'least',
};

const other: Replace = ([match]) => OTHERS[match.replaceAll(/\s+/g, ' ')]!;
const nothing: Replace = () => '';

const PATTERNS: readonly (readonly [kind: string, pattern: RegExp, replace: Replace])[] = [
  ['lock removed', /\bFOR (NO KEY )?UPDATE( OF \w+)?( SKIP LOCKED| NOWAIT)?|\bFOR (KEY )?SHARE\b/g, nothing],
  ['lock removed', /\bLOCK TABLE[^;]*;/g, nothing],
  ['skipping of locked rows removed', / SKIP LOCKED\b/g, nothing],
  ['order', / DESC\b/g, nothing],
  ['order', /\bORDER BY [\w.]+(?! DESC)(?=[\s,);`'"])/g, ([match]) => `${match} DESC`],
  ['conflict accepted', /\bON CONFLICT( \([^)]*\)| ON CONSTRAINT \w+)? DO NOTHING\b/g, nothing],
  ['limit', /\bLIMIT (\d+)/g, ([, count]) => `LIMIT ${Number(count) + 1}`],
  ['limit', /\bLIMIT (\d+|\$\d+|\?|@\w+)/g, nothing],
  ['boundary', /(?<=[\w) ])(<=|>=|<(?![>@=])|(?<![<\-=])>(?![=>]))(?= )/g, other],
  ['comparison', /<>/g, other],
  ['comparison', /\bIS (NOT )?NULL\b/g, other],
  ['comparison', /(?<!NOT )\bEXISTS(?= ?\()|\bNOT EXISTS(?= ?\()/g, other],
  ['arithmetic', /(?<=[\w)] )[+-](?= )/g, other],
  ['method', /\b(least|greatest)(?=\()/g, other],
  ['condition', /\bOR\b(?! REPLACE)/g, other],
  ['distinct removed', /\bDISTINCT (?!ON|FROM)/g, nothing],
];

/** The tokens that end a condition on its level of brackets. */
const CONDITION_ENDS =
  /^(AND|OR|ORDER BY|GROUP BY|LIMIT|RETURNING|FOR UPDATE|FOR SHARE|ON CONFLICT|UNION|THEN|LOOP|WHEN|HAVING|WINDOW|LEFT|JOIN|INTO)\b/;

/**
 * All mutations of the statements in a text: clauses, conditions and locks removed, boundaries and orders changed.
 *
 * @param offset added to each position
 */
export function sqlMutations(text: string, offset = 0): readonly Mutation[] {
  const masked = withoutTexts(text);
  const mutations: Mutation[] = [];
  const change = (kind: string, start: number, end: number, replacement: string): void =>
    void mutations.push({ kind: `SQL: ${kind}`, start: start + offset, end: end + offset, replacement });
  for (const [kind, pattern, replace] of PATTERNS) {
    for (const match of masked.matchAll(pattern) as Iterable<RegExpExecArray>)
      change(kind, match.index, match.index + match[0].length, replace(match, masked));
  }
  for (const { index } of masked.matchAll(/\bpg_(try_)?advisory_xact_lock(_shared)?\(/g))
    change('lock removed', index, closing(masked, masked.indexOf('(', index)) + 1, 'true');
  for (const { index, 0: word } of masked.matchAll(/\b(WHERE|AND)\s/g)) {
    if (word.startsWith('AND') && isBetween(masked, index)) continue;
    const end = conditionEnd(masked, index + word.length);
    if (word.startsWith('WHERE')) change('condition removed', index + word.length, end, 'true ');
    else change('condition removed', index, end, '');
  }
  for (const { index, 0: head } of masked.matchAll(/\bON CONFLICT( \([^)]*\))? DO UPDATE SET\s/g)) {
    const end = conditionEnd(masked, index + head.length);
    change('conflict ignored', index, end, `${head.slice(0, head.indexOf('DO UPDATE'))}DO NOTHING `);
  }
  for (const { index, 0: statement } of masked.matchAll(/\bPERFORM [^;]*;/g))
    change('statement removed', index, index + statement.length, 'NULL;');
  return mutations;
}

/**
 * All mutations of a file of statements. Where later files define a function again, this definition is never used.
 *
 * @param later the texts of the files that are run after this one
 */
export function sqlFileMutations(text: string, later: readonly string[]): readonly Mutation[] {
  const dead = sqlFunctions(text).filter(({ name }) =>
    later.some((each) => new RegExp(`\\bFUNCTION (\\w+\\.)?${name}\\b`).test(each)),
  );
  return sqlMutations(text).filter(
    ({ start }) => !dead.some((each) => start >= each.start && start < each.end),
  );
}

/** The functions that a file defines, by their names without a schema. */
export function sqlFunctions(
  text: string,
): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  return [
    ...text.matchAll(/\bCREATE (?:OR REPLACE )?FUNCTION (?:\w+\.)?(\w+)[^;]*?\$(\w*)\$[\s\S]*?\$\2\$/g),
  ].map((match) => ({
    name: match[1]!,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Blanks quoted texts, comments and `${…}`; all positions stay. */
function withoutTexts(text: string): string {
  const blot = (part: string): string => '_'.repeat(part.length);
  const isLiteral = /^['"]/.test(text);
  const code = isLiteral ? text : text.replaceAll(/'(?:[^'\n]|'')*'|--[^\n]*/g, blot);
  return code.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, blot);
}

/** The position of the bracket that closes the one at a position; the last position where there is none. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth === 0) return i;
  }
  return text.length - 1;
}

/** Where a condition ends: at the next word that does not belong to it, or with the bracket around it. */
function conditionEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === '(') i = closing(text, i);
    else if (text[i] === ')') return i;
    else if (/^(;|`|\$\$)/.test(text.slice(i, i + 2))) return i;
    else if (/[^\w]/.test(text[i - 1] ?? ' ') && CONDITION_ENDS.test(text.slice(i, i + 12))) return i;
    else if (/['"]/.test(text[i]!) && i === text.length - 1) return i;
  }
  return text.length;
}

/** An AND that belongs to BETWEEN. */
function isBetween(text: string, at: number): boolean {
  return /\bBETWEEN\s+\S+\s*$/.test(text.slice(Math.max(0, at - 80), at));
}
