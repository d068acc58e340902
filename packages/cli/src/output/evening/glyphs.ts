/** The characters of a picture on a terminal; each takes one column. */
export interface Glyphs {
  readonly free: string;
  /** The table is out of season. */
  readonly closed: string;
  readonly tick: string;
  readonly now: string;
  /** The inside of a bar, behind the name. */
  readonly fill: string;
  /** The table is kept for a while after the party. */
  readonly buffer: string;
  readonly blocked: string;
  /** The table is held for a guest who has not decided yet. */
  readonly held: string;
  readonly left: string;
  readonly right: string;
  /** In place of an edge that is not shown. */
  readonly before: string;
  readonly after: string;
  readonly arrived: string;
  readonly seated: string;
  readonly gone: string;
  /** From empty to the kitchen's limit. */
  readonly levels: readonly string[];
}

const ASCII: Glyphs = {
  free: '.',
  closed: 'x',
  tick: ':',
  now: '|',
  fill: '-',
  buffer: '~',
  blocked: '#',
  held: '?',
  left: '[',
  right: ']',
  before: '<',
  after: '>',
  arrived: '^',
  seated: '@',
  gone: '=',
  levels: [],
};

const UNICODE: Glyphs = {
  free: '·',
  closed: '╱',
  tick: '┊',
  now: '┃',
  fill: '─',
  buffer: '╌',
  blocked: '▒',
  held: '?',
  left: '│',
  right: '│',
  before: '‹',
  after: '›',
  arrived: '→',
  seated: '●',
  gone: '✓',
  levels: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
};

/** Between two names written from right to left, some terminals would turn neutral edges around and show parties at the wrong tables. */
const DIRECTED: Glyphs = { ...UNICODE, left: '⡇', right: '⢸' };

/** Takes one column, is invisible, and has a direction. */
export const DIRECTED_SPACE = '\u2800';

export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);
}

interface Surroundings {
  readonly isUnicode: boolean;
  /** Colour distinguishes bars. */
  readonly isPainted: boolean;
  readonly hasRightToLeft: boolean;
}

export function glyphsFor({ isUnicode, isPainted, hasRightToLeft }: Surroundings): Glyphs {
  const glyphs = isUnicode ? (hasRightToLeft ? DIRECTED : UNICODE) : ASCII;
  return isPainted ? { ...glyphs, fill: ' ' } : glyphs;
}
