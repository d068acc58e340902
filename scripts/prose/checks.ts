/** The checks with their limits, as in the style. */

/** The measure of a limit; null for an absolute one. */
type Per = 'sentences' | 'running sentences' | 'words' | null;

export interface Limit {
  /** How a person reads it at the head of a column. */
  readonly title: string;
  readonly what: string;
  readonly most: number;
  readonly of: number;
  readonly per: Per;
}

const none = (title: string, what: string): Limit => ({ title, what, most: 0, of: 1, per: null });

export const CHECKS = {
  headless: {
    title: 'headless',
    what: 'bare who, whom, whoever or what after a preposition, conjunction or comma: name the person or the thing',
    most: 1,
    of: 100,
    per: 'sentences',
  },
  opening: {
    title: 'opening',
    what: 'a sentence that begins with who, whoever, whom or what and is not a question',
    most: 0.3,
    of: 100,
    per: 'sentences',
  },
  words: { title: 'words', what: 'a word of the list in style.md', most: 0.5, of: 1000, per: 'words' },
  she: none('she', 'generic she or her: write they, or the role'),
  negation: {
    title: 'negation',
    what: 'is no, nobody, nothing, nor: say what is true or required',
    most: 2.5,
    of: 1000,
    per: 'words',
  },
  // The 90th percentile is at most 25 words exactly when at most one sentence in ten is longer.
  long: {
    title: '>25',
    what: 'a sentence of more than 25 words',
    most: 10,
    of: 100,
    per: 'running sentences',
  },
  longest: none('>40', 'a sentence of more than 40 words'),
  cell: none('cell', 'a table cell of more than 25 words'),
  step: none('step', 'a failure without a next step: say what to do, a command, or what is permitted'),
  links: none('links', 'a dead link or anchor'),
  packages: none('packages', 'a package that is neither the project’s nor a dependency'),
  rules: none('§/D', 'a § or D number in a public text without a link'),
  counts: none('counts', 'a count of things written by hand'),
  commits: none('commits', 'a commit subject that is not "area: verb object" of at most 72 characters'),
} as const satisfies Readonly<Record<string, Limit>>;

export type Check = keyof typeof CHECKS;

export const CHECK_NAMES = Object.keys(CHECKS) as readonly Check[];

/** A place that a check reports. */
export interface Finding {
  readonly check: Check;
  readonly file: string;
  readonly line: number;
  /** The words in question. */
  readonly words: string;
  /** The sentence, link or subject that has them. */
  readonly context: string;
  readonly better?: string;
}

/** The size of a file's texts, which limits are relative to. */
export interface Size {
  readonly words: number;
  readonly sentences: number;
  /** Without headings and table cells. */
  readonly running: number;
}

/** How many findings a file of this size may have: of a share, at least one. A group of files has no such grace. */
export function allowed(check: Check, size: Size, isOneFile: boolean): number {
  const { most, of, per }: Limit = CHECKS[check];
  if (per === null) return most;
  const whole = per === 'words' ? size.words : per === 'sentences' ? size.sentences : size.running;
  const share = (whole * most) / of;
  return isOneFile ? Math.ceil(share) : Math.floor(share);
}
