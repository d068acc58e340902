/** The word list of the style, with inflections, and the exceptions. */

/** A row of the list. */
export interface Word {
  readonly pattern: RegExp;
  readonly better: string;
}

const word = (pattern: string, better: string): Word => ({
  pattern: new RegExp(String.raw`(?<![\w-])(?:${pattern})(?![\w-])`, 'giu'),
  better,
});
/** At the beginning of a clause, and before its verb. */
const SUBJECT = String.raw`(?<=^\W*|[,;:.–(]\s*|\b(?:and|but|or|so|that|if|when|while|because|where|until|unless|since)\s)`;

const VERB = 'is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|will|would';

export const WORDS: readonly Word[] = [
  word('be had', 'is available, can be booked'),
  word(
    'who(?:ever)? wait(?:s|ed)?|in line(?! with)|(?:join|joins|joined|joining|leave|leaves|left|leaving|from|out of) the line(?! (?:number|of the (?:log|file)))',
    'waiting party, on the waitlist',
  ),
  word('who(?:ever)? (?:sits?|sat)', 'the seated party, the party at the table'),
  word('stand|stands|stood|standing', 'exists, is confirmed, is listed'),
  word(
    'told|tells? of|telling of|(?:is|are|was|were|be|been) said|hear of|hears of|heard of',
    'notified, reported, shown, logged',
  ),
  word(
    `nobody|nothing(?= (?:else )?(?:${VERB})\\b)|${SUBJECT}nothing(?= (?!else\\b|of\\b|but\\b)\\w)|none(?= (?:of (?:\\w+ ){1,3})?(?:${VERB})\\b)`,
    'rephrase positively',
  ),
  word('beside', 'next to, in addition to, compared with, during'),
  word('houses?', 'restaurant, location'),
  word('(?<!(?:in the|this|good|every) )evenings?', 'service date, day'),
  word('at once', 'immediately, or concurrently'),
  word('go on|goes on|went on|going on|gone on', 'continues'),
  word('lapse|lapses|lapsed|lapsing', 'expires, expired'),
  word(
    '(?:give|gives|gave|given|giving)(?: \\w+){0,3} free|let go|lets go|letting go|(?:let|lets|letting) \\w+ go|(?:give|gives|gave|given|giving)(?: \\w+)? out',
    'releases, allocates',
  ),
  word('pass over|passes over|passed over|passing over', 'skipped'),
  word('in vain', 'unmet demand, rejected'),
  word('turn away|turns away|turned away|turning away|(?:turn|turns|turned) \\w+ away', 'rejected, shed'),
  word('mend|mends|mended|mending', 'fix'),
  word('anew', 'again'),
  word('meanwhile', 'during …'),
  word(
    'look after|looks after|looked after|looking after|(?:see|sees|saw|seen|seeing) to it',
    'manages, ensures',
  ),
  word("of (?:its|one[’']s|their|his|her|your|our|my) own", 'custom, separate, its'),
  word('twice is once', 'idempotent: repeating has no further effect'),
  word('by itself|by themselves', 'automatically'),
  word('for good(?! reasons?)', 'permanently'),
];

/** Words of the list that are right where they are. */
export interface Allowed {
  /** The words with their surroundings. */
  readonly text: RegExp;
  readonly files?: RegExp;
  readonly reason: string;
}

/** At most 20, each used. */
export const ALLOWED: readonly Allowed[] = [
  { text: /(?:stand|stands|stood|standing) for/iu, reason: 'of a sign or an abbreviation: means' },
];
