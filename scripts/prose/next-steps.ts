/** Finds messages about failures without a next step: something to do, a command, a link, or the values that are permitted. */
import type { Failure } from './failures.ts';
import type { Finding } from './checks.ts';

const VERBS = `accept add adjust allow answer apply ask assign book call cancel change check choose compare complete configure confirm contact
  copy correct create delete download edit end enter enable export extend find fix free get give go grant include increase install issue
  join keep leave let list look make mark move name offer omit open pass paste pick place put raise read release reload remove rename
  repeat replace request restart restore retry reverse review revoke rotate run save say search seat see send set shorten show sign
  split start stop swap switch take try turn unblock undo update upgrade use wait write`;

/** At the beginning of a clause. */
const IMPERATIVE = new RegExp(
  String.raw`(?:^|[.:;!?”)] |, |\b(?:please|then|first|or|and) )(?:please |then |first |again, )?(?:${VERBS.trim().replaceAll(/\s+/g, '|')})\b(?! (?:is|are|was|were|has|have)\b)`,
  'i',
);
const COMMAND =
  /\bTo [a-z][\w ]*: |`[^`]+`|\bbord [a-z]|(?:^|[\s(])--[a-z]|https?:\/\/|\b[\w/-]+\.md\b|\b[A-Z]+_[A-Z_]+=/;
/** The permitted values, or the missing value. */
const PERMITTED =
  /\bmust\b|\bneeds? (?!no\b)|\bat (?:most|least)\b|\bsuch as\b|\bone of\b|\bfrom \S+ to \S+|\bbetween \S+ and \S+|^(?:\S+ |the [\w ]+ )?(?:is|are) missing\b/i;

/** Messages whose next step is shown elsewhere: their name and text, and the reason. */
export const STEP_ELSEWHERE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^unavailable /, 'the command line adds `bord doctor`; the API answers with the message of its table'],
  [/^CODES the database does not answer/, 'the command line adds `bord doctor`'],
  [/^REFUSALS /, 'the answer has `alternatives` and `nextAvailable`'],
  [/^\.console\.actions\.refusal\.reasons/, 'the page lists free times and tables under it'],
  [/^conflict the location cannot be removed: \$/, 'the callers of cannotRemove name the step'],
  [/^addIssue \$\{…\}, not /, 'the callers of field name the permitted value'],
];

export function namesNextStep(text: string): boolean {
  return COMMAND.test(text) || PERMITTED.test(text) || IMPERATIVE.test(text);
}

export const isAllowed = ({ name, text }: Failure): boolean =>
  STEP_ELSEWHERE.some(([pattern]) => pattern.test(`${name} ${text}`));

export function findMissingSteps(failures: readonly Failure[]): readonly Finding[] {
  return failures
    .filter((one) => !namesNextStep(one.text) && !isAllowed(one))
    .map(({ file, line, text, name }) => ({ check: 'step', file, line, words: name, context: text }));
}
