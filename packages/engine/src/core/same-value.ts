/** Whether two values are the same in JSON, for any order of fields: PostgreSQL changes the order. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
