export interface Finding {
  readonly what: string;
  /** `weak` works, and may cost something one day; `bad` does not work. */
  readonly status: 'good' | 'weak' | 'bad';
  readonly found: string;
  /** What to do; null when there is nothing to do. */
  readonly advice: string | null;
  /** What `found` says in numbers, for programs; null for what is not known. */
  readonly figures?: Readonly<Record<string, number | null>>;
}
