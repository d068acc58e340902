/** A word as it is compared: `E-Mail Adresse` and `e_mailadresse` are one, and so are `Gäste` and `gaste`. */
export function wordKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function wordsFor<T extends string>(lists: Readonly<Record<T, string>>): ReadonlyMap<string, T> {
  const entries = Object.entries<string>(lists) as [T, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(',').map((word) => [wordKey(word), meaning])),
  );
}
