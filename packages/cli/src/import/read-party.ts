/** `4`, `4.0`, `4 pers.`, `4 Personen` */
const PARTY =
  /^(\d{1,4})(?:[.,]0+)?\s*(?:p|x|pax|pers|person(?:s|er|en)?|people|guests?|gäst(?:er|e)?|gjest(?:er)?|gæst(?:er)?|kuverter|covers?)?\.?$/i;

export function readParty(text: string): number | null {
  const count = PARTY.exec(text)?.[1];
  return count === undefined ? null : Number(count);
}
