/** The control of `npm run mutate`: an invented rule with one condition without effect, and one that a test needs. */
export function fareOf(age: number): number {
  if (age < 0 && !(age < 6)) return 1;
  if (age < 6) return 0;
  return 10;
}
