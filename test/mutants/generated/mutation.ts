/** A small change to one place of a source. */
export interface Mutation {
  /** The kind of change: `condition negated`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A mutation of a file of the project. */
export interface Mutant extends Mutation {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The lines before and after it, without context. */
  readonly before: string;
  readonly after: string;
}

export function mutated(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Applies a mutation to a text; null if only white space would change. */
export function mutantOf(file: string, text: string, mutation: Mutation): Mutant | null {
  const from = text.lastIndexOf('\n', mutation.start - 1) + 1;
  const nextLine = text.indexOf('\n', mutation.end);
  const to = nextLine < 0 ? text.length : nextLine;
  const before = text.slice(from, to).trim();
  const inLine = { ...mutation, start: mutation.start - from, end: mutation.end - from };
  const after = mutated(text.slice(from, to), inLine).trim();
  if (before.replaceAll(/\s/g, '') === after.replaceAll(/\s/g, '')) return null;
  const line = text.slice(0, mutation.start).split('\n').length;
  return { ...mutation, file, line, before, after };
}

/** A mutant as a small diff. */
export function diffOf({ before, after }: Pick<Mutant, 'before' | 'after'>): string {
  const marked = (sign: string, text: string): string[] =>
    text === '' ? [] : text.split('\n').map((line) => `${sign} ${line.trim()}`);
  return [...marked('-', before), ...marked('+', after)].join('\n');
}
