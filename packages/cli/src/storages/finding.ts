export interface Finding {
  readonly what: string;
  /** `weak` works, and may cost something one day; `bad` does not work. */
  readonly status: 'good' | 'weak' | 'bad';
  readonly found: string;
  /** The next step; null without one. */
  readonly advice: string | null;
  /** The figures of `found` for programs; null for an unknown one. */
  readonly figures?: Readonly<Record<string, number | null>>;
}

export function good(what: string, found: string): Finding {
  return { what, status: 'good', found, advice: null };
}

export function weak(what: string, found: string, advice: string): Finding {
  return { what, status: 'weak', found, advice };
}

export function bad(what: string, found: string, advice: string): Finding {
  return { what, status: 'bad', found, advice };
}
