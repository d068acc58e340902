/** Those that somebody means by a name: whose name it is to the letter, or else in whatever case and with spaces around it. */
export function meantBy<T>(text: string, all: readonly T[], nameOf: (each: T) => string): readonly T[] {
  const exact = all.filter((each) => nameOf(each) === text);
  return exact.length > 0 ? exact : all.filter((each) => keyOf(nameOf(each)) === keyOf(text));
}

function keyOf(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
