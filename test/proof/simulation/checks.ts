/** How often each rule was looked at in a history. */
export class Checks {
  readonly counts: Record<string, number> = {};

  /** A rule is looked at. */
  look(rule: string, times = 1): void {
    this.counts[rule] = (this.counts[rule] ?? 0) + times;
  }
}
