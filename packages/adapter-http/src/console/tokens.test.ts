import { contrastOf } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { COLOURS } from './tokens.ts';

type Name = keyof (typeof COLOURS)['light'] | `${(typeof STATES)[number]}${'' | '-edge'}`;

const STATES = ['expected', 'due', 'arrived', 'seated', 'over', 'gone'] as const;
const GROUNDS = ['ground', 'stage', 'panel'] as const;

/** Text needs a contrast of 4.5 on its background; an edge that distinguishes states needs 3. */
const PAIRS: readonly (readonly [text: Name, ground: Name, least: number])[] = [
  ...GROUNDS.flatMap((ground) =>
    (['ink', 'muted', 'accent', 'bad', 'allergy'] as const).map((text) => [text, ground, 4.5] as const),
  ),
  ...GROUNDS.map((ground) => ['edge', ground, 3] as const),
  ...STATES.flatMap((state) => [
    ['ink', state, 4.5] as const,
    ['allergy', state, 4.5] as const,
    [`${state}-edge`, state, 3] as const,
  ]),
  ['muted', 'gone', 4.5],
  ['bad-deep', 'over', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-deep', 4.5],
  ['on-bad', 'bad', 4.5],
  ['stage', 'ink', 4.5],
];

test.each(['light', 'dark'] as const)(
  'each colour has the contrast of WCAG AA on its background: %s',
  (scheme) => {
    const colours: Readonly<Record<string, string>> = COLOURS[scheme];
    const low = PAIRS.filter(([text, ground, least]) => contrastOf(colours[text]!, colours[ground]!) < least);
    expect(low).toEqual([]);
  },
);
