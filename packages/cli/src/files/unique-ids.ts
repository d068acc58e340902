/** Gives an id to each entry that has none: `base` of the entry, and `-2`, `-3` … where that is taken already. */
export function uniqueIds<T extends { readonly id: string | null }>(
  entries: readonly T[],
  base: (entry: T) => string,
): string[] {
  const taken = new Set(entries.map(({ id }) => id));
  return entries.map((entry) => {
    if (entry.id !== null) return entry.id;
    const wanted = base(entry);
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    taken.add(id);
    return id;
  });
}
