/** The same value, whose fields are in the opposite order throughout. */
export function turnedRound<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(turnedRound) as T;
  const entries = Object.entries(value).map(([name, field]) => [name, turnedRound<unknown>(field)]);
  return Object.fromEntries(entries.toReversed()) as T;
}
