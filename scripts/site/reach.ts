/** How many clicks each page is away from the landing page. */

/** The pages that take more clicks than this, or that no link reaches; `links` has the pages that each page links to. */
export function farPages(
  links: ReadonlyMap<string, readonly string[]>,
  first: string,
  most: number,
): readonly string[] {
  const clicks = new Map([[first, 0]]);
  // A map shows what is added while it is read, so this follows all pages by their distance.
  for (const [page, count] of clicks)
    for (const target of links.get(page) ?? []) if (!clicks.has(target)) clicks.set(target, count + 1);
  return [...links.keys()].filter((page) => (clicks.get(page) ?? Infinity) > most);
}
