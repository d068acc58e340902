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
