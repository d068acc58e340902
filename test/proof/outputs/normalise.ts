/** Replaces the differences between two runs of one version. All runs begin at the same time of a virtual clock, so that dates stay. */

/** When every run begins: a Monday, 04:00 in Stockholm. No restaurant of a record is open in this hour, so its times are "now". */
export const STARTS_MS = Date.UTC(2027, 2, 1, 3, 0, 30);

const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Now, by the clock of the restaurants, in UTC, and as an HTTP date.
  [/\b\d{4}-\d\d-\d\dT0[34]:\d\d(?::\d\d(?:\.\d+)?)?/g, '<now>'],
  [/\b20270301T0[34]\d{4}/g, '<now>'],
  [/\b0?[34][:.][0-5]\d(?:[:.]\d\d)?\b/g, '<now>'],
  [/\b18038\d{5}\b/g, '<now>'],
  // Tokens, keys and signatures; ids; hashes.
  [/\b(?:bord(?:_[a-z]+)?|whsec)_[\w+/=.-]{16,}/g, '<secret>'],
  [/\b(?!00000000-0000-4000-8000-)[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/g, '<uuid>'],
  [/\b([a-z]{2,8}(?:_test)?)_(?=[a-z]*[\dA-Z])[\dA-Za-z]{6,}(?:\.[\w-]{16,})?/g, '$1_<id>'],
  [/(\/(?:manage|waitlist|sandbox|sign-in)\/)[\w.-]{16,}/g, '$1<token>'],
  [/(?<![\w+.-])(?!00000000-)(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{20,}={0,2}(?![\w+-])/g, '<token>'],
  [/\b(console\.)[\w-]{12}(?=\.(?:js|css)\b)/g, '$1<hash>'],
  [/(…)[\w-]{4}\b/g, '$1<hint>'],
  [/("nextCursor": *")[^"]+/g, '$1<cursor>'],
  // The machine: ports, folders, sizes, durations, versions.
  [/\b(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
  [/(?:\/[\w.-]+)*\/bord-outputs-\w+/g, '<folder>'],
  [/("?(?:durationMs|bytes|pid)"?:? *)\d+/g, '$1<n>'],
  [/\b\d+(?:[.,]\d+)? (?:ms|s|B|kB|KB|MB|GB|bytes|seconds)\b/g, '<n>'],
  [/\bv?\d+\.\d+\.\d+(?=[\s"'|]|$)/gm, '<version>'],
];

/** The text without the differences between two runs of one version. */
export function normalised(text: string): string {
  return RULES.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text);
}
